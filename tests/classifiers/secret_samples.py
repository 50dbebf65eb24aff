"""Made-up secrets and the places people leave them, for the mask's tests.

Provider tokens are put together when the tests run, so that no file of this repository holds anything that looks like
one. Every seed is fixed: a failure can be read and repeated.
"""

from __future__ import annotations

import random
import string

LETTERS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"


class Maker:
    """Random values of a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def of(self, alphabet: str, length: int) -> str:
        """`length` characters of `alphabet`, at least one digit and one letter among them."""
        while True:
            text = "".join(self._random.choice(alphabet) for _ in range(length))
            if any(c.isdigit() for c in text) and any(c.isalpha() for c in text):
                return text

    def password(self) -> str:
        """What a person thinks up."""
        word = self._random.choice(
            ("sunflower", "Kestrel", "moonlight", "Biscuit", "hunterhill", "Zugspitze", "tteokbokki")
        )
        return (
            word
            + self._random.choice(("", "-", "_", "!", "."))
            + self.of(string.digits + "ab", 3)
            + self._random.choice(("", "!", "#", "%"))
        )

    def token(self) -> str:
        """An opaque value without a prefix."""
        return self.of(LETTERS, self._random.choice((24, 32, 40)))


def provider(prefix: str, alphabet: str, length: int) -> tuple[str, str, int]:
    """Name a provider's token format: what it begins with and what follows."""
    return prefix, alphabet, length


_WORD = LETTERS + "_-"
PROVIDERS = {
    "github classic": provider("gh" + "p_", LETTERS, 36),
    "github oauth": provider("gh" + "o_", LETTERS, 36),
    "github server": provider("gh" + "s_", LETTERS, 36),
    "github user": provider("gh" + "u_", LETTERS, 36),
    "github refresh": provider("gh" + "r_", LETTERS, 76),
    "github fine-grained": provider("github" + "_pat_", LETTERS + "_", 82),
    "gitlab": provider("gl" + "pat-", _WORD, 20),
    "npm": provider("np" + "m_", LETTERS, 36),
    "pypi": provider("py" + "pi-AgEI", _WORD, 150),
    "aws key id": provider("AK" + "IA", string.ascii_uppercase + string.digits, 16),
    "aws session id": provider("AS" + "IA", string.ascii_uppercase + string.digits, 16),
    "google api": provider("AI" + "za", _WORD, 35),
    "google oauth": provider("ya" + "29.", _WORD, 120),
    "google client": provider("GOC" + "SPX-", _WORD, 28),
    "slack bot": provider("xo" + "xb-", string.digits, 12),
    "stripe live": provider("sk_" + "live_", LETTERS, 24),
    "stripe restricted": provider("rk_" + "live_", LETTERS, 24),
    "openai": provider("sk" + "-", LETTERS, 48),
    "openai project": provider("sk" + "-proj-", _WORD, 74),
    "anthropic": provider("sk" + "-ant-api03-", _WORD, 93),
    "hugging face": provider("hf" + "_", LETTERS, 34),
    "shopify": provider("shp" + "at_", HEX, 32),
    "digitalocean": provider("dop" + "_v1_", HEX, 64),
    "doppler": provider("dp." + "pt.", LETTERS, 43),
    "vault": provider("hv" + "s.", _WORD, 90),
    "supabase": provider("sb" + "p_", HEX, 40),
    "netlify": provider("nf" + "p_", LETTERS, 36),
    "fly": provider("fo1" + "_", _WORD, 43),
    "render": provider("rn" + "d_", LETTERS, 28),
    "linear": provider("lin" + "_api_", LETTERS, 40),
    "notion": provider("nt" + "n_", LETTERS, 46),
    "pulumi": provider("pu" + "l-", HEX, 40),
    "age": provider("AGE-SECRET" + "-KEY-1", string.ascii_uppercase + string.digits, 58),
    "docker hub": provider("dckr" + "_pat_", _WORD, 27),
    "databricks": provider("da" + "pi", HEX, 32),
    "twilio": provider("S" + "K", HEX, 32),
    "sendgrid": provider("S" + "G.", LETTERS, 66),
    "heroku": provider("HR" + "KU-", LETTERS, 36),
    "slack user": provider("xo" + "xp-123456789012-123456789012-", HEX, 32),
    "slack app": provider("xa" + "pp-1-A0123-1234-", HEX, 64),
    "google refresh": provider("1/" + "/0", LETTERS, 60),
    "airtable": provider("pat" + "Zb4kQ9xLmT2wRs" + ".", HEX, 64),
    "supabase secret": provider("sb_" + "secret_", LETTERS, 31),
    "gitlab trigger": provider("gl" + "ptt-", HEX, 40),
    "shopify secret": provider("shp" + "ss_", HEX, 32),
    "square": provider("sq0" + "atp-", LETTERS, 22),
    "replicate": provider("r8" + "_", LETTERS, 37),
    "posthog": provider("ph" + "x_", LETTERS, 43),
    "mailgun": provider("ke" + "y-", HEX, 32),
    "fly macaroon": provider("fm2" + "_", LETTERS, 60),
    "vault old": provider("s" + ".", LETTERS, 24),
    "grafana": provider("gl" + "sa_", LETTERS, 32),
    "figma": provider("fig" + "d_", _WORD, 40),
    "groq": provider("gs" + "k_", LETTERS, 52),
    "new relic": provider("NR" + "AK-", string.ascii_uppercase + string.digits, 27),
    "sentry": provider("sntry" + "s_", LETTERS, 60),
    "planetscale": provider("pscale" + "_tkn_", _WORD, 43),
}


def provider_token(name: str, make: Maker) -> tuple[str, str]:
    """Return a token of a provider, and the part of it that must not be read anywhere afterwards."""
    prefix, alphabet, length = PROVIDERS[name]
    if name == "slack bot":
        body = "-".join((make.of(string.digits + "a", 12), make.of(string.digits + "b", 12), make.of(LETTERS, 24)))
    else:
        body = make.of(alphabet.replace("-", "").replace("_", ""), 1) if length == 1 else make.of(alphabet, length)
        body = "x" + body[1:-1] + "y" if body[0] in "-_" or body[-1] in "-_" else body
    return prefix + body, body


# {p} stands for a password, {t} for a random token.
TEMPLATES = (
    "PGPASSWORD={p} psql -h db.internal -U shop -c 'select 1'",
    "export DB_PASSWORD={p}",
    "export DB_PASSWORD='{p}'; ./run.sh",
    "MYSQL_PWD={p} mysqldump shop > dump.sql",
    "env API_KEY={t} node server.js",
    "GH_TOKEN={t} gh repo list",
    "set STRIPE_SECRET={t}",
    '$env:API_TOKEN = "{t}"',
    "setenv AUTH_TOKEN {t}x; set -gx AUTH_TOKEN={t}",
    'ADMIN_PASS="{p}" make seed',
    "mysql -u root -p{p} shop",
    "mysql -h 10.0.0.4 -uroot -p'{p}' -e 'show tables'",
    "mysqldump --user=root --password={p} shop",
    "mongosh mongodb://db.internal -u admin -p {p}",
    "redis-cli -h cache.internal -a {p} ping",
    "sshpass -p {p} ssh deploy@web-1 uptime",
    "sshpass -p'{p}' scp app.tgz deploy@web-1:/srv",
    "docker login -u acme -p {p} registry.acme.io",
    "docker login registry.acme.io --username acme --password {p}",
    "echo {p} | docker login -u acme --password-stdin",
    "echo '{p}' | sudo -S systemctl restart nginx",
    "printf '%s' '{t}' | gh auth login --with-token",
    "htpasswd -bc /etc/nginx/.htpasswd admin {p}",
    "htpasswd -nb admin {p}",
    "curl -u admin:{p} https://api.acme.io/v1/me",
    "curl -s --user 'admin:{p}' https://api.acme.io/v1/me",
    "curl -H 'Authorization: Bearer {t}' https://api.acme.io/v1/me",
    'curl -H "Authorization: Basic {t}==" https://api.acme.io/v1/me',
    'curl -H "X-Api-Key: {t}" https://api.acme.io/v1/me',
    "curl -H 'PRIVATE-TOKEN: {t}' https://git.acme.io/api/v4/user",
    "curl -b 'session={t}' https://acme.io/admin",
    "curl 'https://api.acme.io/v1/items?access_token={t}&page=2'",
    "curl 'https://acme.blob.core.windows.net/a/b?sv=2024-01-01&sig={t}%3D&se=2026'",
    "wget 'https://bucket.s3.amazonaws.com/a?X-Amz-Date=20260101T000000Z&X-Amz-Signature={t}'",
    "git clone https://oauth2:{t}@git.acme.io/shop.git",
    "git remote set-url origin https://{t}@git.acme.io/shop.git",
    "DATABASE_URL=postgresql://shop:{p}@db.internal:5432/shop npm start",
    "redis://:{p}@cache.internal:6379/0",
    "mongodb+srv://app:{p}@cluster0.acme.mongodb.net/shop",
    "amqp://guest:{p}@mq.internal/",
    "shop:{p}@tcp(db.internal:3306)/shop?parseTime=true",
    "kubectl create secret generic app --from-literal=api={p}",
    "helm install shop ./chart --set db.password={p}",
    "aws configure set aws_secret_access_key {t}",
    "npm config set //registry.acme.io/:_authToken={t}",
    "//registry.acme.io/:_authToken={t}",
    "vault login {t}",
    "vault kv put secret/shop password={p}",
    "npx tool --token {t} --verbose",
    "npx tool --api-key={t}",
    "tool --client-secret {t}",
    'tool --password "{p}" --user me',
    "openssl enc -aes-256-cbc -in a -out b -pass pass:{p}",
    "zip -P {p} out.zip a.txt",
    "ldapsearch -x -D cn=admin -w {p} -b dc=acme",
    "smbclient //nas/share -U acme%{p}",
    "az login -u me@acme.io -p {p}",
    'psql "host=db.internal user=shop password={p} dbname=shop"',
    "CREATE USER shop IDENTIFIED BY '{p}';",
    "ALTER ROLE shop WITH PASSWORD '{p}';",
    '{{"username": "shop", "password": "{p}"}}',
    '{{\\"user\\": \\"shop\\", \\"password\\": \\"{p}\\"}}',
    "api_key: {t}",
    "  password: {p}",
    'client_secret = "{t}"',
    "spring.datasource.password={p}",
    "<password>{p}</password>",
    'const apiKey = "{t}";',
    "db = connect(user='shop', password='{p}')",
    "password: str = '{p}'",
    "machine api.acme.io login me password {p}",
    "db.internal:5432:shop:shop:{p}",
    "AccountName=acme;AccountKey={t}==;EndpointSuffix=core.windows.net",
    "Set-Cookie: sid={t}; Path=/; HttpOnly",
    "Cookie: theme=dark; sid={t}",
    "https://hooks.slack.com/services/T00000000/B00000000/{t}",
    "ConvertTo-SecureString '{p}' -AsPlainText -Force",
    "the password is {p}",
    "The password for the staging box is {p}.",
    "password: {p}",
    "use login shop and password {p} please",
    "here is my api key: {t}",
    "비밀번호는 {p} 야",
    "비밀번호: {p}",
    "パスワードは{p}です",
    "密码是{p}。",
    "密码：{p}",
    "пароль: {p}",
    "пароль от базы {p}",
    "le mot de passe est {p}",
    "mot de passe : {p}",
    "das Passwort ist {p}",
    "la contraseña es {p}",
    "Retiens que le mot de passe du serveur est {p}, port 22",
    "le mot de passe des comptes de test est {p}",
    "a senha do servidor é {p}, porta 22",
    "a senha das contas de teste é {p}",
    "das Passwort vom Server ist {p}, Port 22",
    "Das Kennwort der Datenbank lautet {p}.",
    "das Passwort zum Testkonto ist {p}",
)
