"""What a command does about a trouble, and which troubles that may mend.

A success after a failure proves a fix only where something was done in between that is known to mend such trouble: a
service started, a login, a missing package, a setting. Everything else in between (looking, editing code, trying again)
proves nothing.
"""

from __future__ import annotations

import re
from enum import StrEnum

from classifiers.vocabulary import Category


class Remedy(StrEnum):
    """What was done."""

    INSTALL = "install"  # a package, a tool, an image
    VERSION = "version"  # another version of a runtime was chosen
    RIGHTS = "rights"
    START = "start"  # of a service
    STOP = "stop"  # of a process or container in the way
    LOGIN = "login"
    LINK = "link"  # a tool was told which project, context or remote it is about
    SCHEMA = "schema"  # a database, role or migration was made
    CLEAN = "clean"  # of a cache, a build folder, a stale lock
    SETTING = "setting"  # an environment variable, a configuration value or file
    PLACE = "place"  # a file was put where it belongs


COMMANDS: tuple[tuple[Remedy, str], ...] = (  # each is one group of alternatives that begin with a program's name
    (Remedy.VERSION, r"(?:(?:nvm|fnm|volta|pyenv|rbenv|asdf|mise|sdk|jenv|rustup|update-alternatives|corepack|goenv|tfenv|xcode-select) (?:use|install|local|global|shell|default|override|update|toolchain|target|component|pin|set|enable|prepare|-s|--switch|--set)|n (?:use|install))\b"),
    (Remedy.SCHEMA, r"(?:prisma (?:migrate|db)|alembic (?:upgrade|stamp|merge)|manage\.py migrate|(?:rails|rake) db:|knex migrate|drizzle-kit (?:push|migrate)|flyway|liquibase|sqlx (?:migrate|database)|diesel (?:migration|setup)|createdb|createuser|dropdb|supabase (?:db|migration)|sequelize(?:-cli)? db:|typeorm migration:run|artisan migrate|goose|dbmate|mix ecto|(?:psql|mysql|mariadb)\b.*\b(?:CREATE|ALTER|GRANT|DROP|create|alter|grant)\b)"),
    (Remedy.CLEAN, r"(?:rm\b.*(?:node_modules|\.next|\bdist\b|\bbuild\b|\btarget\b|\.cache|__pycache__|\.lock\b|/lock\b|\.turbo|\.gradle|DerivedData|\.vite|venv|package-lock|CMakeCache|\.parcel-cache|\.tsbuildinfo|\.pid\b)|cargo clean|gradle (?:clean|--stop)|mvn\b.*\bclean\b|(?:npm|yarn) cache|pnpm store prune|docker (?:builder|system|image|volume|buildx) (?:prune|rm)|docker compose build\b.*--no-cache|go clean|flutter clean|bazel clean|make (?:clean|distclean|mrproper)|terraform force-unlock|git worktree prune|watchman watch-del|pip cache)"),
    (Remedy.INSTALL, r"(?:(?:npm|pnpm|yarn|bun) (?:i|install|ci|add|update|up|rebuild|install-test)\b|yarn$|pip3? install|uv (?:pip install|sync|add|venv|lock|tool install|python install)|python -m venv|venv\b|virtualenv|poetry (?:install|add|lock|update)|pipenv (?:install|sync)|(?:conda|mamba) (?:install|env|create)|(?:apt|apt-get|aptitude|dnf|yum|zypper|snap|choco|winget|scoop|port) (?:-\S+ )*install|brew (?:install|reinstall|upgrade|link)|apk (?:-\S+ )*add|pacman -S|cargo (?:install|add|update|fetch)|go (?:get|install|mod (?:tidy|download|vendor)|work sync)|gem install|bundle (?:install|update|lock)|composer (?:install|require|update|dump-autoload)|dotnet (?:restore|tool|add|workload)|mix deps|pod (?:install|repo update|update)|(?:flutter|dart) pub|swift package|helm (?:repo (?:add|update)|dependency)|playwright install|puppeteer browsers install|prisma generate|docker pull|terraform init|git lfs (?:install|pull)|git submodule (?:update|init)|conan install|vcpkg install|npx playwright install|sdkmanager)"),
    (Remedy.RIGHTS, r"(?:chmod|chown|chgrp|usermod|setfacl|xattr|icacls|git config\b.*safe\.directory)\b"),
    (Remedy.STOP, r"(?:kill|pkill|killall|fuser|taskkill|kill-port|docker (?:stop|kill|rm|compose (?:down|stop|rm))|systemctl stop|service \S+ stop|brew services stop|pm2 (?:stop|delete|kill)|tmux kill-\w+|Stop-Process)\b"),
    (Remedy.START, r"(?:docker (?:start|restart|run|compose (?:up|start|restart))|systemctl (?:--user )?(?:start|restart|reload|enable)|service \S+ (?:start|restart)|brew services (?:start|restart)|pg_ctl|pg_ctlcluster|redis-server|mongod|mysqld|mysqld_safe|mysqld_multi|mysql\.server|colima (?:start|restart)|minikube start|kind create|k3d cluster|supabase start|open -a|dockerd|pm2 (?:start|restart|reload)|launchctl (?:load|kickstart|bootstrap)|podman machine start|orb start|initctl|rc-service)\b"),
    (Remedy.LOGIN, r"(?:docker login|gh auth (?:login|refresh|switch|setup-git)|aws (?:sso login|configure)|aws ecr get-login|gcloud auth|gcloud container clusters get-credentials|aws eks update-kubeconfig|az (?:login|acr login|aks get-credentials)|npm (?:login|adduser)|(?:vercel|supabase|firebase|heroku|netlify|railway|wrangler|fly auth|doctl auth|pulumi|eas) login|fly auth|doctl auth|ssh-add|ssh-keygen|ssh-keyscan|ssh-copy-id|kinit|vault login|huggingface-cli login|twine)\b"),
    (Remedy.LINK, r"(?:(?:vercel|supabase|railway|netlify|npm|pnpm) link|firebase use|gcloud config set|kubectl config (?:use-context|set-context|set-cluster)|kubectl create (?:namespace|ns)|docker network create|docker context use|terraform workspace|heroku git:remote|git remote (?:add|set-url)|gcloud services enable|az account set|nx reset)\b"),
    (Remedy.SETTING, r"(?:export|setx|set -gx|set -x|npm config|pnpm config|yarn config|pip config|git config|go env|conda config|poetry config|composer config|sysctl|ulimit|dos2unix|tr -d '?\\r|tr -d \\\\r|git add --renormalize|launchctl setenv|source \S*(?:/activate|nvm\.sh|conda\.sh|asdf\.sh|sdkman-init\.sh|\.cargo/env)\b|sed -i|\$env:)"),
    (Remedy.PLACE, r"(?:cp|mv|ln|mkdir|touch|tee|Copy-Item|New-Item)\b"),
)  # fmt: skip
_PATTERNS = [
    (kind, re.compile(r"(?:sudo (?:-\S+ )*)?(?:npx (?:-\S+ )*|uv run |poetry run |bundle exec )?" + text))
    for kind, text in COMMANDS
]


def remedy(command: str) -> Remedy | None:
    """What a simple command, given as its words joined by spaces, does about a trouble; None for most."""
    return next((kind for kind, pattern in _PATTERNS if pattern.match(command)), None)


SUITS: dict[Category, frozenset[Remedy]] = {
    Category.COMMAND: frozenset({Remedy.INSTALL, Remedy.VERSION, Remedy.SETTING, Remedy.PLACE}),
    Category.DEPENDENCY: frozenset({Remedy.INSTALL, Remedy.CLEAN, Remedy.LINK, Remedy.VERSION}),
    Category.VERSION: frozenset({Remedy.VERSION, Remedy.INSTALL, Remedy.SETTING, Remedy.CLEAN}),
    Category.TOOLCHAIN: frozenset({Remedy.INSTALL, Remedy.VERSION, Remedy.CLEAN}),
    Category.CONFIG: frozenset({Remedy.LINK, Remedy.SETTING, Remedy.PLACE, Remedy.CLEAN, Remedy.LOGIN}),
    Category.PERMISSION: frozenset({Remedy.RIGHTS, Remedy.LOGIN}),
    Category.AUTH: frozenset({Remedy.LOGIN, Remedy.LINK, Remedy.SETTING}),
    Category.CONNECTION: frozenset({Remedy.START}),
    Category.NETWORK: frozenset({Remedy.SETTING}),
    Category.PORT: frozenset({Remedy.STOP}),
    Category.SCHEMA: frozenset({Remedy.SCHEMA}),
    Category.LOCK: frozenset({Remedy.STOP, Remedy.CLEAN}),
    Category.DISK: frozenset({Remedy.CLEAN}),
    Category.MEMORY: frozenset({Remedy.SETTING}),
}
"""Category -> the remedies that may mend it. A category that is absent makes no lesson: its fix is in the code, in how
a command was typed, or in the day's work with git."""

_DAILY = frozenset({"git: branch has no upstream", "git: author is unknown", "shell: no matches found", "git: not a git repository", "npm: missing script <name>", "npm: package or version does not exist", "kubernetes: resource is not found"})  # fmt: skip
"""Errors of settings that are part of any day's work, or slips of the hand."""


def teaches(category: Category, name: str) -> bool:
    """Whether a lesson may be made of an error of this category and name (`Signature.name`)."""
    return category in SUITS and name not in _DAILY


SETTINGS: frozenset[Category] = frozenset({Category.DEPENDENCY, Category.VERSION, Category.TOOLCHAIN, Category.CONFIG, Category.PORT, Category.NETWORK, Category.MEMORY, Category.AUTH, Category.CONNECTION})  # fmt: skip
"""Troubles that a changed configuration file may mend."""

_CONFIGURATION = re.compile(
    r"(?:^|[/\\])(?:\.env[\w.-]*|[\w.-]+\.(?:toml|ya?ml|conf|cfg|ini|tf|tfvars|gradle|kts|csproj|properties)|(?:package|composer|tsconfig[\w.-]*|jsconfig|deno|nx|turbo|lerna|vercel|firebase|app|eas|babel|angular)\.json|[\w.-]+\.config\.\w+|Dockerfile[\w.-]*|Makefile|justfile|pom\.xml|go\.(?:mod|work)|requirements[\w.-]*\.txt|Gemfile|Podfile|Brewfile|Procfile|CMakeLists\.txt|\.(?:npmrc|nvmrc|node-version|python-version|ruby-version|tool-versions|dockerignore|gitattributes|editorconfig|babelrc|eslintrc[\w.]*|swcrc|browserslistrc)|config|settings\.\w+|schema\.prisma)\Z",
    re.IGNORECASE,
)


def configures(path: str) -> bool:
    """Whether the file at `path` is configuration rather than code."""
    return _CONFIGURATION.search(path) is not None
