"""What looks like a secret and is none: it must stay as it was, or nobody could read what was run."""

import random
import uuid

import pytest

from classifiers.secrets import mask

_dice = random.Random(2718)


def _hex(length: int) -> str:
    return "".join(_dice.choices("0123456789abcdef", k=length))


def _base64(length: int) -> str:
    return "".join(_dice.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", k=length))


DIGESTS = [
    text
    for _ in range(3)
    for text in (
        f"commit {_hex(40)}",
        _hex(40),
        f"git checkout {_hex(12)}",
        f"git show {_hex(7)}:src/main.py",
        f"HEAD is now at {_hex(8)} Fix the login token test",
        f"   {_hex(7)}..{_hex(7)}  main -> origin/main",
        f"{uuid.UUID(int=_dice.getrandbits(128))}",
        f"request id: {uuid.UUID(int=_dice.getrandbits(128))}",
        f"claude --resume {uuid.UUID(int=_dice.getrandbits(128))}",
        f"sha256:{_hex(64)}",
        f"docker pull nginx@sha256:{_hex(64)}",
        f"{_hex(64)}  dist/shop-1.2.0.tar.gz",
        f'"integrity": "sha512-{_base64(86)}=="',
        f'<script src="a.js" integrity="sha384-{_base64(64)}"></script>',
        f"torch==2.3.0 --hash=sha256:{_hex(64)}",
        f"aws-sdk v1.44.0 h1:{_base64(43)}=",
        f'ETag: "{_hex(32)}"',
        f"Successfully built {_hex(12)}",
        f"cache key: deps-linux-{_hex(64)}",
        f"Cache restored from key: node-modules-{_hex(40)}",
        f"key: v1-pip-{_hex(40)}",
        f"pod/web-{_hex(9)}-x7k2p   1/1   Running   0   3d",
        f"assets/index-{_base64(8).replace('/', 'x').replace('+', 'y')}.js   143.21 kB",
        f"container_id={_hex(64)}",
        f"trace_id={_hex(32)} span_id={_hex(16)}",
        f"layer {_hex(12)}: Pull complete",
    )
]

COMMANDS = """
docker run -p 8080:80 nginx
docker run -d -p 127.0.0.1:5432:5432 --name db postgres:16
docker compose -p shop up -d
mkdir -p src/components/login
cp -p a.txt b.txt
ssh -p 22 deploy@box.example.com
ssh -p 2222 -i ~/.ssh/id_ed25519 deploy@box.example.com uptime
scp -P 2222 a.txt box:/srv
psql -p 5432 -U app -h localhost shop
psql -U postgres -d shop -c '\\dt'
pg_dump -p 5433 -Fc shop > shop.dump
mysql -u root -p shop
mysql -h 127.0.0.1 -P 3306 -u root -p
mysqldump -u root -p --all-databases
redis-cli -p 6379 -h cache ping
mongosh --port 27017
curl -u anna https://api.example.com
curl -sSfL https://example.com/install.sh | sh
curl -b cookies.txt https://example.com
curl -o token.json https://example.com/a.json
wget -P downloads https://example.com/a.tgz
python -m pytest -k test_password_reset -x
pytest tests/test_auth.py::test_token_expired -q
go test ./... -run TestTokenRefresh -p 4
npx playwright test login.spec.ts --project=chromium
git push -u origin feature/token-rotation
git push --set-upstream origin fix/password-reset
git checkout -b secret-manager
git commit -m "Add token refresh"
git log --author=anna -S password
git config --global credential.helper store
git config user.signingkey ~/.ssh/id_ed25519.pub
grep -rn password src
grep -i "api_key" .env.example
rg 'token' --type py
sed -i 's/token/secret/' a.txt
cat ~/.ssh/id_rsa.pub
ls -la secrets/
vim config/secrets.yml
ssh-keygen -t ed25519 -C anna@example.com
ssh-add ~/.ssh/id_ed25519
gpg --list-secret-keys
kubectl get secret db-credentials -o yaml
kubectl create secret generic db --from-file=password.txt
kubectl describe secrets -n shop
kubectl create secret generic db --from-literal=password=$DB_PASSWORD
kubectl get pods -n kube-system
vault read secret/data/shop
aws secretsmanager get-secret-value --secret-id shop/db
aws s3 cp s3://bucket/key.txt .
aws dynamodb query --table-name T --key-condition-expression 'id = :v'
gh secret list
gh secret set NPM_TOKEN < token.txt
gh auth login --with-token < token.txt
gh auth status
docker login -u anna --password-stdin registry.example.com
docker login registry.example.com
npm token list
npm login
pass show work/mail
op read op://work/db/password
htpasswd -c /etc/nginx/.htpasswd anna
openssl req -x509 -newkey rsa:4096 -keyout key.pem -out cert.pem -days 365 -nodes
openssl rand -base64 32
terraform apply -var-file=secrets.tfvars
ansible-vault encrypt group_vars/all/secrets.yml --vault-password-file ~/.vault_pass.txt
tool --token-file /run/secrets/token
tool --password-file=/run/secrets/db
tool --token $TOKEN sync
tool --token "$API_TOKEN" sync
tool --password=${DB_PASSWORD}
tool --api-key <your-api-key>
tool --api-key YOUR_API_KEY
tool --no-password --force
tool --max-tokens 4096
tool --max-tokens=200000 --top-k 40
tool --key-type rsa --sort-key name
export PATH=$PATH:/usr/local/bin
export API_KEY=$(pass show api)
export TOKEN=$TOKEN
export GITHUB_TOKEN=`gh auth token`
PGPASSWORD=$PGPASSWORD psql -h db
TOKEN= make test
API_KEY="" npm start
PASSWORD=<password> ./run.sh
SECRET_KEY=${{ secrets.SECRET_KEY }} make deploy
unset GITHUB_TOKEN
echo $GITHUB_TOKEN | docker login ghcr.io -u anna --password-stdin
echo "password reset done"
set -euo pipefail
set -x
pip install python-jose passlib keyring
npm i jsonwebtoken cookie-parser next-auth
pnpm add @auth/core @types/passport-local
brew install openssl@3
sudo -u postgres psql
uv run --with pyjwt==2.8.0 python a.py
rsync -avz -e 'ssh -p 2222' dist/ deploy@box:/srv/www
7z x archive.7z -oout
unzip -P
zip -r backup-2024-05-01.zip data
""".strip().splitlines()

CODE = """
privateKey: Uint8Array
function sign(privateKey: Uint8Array, token: string) {}
private_key: ed25519.SigningKey
secret: crypto.KeyPair;
export DB_PASSWORD=${DB_PASSWORD:?must be set}
POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?database password required}
"input-otp": "^1.4.2"
"jsonwebtoken": "~9.0.2",
pass: .pass
jq '{user: .user, pass: .pass}' login.json
{ password: .secret.password }
password: ["required", "min:8"]
password: string
password: str
password: str | None = None
token?: string;
apiKey: string,
secret: Optional[str] = None
def login(user: str, password: str) -> bool:
function login(user, password) {
const token = await getToken();
const token = req.headers.authorization;
const apiKey = process.env.API_KEY
const apiKey = process.env.API_KEY!;
api_key = os.environ["API_KEY"]
api_key=os.getenv("API_KEY")
password = getpass.getpass()
password = input("Password: ")
token = jwt.encode(claims, key, algorithm="HS256")
token = response.json()["access_token"]
self.token = token
self._password = password
if token == None:
if (token === undefined) return;
if password != confirm_password:
user.password = hash_password(password)
password=password
token=token, user=user
api_key=settings.api_key
client = Client(api_key=api_key)
secret_key = config.secret_key
auth: { token: string; user: string }
interface Token { value: string }
class TokenExpired(Exception):
TOKEN_EXPIRED
TOKEN_EXPIRED=1
tokens_used: 15234
max_tokens=4096
max_tokens: 8192,
"max_tokens": 1024,
"prompt_tokens": 120, "completion_tokens": 34
total_tokens=1543
token_type: bearer
"token_type": "Bearer"
"token_endpoint": "https://auth.example.com/oauth/token"
token_url = "https://auth.example.com/oauth/token"
password_field = "input#password"
password_min_length: 12
primary_key=True
foreign_key="users.id"
key: name
sort_key = "created_at"
partition_key: user_id
<input type="password" name="password" placeholder="Password">
<label for="password">Password</label>
{ key: 'ArrowDown', action: next }
for key, value in items.items():
keys = sorted(data.keys())
"key": "value"
case token.IDENT:
import { useAuth } from './auth'
from app.auth.tokens import TokenStore
print(f"token: {token}")
logger.info("password changed for %s", user)
password: ${DB_PASSWORD}
password: {{ .Values.db.password }}
password: !vault |
password: ""
password: null
password: 'Mot de passe',
password: ${DB_PASSWORD:?DB_PASSWORD is required}
password: ${DB_PASSWORD:-your_secure_password}
DATABASE_URL: postgresql://${DB_USER:-app}:${DB_PASSWORD}@db:5432/shop
console.error('Failed to parse credentials:', error.message);
API_KEY=sk-xxx
# Get token: https://git.example.com/settings/tokens
$ export GH_TOKEN=[secure]
token: ${{ secrets.GITHUB_TOKEN }}
token: $GITHUB_TOKEN
token: %TOKEN%
api_key: your-api-key
api_key: <your-api-key-here>
API_KEY=your_api_key_here
ENCRYPTION_KEY=your_encryption_key_for_sensitive_data
API_KEY=xxxxxxxxxxxxxxxx
API_KEY=changeme
SECRET=REDACTED
secretName: db-credentials
secretKeyRef:
imagePullSecrets:
serviceAccountToken: true
password = var.db_password
password = data.aws_secretsmanager_secret_version.db.secret_string
ssh_key_path: ~/.ssh/id_ed25519
private_key_file = /etc/ssl/private/server.key
public_key: ssh-ed25519
auth_enabled: true
auth = true
cookie: false
session: 7
""".strip().splitlines()

OUTPUT = """
✓ resets the password (12 ms)
--- PASS: TestLogin/expired_3_=_4 (0.00s)
PASS: TestA
pass: test_login2
FAILED: Can't locate revision identified by 'nosuch7a'
> Tokens: 1.8k sent, 653 received.
FAILED tests/test_auth.py::test_wrong_password - AssertionError: assert 401 == 200
Error: invalid token
error: token expired at 2024-05-01T10:00:00Z
fatal: Authentication failed for 'https://git.example.com/acme/shop.git/'
remote: Support for password authentication was removed on August 13, 2021.
Enter passphrase for key '/home/anna/.ssh/id_ed25519':
anna@box.example.com's password:
[sudo] password for anna:
Password:
Username for 'https://git.example.com': anna
Permission denied (publickey,password).
SyntaxError: Unexpected token < in JSON at position 0
SyntaxError: Unexpected token '}', "{"a":}" is not valid JSON
KeyError: 'password'
Missing required environment variable: API_KEY
Please set ANTHROPIC_API_KEY in your environment.
warning: password is too short
The password must be at least 12 characters.
the password is required
password is incorrect
the token is invalid
your token was revoked
the token is stored in the keychain
key is missing
listening on http://localhost:3000
redis://localhost:6379/0
postgres://localhost:5432/shop
postgres://app@localhost:5432/shop
git@git.example.com:acme/shop.git
ssh://git@git.example.com:22/acme/shop.git
https://example.com/docs/authentication#tokens
https://example.com/search?q=token&page=2
https://example.com/login?next=/account
https://example.com/callback?token=
http://example.com:8080/a@b
https://www.npmjs.com/package/@scope/name
Downloading https://files.example.com/packages/ab/cd/requests-2.31.0-py3-none-any.whl (62 kB)
added 214 packages, and audited 215 packages in 3s
BUILD SUCCESSFUL in 2s
Tests: 12 passed, 12 total
2024-05-01 10:00:00,123 INFO [main] c.e.shop.TokenService - refreshed 3 tokens
2024-05-01T10:00:00.000Z
v1.2.3-rc.1+build.5
python-3.11.9-amd64.exe
node-v20.11.1-linux-x64.tar.xz
pod/coredns-5d78c9869d-abcde
web-7d4b9c6f5d-x2x9z
ip-10-0-12-34.eu-west-1.compute.internal
i-0abcd1234ef567890
arn:aws:iam::123456789012:role/deploy
arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop/db-AbCdEf
src/components/PasswordInput.tsx
src/app/(auth)/login/page.tsx
/home/anna/projects/shop/node_modules/.pnpm/react-dom@18.2.0_react@18.2.0/node_modules
com.example.shop.security.JwtAuthenticationTokenFilter
scikit-learn==1.4.0
sk-learn-contrib/imbalanced-learn
re_path(r'^admin/', admin.site.urls)
npm_config_registry
s.split()
key-value store
secret_santa_2023
AKIA is how they begin
-----BEGIN CERTIFICATE-----
-----BEGIN PUBLIC KEY-----
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 anna@example.com
""".strip().splitlines()

PROSE = """
Never log the password or the token.
Rotate the key every 90 days.
Add a --token option to the CLI.
Use the token from the environment, not from the file.
비밀번호를 로그에 남기지 마
토큰은 환경 변수에서 읽어
パスワードはログに出さないでください
トークンの有効期限を30分にして
不要把密码写进日志
令牌过期时间改成30分钟
Пароль не должен попадать в логи
Le mot de passe ne doit jamais apparaître dans les logs.
Le mot de passe du compte est obligatoire
Le mot de passe des comptes est stocké dans Vault.
A senha do servidor é obrigatória
A senha das contas fica no cofre
Das Passwort der App ist falsch
Das Passwort vom Server ist in 1Password abgelegt
Das Kennwort zum Testkonto ist hier nicht nötig
Das Passwort darf nie geloggt werden.
La contraseña no debe aparecer en los registros.
Fix the login: the session token is not refreshed after an hour.
Keep the access token in memory only.
Set token expiry to 15 minutes.
Set password rules in settings.py.
Make the secret manager the only source of secrets.
This key: it opens the menu.
""".strip().splitlines()

ALL = [*DIGESTS, *COMMANDS, *CODE, *OUTPUT, *PROSE]
# Nothing tells these from a secret, and a mask too many costs less than a secret too few.
ACCEPTED: set[str] = set()


@pytest.mark.parametrize("text", sorted(set(ALL) - ACCEPTED))
def test_what_only_looks_like_a_secret_stays(text):
    """Byte for byte, alone and in the middle of other lines."""
    assert mask(text) == text
    around = f"$ make\n{text}\n$ ls -la\n"
    assert mask(around) == around


def test_the_look_alikes_are_many_and_few_are_given_up():
    """More than two hundred, of which at least 98 in a hundred stay."""
    assert len(set(ALL)) >= 200
    assert len(ACCEPTED) <= len(set(ALL)) * 0.02
