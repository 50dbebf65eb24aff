import pytest
from hypothesis import given
from hypothesis import strategies as st

from classifiers.remotes import normalize, repository_name

SHOP = "git:github.com/acme/shop"


@pytest.mark.parametrize(
    "remote",
    [
        "https://github.com/acme/shop",
        "https://github.com/Acme/Shop.git/",
        "http://www.github.com/acme/shop.git",
        "https://me:s3cret@github.com:443/acme/shop.git?ref=main#readme",
        "git@github.com:acme/shop.git",
        "github.com:acme/shop",
        "org-7@GitHub.com:/acme/shop.git",
        "git@github.com-work:acme/shop.git",
        "ssh://git@github.com/acme/shop.git",
        "ssh://git@ssh.github.com:443/acme/shop.git",
        "git+ssh://git@github.com/acme/shop",
        "git+https://github.com/acme/shop.git",
        "git://github.com//acme/./shop.git\n",
    ],
)
def test_every_way_to_name_a_repository_is_one(remote):
    """Scheme, user, password, port, suffix and case make no difference."""
    assert normalize(remote) == SHOP


@pytest.mark.parametrize(
    ("remote", "expected"),
    [
        ("git@gitlab.com:acme/web/shop.git", "git:gitlab.com/acme/web/shop"),
        ("git@ssh.dev.azure.com:v3/acme/web/shop", "git:dev.azure.com/acme/web/shop"),
        ("https://acme@dev.azure.com/acme/web/_git/shop", "git:dev.azure.com/acme/web/shop"),
        ("https://acme.visualstudio.com/DefaultCollection/web/_git/shop", "git:dev.azure.com/acme/web/shop"),
        ("acme@vs-ssh.visualstudio.com:v3/acme/web/shop", "git:dev.azure.com/acme/web/shop"),
        ("https://bb.acme.test/scm/web/shop.git", "git:bb.acme.test/web/shop"),
        ("ssh://git@bb.acme.test:7999/web/shop.git", "git:bb.acme.test/web/shop"),
        ("git@[::1]:acme/shop", "git:[::1]/acme/shop"),
        ("https://git.acme.test/%EC%84%9C%EB%9E%8D", "git:git.acme.test/서랍"),
    ],
)
def test_hosts_with_ways_of_their_own(remote, expected):
    """Hosting services that spell one repository differently over ssh and https give one identity."""
    assert normalize(remote) == expected


@pytest.mark.parametrize(
    "remote",
    [
        "", " ", "/srv/git/shop.git", "../shop", "./a:b", "file:///srv/git/shop.git", r"C:\repos\shop", "C:/repos/shop",
        "https://github.com", "https://github.com/", "https://", "ext::ssh x", "git@host:../../etc", "x" * 9000,
        "https://github.com/..git", "https://github.com/acme/..git", "https://github.com/a/b\0c", "https://github.com/a%00b/c", "plain", "s3://bucket/shop",
    ],
)  # fmt: skip
def test_places_on_disk_and_nonsense_name_no_repository(remote):
    """What cannot be the same elsewhere has no identity of a remote."""
    assert normalize(remote) == ""


@given(st.text(alphabet="agit@:/.~ %41[]-_\\서", max_size=30))
def test_any_text_is_safe_and_stable(text):
    """No text raises; an identity, read as a URL again, is itself; it holds no user and no space around it."""
    identity = normalize(text)
    if identity:
        again = normalize("https://" + identity.removeprefix("git:").replace("%", "%25"))
        assert again == identity or identity.endswith(".git") or ".git" in identity
        assert identity == identity.strip().lower()


def test_the_name_is_the_last_part():
    """Only identities of remotes have a repository name."""
    assert repository_name(SHOP) == "shop"
    assert repository_name("path:/home/me") == ""
    assert repository_name("") == ""
