"""A password told in free words is proposed as nothing, whoever asks to keep it; a wish about passwords is heard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.statements.credentials import gives_a_credential
from classifiers.statements.finding import find, heard
from classifiers.vocabulary import HumanMessage, Where, Workspace

HERE = Workspace(identity="git:git.example.com/acme/blyck", name="blyck", root="/src/blyck")


def message(text: str) -> HumanMessage:
    return HumanMessage(key="claude:u1", where=Where(7, 700), text=text)


GIVEN = [
    "Retiens que le mot de passe du serveur est soleil2024, port 22",
    "Désormais utilise chaton comme mot de passe de la base",
    "Lembre que a senha do servidor é lua2024, porta 22",
    "A partir de agora usa gatinho como senha do banco",
    "Merk dir: das Passwort vom Server ist mond2024, Port 22",
    "Ab jetzt nutze katze als Passwort für die Datenbank",
    "Recuerda que la contraseña del servidor es gatito, puerto 22",
    "ちなみにステージングのパスはhunter2kittyで、ポートは4433です",
    "今後はステージングの暗証番号は4711です",
    "앞으로 스테이징 비밀번호는 hunterkitty야",
    "이제부터 db 암호는 'kittycat' 써",
    "以后都用 kittycat 作为数据库密码",
    "Запомни: логин админа ada, пароль котик99, порт 5433",
    "Запомни: пароль от стенда котик, порт 5433",
    "Впредь используй котик как пароль",
    "Remember that the staging server is on 10.0.0.5 login ada:kittycat99",
    "Always log in to staging with ada / kittycat99",
    "Always log in to staging as ada/kittycat",
    "From now on use kittycat99 as the db pass",
    "From now on use kittycat as the db password",
    "From now on the pin is 482913",
    "From now on the staging password is kittycat, use it for the smoke tests",
    "From now on passphrase = open sesame",
    'From now on the api key is "abcd"',
    "Remember: user ada, password kittycat, port 22",
    "Always use the password kittycat on staging",
    "Remember that the creds for staging are ada:kitty-cat, port 22",
    "From now on, ssh as ada with kittycat99",
    "From now on unlock the vault with kittycat99",
    "From now on the 2fa code is 482913",
    'From now on use the key "abc123def" for the maps api',
    "Merk dir: Zugang zum Server ada / katze99, Port 22",
    "Retiens que l'accès au serveur est ada / chaton99, port 22",
    "De ahora en adelante usa la clave gatito para el servidor",
    "Lembre que o acesso ao servidor é ada / gato99, porta 22",
    "Запомни: доступ к серверу ada / котик99, порт 22",
    "앞으로 서버 계정은 ada/kitty99로 써",
    "今後はサーバーはada/kitty99でログインして",
]


@pytest.mark.parametrize("text", GIVEN)
@pytest.mark.parametrize("around", ["{}", "{}\nMake this a rule.", "Add to CLAUDE.md: {}", "{}\nRemember this."])
def test_what_may_give_a_password_away_is_proposed_as_nothing(text: str, around: str) -> None:
    """Of whatever kind it would be, in each language, and also when the person asks to keep it."""
    assert find(message(around.format(text)), HERE) == ()


@pytest.mark.parametrize("text", GIVEN)
def test_a_password_is_told_from_what_is_said_about_it(text: str) -> None:
    """Whatever else would keep the sentence from being a rule."""
    assert gives_a_credential(text)


@pytest.mark.parametrize(
    "text",
    [
        "never commit secrets",
        "Never log the password or the token",
        "Always sign commits with GPG",
        "Always pin versions, never use latest",
        "Always use OAuth2 for the login",
        "API keys live in 1Password, vault Shop",
        "Passwords must always be hashed with argon2id",
        "Secrets must always be read from Vault",
        "Always store secrets with AES256",
        "From now on read the db password from the environment",
        "Never hard-code credentials, keep them in .env",
        "Always log in with the staging account, never with production",
        "Always run npm run test:login before you push",
        "From now on tokens expire after 30 days",
        "Never commit secrets, the ticket is SHOP-123",
        "Always use psycopg2 to connect as the app user",
        "Only use ed25519 keys, never rsa",
        "Never edit src/access/users2.py",
        'Always use the key "status" in responses',
        "Usa siempre la contraseña del vault",
        "비밀번호는 코드에 넣지 마",
        "Не коммить пароли никогда",
        "Ne commite jamais de mots de passe",
        "永远不要提交密码",
    ],
)
def test_a_wish_about_credentials_is_heard(text: str) -> None:
    """It names them and gives none."""
    assert len(find(message(text), HERE)) == 1


def test_it_is_told_why_nothing_was_proposed() -> None:
    """The person who asks learns that it is for the password's sake."""
    ((_, why),) = heard(message("From now on the pin is 482913"))
    assert why == "it may give a password away"


@given(st.text(alphabet="passwordпароль密码は비번는 is:=/\"'19a,", max_size=400))
def test_no_text_raises(said: str) -> None:
    """Nor takes long."""
    gives_a_credential(said)
