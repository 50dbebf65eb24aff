"""Secrets planted where people and tools write them. All are made up, from templates with fixed seeds."""

import random
import string

import pytest

from classifiers.secrets import mask

SEEDS = range(8)
_B62 = string.ascii_letters + string.digits


def generated(dice: random.Random, length: int, letters: str = _B62) -> str:
    """A generated value with all kinds of characters its alphabet has."""
    while True:
        value = "".join(dice.choices(letters, k=length))
        kinds = (str.isdecimal, str.isupper, str.islower)
        if all(not any(map(kind, letters)) or any(map(kind, value)) for kind in kinds):
            return value


def password(dice: random.Random) -> str:
    """What a person thinks of; nothing in it that a shell or a URL would read."""
    word = dice.choice(("Sommer", "quetzal", "Nightingale", "tr0ub", "korrekt", "mandarin", "Zebra", "violet"))
    return (
        word + dice.choice(("", "-", "_", ".")) + str(dice.randrange(10, 99_999)) + dice.choice(("", "%", "Xy", "kk"))
    )


def wild(dice: random.Random) -> str:
    """A password that needs quotes."""
    return password(dice) + dice.choice(("!", "#", "@", "&", "(", "*7", "$2", ";")) + dice.choice(("", "w", "9", "Q"))


def token(dice: random.Random) -> str:
    return generated(dice, dice.randrange(20, 48))


def azure(dice: random.Random) -> str:
    return generated(dice, 34)


def hexadecimal(dice: random.Random) -> str:
    return generated(dice, 32, "0123456789abcdef")


def digest(dice: random.Random) -> str:
    return generated(dice, 64, "0123456789abcdef")


def base64(dice: random.Random) -> str:
    return generated(dice, 40, _B62 + "+/")


FORMS = (
    # the environment
    ("export PGPASSWORD={}", password),
    ("export PGPASSWORD='{}' && psql -h db.example.com -U app", wild),
    ("PGPASSWORD={} psql -h localhost -p 5432 -U app -c 'select 1'", password),
    ('MYSQL_PWD="{}" mysqldump shop > shop.sql', wild),
    ("AWS_SECRET_ACCESS_KEY={} aws s3 ls", base64),
    ("AWS_ACCESS_KEY_ID=a AWS_SESSION_TOKEN={} terraform plan", token),
    ("GITHUB_TOKEN={} gh release create v1.2.0", token),
    ("NPM_TOKEN={} npm publish --access public", token),
    ("env DJANGO_SECRET_KEY={} python manage.py migrate", token),
    ("set -x API_KEY {}; and make deploy", token),
    ("setenv DB_PASSWORD {}", password),
    ('$env:DB_PASSWORD = "{}"; dotnet run', wild),
    ("set STRIPE_SECRET={}", token),
    ("docker run -e POSTGRES_PASSWORD={} -p 5432:5432 postgres:16", password),
    ("docker run --env=API_TOKEN={} app", token),
    ("SENTRY_AUTH_TOKEN={}\nPORT=3000", token),
    ("heroku config:set SECRET_KEY_BASE={} --app shop", hexadecimal),
    ("DB_PASS={} ./run.sh", password),
    ("POSTGRES_PASSWORD: ${{POSTGRES_PASSWORD:-{}}}", password),
    ("REDIS_URL: redis://:${{REDIS_PASSWORD:-{}}}@redis:6379", password),
    # options
    ("tool login --password {} --user anna", password),
    ("tool login --password={}", password),
    ("tool login --password '{}'", wild),
    ('tool --token "{}" sync', token),
    ("tool --token={} sync", token),
    ("tool --api-key {} ask", token),
    ("tool --api-key={} ask", token),
    ("az login --service-principal -u app --password {} --tenant t", token),
    ("az storage blob list --account-name shop --account-key {}==", base64),
    ("twine upload -u __token__ --password {} dist/*", token),
    ("curl -u anna:{} https://api.example.com/v1", password),
    ("curl -sSfu 'anna:{}' https://api.example.com/v1", wild),
    ("curl --user anna:{} https://api.example.com/v1", password),
    ("kubectl create secret generic db --from-literal=password={}", password),
    ("kubectl create secret generic db --from-literal=user=app --from-literal=blob='{}'", wild),
    ("docker login -u anna -p {} registry.example.com", password),
    ("podman login registry.example.com -u anna -p '{}'", wild),
    ("echo {} | docker login -u anna --password-stdin", password),
    ("echo '{}' | gh auth login --with-token", token),
    ("echo {} | sudo -S apt-get update", password),
    ("htpasswd -b /etc/nginx/.htpasswd anna {}", password),
    ("htpasswd -bc auth anna {}", password),
    ("htpasswd -nbB anna {} > auth", password),
    ("sshpass -p {} ssh root@box.example.com uptime", password),
    ("sshpass -p'{}' rsync -a . box:/srv", wild),
    ("redis-cli -h cache -a {} ping", password),
    ("mongosh -u root -p {} --authenticationDatabase admin", password),
    ("mongodump --username root --password {} --out dump", password),
    ("mysql -uroot -p{} shop < dump.sql", password),
    ("mysql -h db -u root -p'{}' -e 'show tables'", wild),
    ("mysqldump -u root -p{} --all-databases", password),
    ("ldapsearch -x -D cn=admin,dc=example -w {} -b dc=example", password),
    ("sqlcmd -S db -U sa -P {} -Q 'select 1'", password),
    ("openssl enc -aes-256-cbc -in a -out b -pass pass:{}", password),
    ("keytool -genkey -storepass {} -alias app", password),
    ("vault login {}", token),
    ("npm config set //registry.example.com/:_authToken {}", token),
    ("aws configure set aws_secret_access_key {}", base64),
    ("wget --http-password={} https://example.com/a.tgz", password),
    ("smbclient //nas/share -U anna%{}", password),
    ("gh secret set DEPLOY --body {}", token),
    ("vercel --prod --token {}", token),
    ('psql "host=db user=app password={} dbname=shop"', password),
    ("ansible-playbook site.yml -e 'db_password={}'", password),
    ("helm install db bitnami/postgresql --set auth.password={}", password),
    ("mc alias set store https://s3.example.com anna {}", token),
    ("zip -r -P {} backup.zip data", password),
    ("7z a -p{} backup.7z data", password),
    # addresses
    ("git clone https://anna:{}@git.example.com/acme/shop.git", token),
    ("git remote add origin https://{}@git.example.com/acme/shop.git", token),
    ("DATABASE_URL=postgres://app:{}@db.example.com:5432/shop", password),
    ("mongodb+srv://root:{}@cluster0.example.net/test?retryWrites=true", password),
    ("redis://:{}@cache:6379/0", password),
    ("amqp://guest2:{}@queue:5672/vhost", password),
    ("dsn: app:{}@tcp(db:3306)/shop", password),
    ("curl 'https://api.example.com/v1/items?token={}&page=2'", token),
    ("GET /callback?access_token={}&state=ok HTTP/1.1", token),
    ("https://acct.blob.example.net/c/f?sv=2022-11-02&sp=r&sig={}%3D", token),
    ("https://b.s3.example.com/k?X-Amz-Date=20240101T000000Z&X-Amz-Signature={}", digest),
    ("https://storage.example.com/k?X-Goog-Algorithm=A&X-Goog-Signature={}", digest),
    ("https://api.example.com/v1?api_key={}", hexadecimal),
    ("https://maps.example.com/js?key={}&v=3", token),
    ("https://hooks.slack.com/services/T0000AAAA/B0000BBBB/{}", token),
    ("https://discord.com/api/webhooks/123456789012345678/{}", token),
    # headers
    ("curl -H 'Authorization: Basic {}==' https://example.com", token),
    ('curl -H "Authorization: Bearer {}" https://example.com', token),
    ("> authorization: token {}", token),
    ('headers = {{"Authorization": "Bearer {}"}}', token),
    ("curl -H 'X-Api-Key: {}' https://example.com", token),
    ("curl -H 'PRIVATE-TOKEN: {}' https://git.example.com/api/v4/user", token),
    ("http POST example.com 'X-Auth-Token:{}'", token),
    ("Cookie: sessionid={}; theme=dark", token),
    ("< Set-Cookie: connect.sid=s%3A{}; Path=/; HttpOnly", token),
    ("curl -b 'session={}' https://example.com", token),
    ("Proxy-Authorization: Basic {}=", token),
    ("Authorization: AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature={}", digest),
    ('Authorization: Digest username="anna", realm="r", response="{}"', hexadecimal),
    ("send it as Bearer {} please", token),
    ("xfreerdp /u:anna /p:{} /v:box", password),
    ("net use Z: \\\\nas\\share /user:anna {}", password),
    ("net use Z: \\\\nas\\share {} /user:anna", password),
    ("curl -H 'Authorization: Digest username=\"anna\", response=\"{}\"' https://example.com", hexadecimal),
    ("az ad app: the value 4xZ8Q~{} of its credential", azure),
    ("machine git.example.com\n  login anna\n  password {}", password),
    # speech
    ("the password is {}", password),
    ("Password for the staging box is {}, please do not lose it", password),
    ("user: anna / password: {}", password),
    ("username anna password {}", password),
    ("use this token: {}", token),
    ("the api key is {} I think", token),
    ("비밀번호는 {} 입니다", password),
    ("비밀번호: {}", password),
    ("서버 비번은 {} 이야", password),
    ("토큰은 {} 써줘", token),
    ("パスワードは {} です", password),
    ("パスワードは{}です", password),
    ("密码是 {}", password),
    ("密码：{}", password),
    ("數據庫密碼是{}", password),
    ("пароль: {}", password),
    ("пароль от базы — {}", password),
    ("le mot de passe est {}", password),
    ("mot de passe : {}", password),
    ("das Passwort ist {}", password),
    ("la contraseña es {}", password),
    ("a senha é {}", password),
    # files
    ('{{"user": "anna", "password": "{}"}}', wild),
    ('{{\\"db\\": {{\\"password\\": \\"{}\\"}}}}', password),
    ('{{"clientSecret":"{}","scope":"read"}}', token),
    ("db:\n  user: app\n  password: {}\n  port: 5432", password),
    ('api_key: "{}"\nmodel: small', token),
    ('[auth]\ntoken = "{}"\n', token),
    ("spring.datasource.password={}", password),
    ("password = '{}'  # change it", wild),
    ("const apiKey = '{}';", token),
    ('SECRET_KEY = "{}"', wild),
    ("client_secret={}&grant_type=refresh", token),
    ("<password>{}</password>", password),
    ('<add key="ApiKey" value="x" /><apiKey>{}</apiKey>', token),
    ("machine git.example.com login anna password {}", password),
    ("db.example.com:5432:shop:app:{}", password),
    ("//registry.example.com/:_authToken={}", token),
    ("CREATE USER app IDENTIFIED BY '{}';", wild),
    ("ALTER ROLE app WITH PASSWORD '{}';", password),
    ("Server=db;Database=shop;User Id=sa;Password={};Encrypt=true", password),
    ("DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={}==;EndpointSuffix=core", base64),
    ('ConvertTo-SecureString "{}" -AsPlainText -Force', password),
)  # fmt: skip


@pytest.mark.parametrize(("form", "kind"), FORMS, ids=[form[0][:60] for form in FORMS])
def test_no_planted_secret_survives(form, kind):
    """Not the whole and no half of it, wherever it stands; the mask says that something was there."""
    for seed in SEEDS:
        secret = kind(random.Random(f"{form}{seed}"))
        planted = form.format(secret)
        clean = mask(planted)
        half = len(secret) // 2 + 1
        left = [secret[at : at + half] for at in range(len(secret) - half + 1) if secret[at : at + half] in clean]
        assert not left, f"{planted!r} became {clean!r}"
        assert "***" in clean


@pytest.mark.parametrize(("form", "kind"), FORMS, ids=[form[0][:60] for form in FORMS])
def test_a_planted_secret_is_found_in_the_middle_of_a_log(form, kind):
    """Neither colours, nor prompts, nor lines around it hide it."""
    secret = kind(random.Random(f"log{form}"))
    clean = mask(f"Step 3/9: build ok in 2.1s\n{form.format(secret)}\n\x1b[32m✓ done\x1b[0m 2024-05-01T10:00:00Z\n")
    assert secret not in clean
    assert clean.startswith("Step 3/9: build ok in 2.1s\n")
    assert clean.endswith("\x1b[32m✓ done\x1b[0m 2024-05-01T10:00:00Z\n")


def test_the_planted_set_is_large():
    """The promise holds for more than three hundred secrets in more than forty forms."""
    assert len(FORMS) >= 40
    assert len({(form, kind(random.Random(f"{form}{seed}"))) for form, kind in FORMS for seed in SEEDS}) >= 300
