"""The programs that run another program, as data: one row each, taken from the tools' own usage texts."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapper:
    """How a wrapper's own words end and the wrapped command begins.

    Options are named with their dashes; a letter's value may be joined to it (`-uroot`), a long one's by `=`.
    """

    name: str
    then: tuple[str, ...] = ()  # sub-commands after the name (`uv run`)
    before: frozenset[str] = frozenset()  # options with a value that may stand before the sub-commands
    values: frozenset[str] = frozenset()  # options with a value
    line: frozenset[str] = frozenset()  # options whose value is a whole command line
    rest: frozenset[str] = frozenset()  # options after which the command's words begin (`nix develop -c`)
    module: frozenset[str] = frozenset()  # options whose value is the program's name (`-m`)
    folder: frozenset[str] = frozenset()  # options that name the folder it runs in
    sets: frozenset[str] = frozenset()  # options that set a variable (`docker exec -e A=b`)
    assigns: bool = False  # `A=b` words before the command
    arguments: tuple[str, ...] = ()  # own words before the command: "" is passed over, others name what they are
    dashed: bool = False  # the command stands behind `--` only
    mixed: bool = False  # options may stand behind the own words, too (`kubectl exec pod -c x -- cmd`)
    asks: frozenset[str] = frozenset()  # options that make it something else (`command -v`)
    detaches: frozenset[str] = frozenset()  # options with which it does not wait
    package: bool = False  # the command may carry a version (`npx vercel@latest`)
    only: frozenset[str] = frozenset()  # wraps only these programs
    apart: bool = False  # runs it elsewhere: folder and variables do not go with it
    hosts: frozenset[str] = frozenset()  # options that name the host it runs on
    joins: bool = False  # its words are a line for a shell (`firebase emulators:exec 'npm test'`)
    counts: bool = (
        False  # a command that counts as one itself: a host was reached (`gcloud compute ssh vm-1 --command …`)
    )
    loose: bool = False  # ends with 0 although the command may not have, or may not have run
    guarded: bool = False  # may run it never, or many times


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_UV = _set(
    "--with --with-editable --with-requirements --python -p --project --env-file --extra --group --package --index --index-url -i "
    "--default-index --extra-index-url --from --refresh-package --only-group --no-group -P --upgrade-package --cache-dir --color -w"
)
_NPX = _set("-p --package --registry -w --workspace --userconfig --cache --loglevel")
_PNPM = _set("--filter -F --dir -C --filter-prod --reporter --loglevel --package")
_DOCKER = _set("-H --host -c --context --config -l --log-level")
_COMPOSE = _DOCKER | _set("-f --file -p --project-name --project-directory --profile --env-file --ansi --progress")
_EXEC = Wrapper(
    name="docker",
    then=("exec",),
    before=_DOCKER,
    values=_set("-u --user --env-file --detach-keys --index"),
    folder=_set("-w --workdir"),
    sets=_set("-e --env"),
    arguments=("container",),
    detaches=_set("-d --detach"),
    apart=True,
)
_RUN = replace(
    _EXEC,
    then=("compose", "run"),
    before=_COMPOSE,
    values=_set(
        "-u --user --env-file -v --volume --name -p --publish --entrypoint --label -l --cap-add --cap-drop --pull"
    ),
    sets=_set("-e --env"),
)
_NEW = replace(
    _EXEC,
    then=("run",),
    values=_set(
        "-a --attach --add-host --annotation --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile -c --cpu-shares "
        "--cpus --cpuset-cpus --cpuset-mems --device --dns --dns-search --domainname --entrypoint --env-file --expose --gpus --group-add "
        "--health-cmd --health-interval --health-retries --health-timeout -h --hostname --ip --ip6 --ipc --isolation -l --label "
        "--label-file --link --log-driver --log-opt --mac-address -m --memory --memory-swap --mount --name --net --network "
        "--network-alias --oom-score-adj --pid --pids-limit --platform -p --publish --pull --restart --runtime --security-opt "
        "--shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit -u --user --userns --uts -v --volume "
        "--volume-driver --volumes-from"
    ),
)
"""A new container runs one command; without one its image does what it does."""
_KUBECTL = Wrapper(
    name="kubectl",
    then=("exec",),
    before=_set("-n --namespace --context --kubeconfig --cluster --user -s --server --request-timeout --as -v"),
    values=_set("-n --namespace -c --container --context --kubeconfig -f --filename --pod-running-timeout"),
    arguments=("container",),
    mixed=True,
    apart=True,
)
_HEROKU = _set("-a --app -r --remote -s --size -e --env --type")
_GCLOUD_SSH = Wrapper(
    name="gcloud",
    then=("compute", "ssh"),
    before=_set("--project --zone --account --configuration"),
    values=_set(
        "--zone --project --account --configuration --ssh-key-file --ssh-flag --container --tunnel-through-iap-port"
    ),
    line=_set("--command"),
    arguments=("host",),
    mixed=True,
    apart=True,
    counts=True,
)
_FLY_SSH = Wrapper(
    name="fly",
    then=("ssh", "console"),
    values=_set("-r --region -u --user -A --address -c --config -o --org --machine --container -t --access-token"),
    line=_set("-C --command"),
    hosts=_set("-a --app"),
    mixed=True,
    apart=True,
    counts=True,
)
_TOOLS = _set(
    "python python3 pytest ruff mypy black isort flake8 pylint tox nox alembic django-admin uvicorn gunicorn flask twine build celery "
    "coverage sphinx-build mkdocs pyright pre-commit pip pip3 bash sh zappa chalice cdk aws ansible-playbook dbt prefect hypercorn"
)
"""`hatch run x` and `pdm run x` run a script of the project's unless x is a program everyone has."""

_SU = Wrapper(name="su", values=_set("-s --shell -g -G -w"), line=_set("-c --command"), mixed=True, arguments=("", ""))

WRAPPERS: tuple[Wrapper, ...] = (
    # as someone else, in another environment, for some time
    Wrapper(
        name="sudo",
        values=_set("-u --user -g --group -h --host -p --prompt -C --close-from -T --command-timeout -U --other-user -r --role -t --type -R"),
        folder=_set("-D --chdir"), asks=_set("-l --list -v --validate -k -K -e --edit -V"), detaches=_set("-b --background"), assigns=True,
    ),
    Wrapper(name="doas", values=_set("-u -C"), asks=_set("-L")),
    Wrapper(name="gosu", arguments=("",)),
    Wrapper(name="su-exec", arguments=("",)),
    _SU,
    Wrapper(name="runuser", values=_set("-u --user -g -G -s"), dashed=True),
    replace(_SU, name="runuser"),
    Wrapper(name="env", values=_set("-u --unset"), line=_set("-S --split-string"), folder=_set("-C --chdir"), assigns=True),
    Wrapper(name="cross-env", assigns=True),
    Wrapper(name="env-cmd", values=_set("-f --file -e --environments -r --rc-file")),
    Wrapper(name="nyc", values=_set("--reporter -r --report-dir --temp-dir --include --exclude -n -x --require -i --cwd")),
    Wrapper(name="c8", values=_set("--reporter -r --report-dir -o --temp-directory --include --exclude -n -x --src --lines --branches")),
    Wrapper(name="timeout", values=_set("-k --kill-after -s --signal"), arguments=("",)),
    Wrapper(name="gtimeout", values=_set("-k --kill-after -s --signal"), arguments=("",)),
    Wrapper(name="nohup"),
    Wrapper(name="time", values=_set("-f --format -o --output")),
    Wrapper(name="command", asks=_set("-v -V")),
    Wrapper(name="builtin"),
    Wrapper(name="exec", values=_set("-a")),
    Wrapper(name="noglob"),
    Wrapper(name="nocorrect"),
    Wrapper(name="nice", values=_set("-n --adjustment")),
    Wrapper(name="ionice", values=_set("-c --class -n --classdata -p --pid"), asks=_set("-p --pid")),
    Wrapper(name="stdbuf", values=_set("-i --input -o --output -e --error")),
    Wrapper(name="setsid", loose=True),
    Wrapper(name="chronic"),
    Wrapper(name="unbuffer"),
    Wrapper(name="caffeinate", values=_set("-t -w")),
    Wrapper(name="arch", values=_set("-arch -e -d")),
    Wrapper(name="winpty"),
    Wrapper(name="xvfb-run", values=_set("-n --server-num -s --server-args -e --error-file -f --auth-file -p --xauth-protocol -w --wait")),
    Wrapper(name="dbus-run-session", values=_set("--config-file --dbus-daemon")),
    Wrapper(name="flock", values=_set("-w --timeout -E --conflict-exit-code"), line=_set("-c --command"), arguments=("",), mixed=True),
    Wrapper(name="script", line=_set("-c --command"), values=_set("-o -O -I -B -T -m -E"), arguments=("",), loose=True),
    Wrapper(
        name="xargs", guarded=True, loose=True,
        values=_set("-I -n -P -L -d -E -s -a -J -R --max-args --max-procs --max-lines --replace --delimiter --arg-file --max-chars"),
    ),
    Wrapper(name="coproc", detaches=frozenset({""})),
    Wrapper(name="sshpass", values=_set("-p -f -d -P")),
    Wrapper(name="wsl", values=_set("-d --distribution -u --user"), folder=_set("--cd"), asks=_set("-l --list --install --update --shutdown -t -s --status")),
    # language runners
    Wrapper(name="npx", values=_NPX, line=_set("-c --call"), folder=_set("--prefix"), package=True),
    Wrapper(name="npm", then=("exec",), before=_NPX, values=_NPX, line=_set("-c --call"), folder=_set("--prefix"), package=True),
    Wrapper(name="npm", then=("x",), before=_NPX, values=_NPX, line=_set("-c --call"), folder=_set("--prefix"), package=True),
    Wrapper(name="pnpm", then=("dlx",), before=_PNPM, values=_PNPM, package=True),
    Wrapper(name="pnpm", then=("exec",), before=_PNPM, values=_PNPM, folder=_set("-C --dir"), line=_set("-c --shell-mode")),
    Wrapper(name="pnpx", values=_PNPM, package=True),
    Wrapper(name="yarn", then=("dlx",), before=_set("--cwd"), values=_set("-p --package"), package=True),
    Wrapper(name="yarn", then=("exec",), before=_set("--cwd")),
    Wrapper(name="bunx", values=_set("-p --package"), package=True),
    Wrapper(name="bun", then=("x",), before=_set("--cwd"), values=_set("-p --package"), package=True),
    Wrapper(name="corepack", only=_set("npm npx pnpm pnpx yarn"), package=True),
    Wrapper(name="uv", then=("run",), before=_UV, values=_UV, folder=_set("--directory"), module=_set("-m --module")),
    Wrapper(name="uv", then=("tool", "run"), before=_UV, values=_UV, folder=_set("--directory"), package=True),
    Wrapper(name="uvx", values=_UV, folder=_set("--directory"), package=True),
    Wrapper(name="pipx", then=("run",), values=_set("--spec --python --index-url -i --pip-args"), package=True),
    Wrapper(name="poetry", then=("run",), before=_set("-C --directory -P --project"), folder=_set("-C --directory")),
    Wrapper(name="pipenv", then=("run",)),
    Wrapper(name="rye", then=("run",)),
    Wrapper(name="hatch", then=("run",), before=_set("-e --env -p --project"), only=_TOOLS),
    Wrapper(name="pdm", then=("run",), before=_set("-p --project"), values=_set("-p --project"), only=_TOOLS),
    Wrapper(name="pixi", then=("run",), values=_set("-e --environment --manifest-path"), only=_TOOLS),
    Wrapper(name="opam", then=("exec",), values=_set("--switch"), dashed=True),
    Wrapper(name="stack", then=("exec",), values=_set("--package"), dashed=True),
    Wrapper(name="cabal", then=("exec",), dashed=True),
    Wrapper(name="coverage", then=("run",), values=_set("--source --omit --include --rcfile --context --concurrency --data-file"), module=_set("-m --module"), dashed=True),
    Wrapper(name="bundle", then=("exec",), values=_set("--gemfile")),
    Wrapper(name="conda", then=("run",), values=_set("-n --name -p --prefix"), folder=_set("--cwd")),
    Wrapper(name="mamba", then=("run",), values=_set("-n --name -p --prefix")),
    Wrapper(name="micromamba", then=("run",), values=_set("-n --name -p --prefix")),
    Wrapper(name="rbenv", then=("exec",)),
    Wrapper(name="pyenv", then=("exec",)),
    Wrapper(name="asdf", then=("exec",)),
    Wrapper(name="nvm", then=("exec",), arguments=("",)),
    Wrapper(name="fnm", then=("exec",), values=_set("--using")),
    Wrapper(name="volta", then=("run",), values=_set("--node --npm --yarn --pnpm")),
    Wrapper(name="mise", then=("exec",), values=_set("-C --cd -E --env -j --jobs"), dashed=True),
    Wrapper(name="mise", then=("x",), values=_set("-C --cd -E --env -j --jobs"), dashed=True),
    Wrapper(name="direnv", then=("exec",), arguments=("",)),
    Wrapper(name="devbox", then=("run",), dashed=True),
    Wrapper(name="nix", then=("develop",), mixed=True, values=_set("-f --file --override-input -k -u"), rest=_set("-c --command"), dashed=True),
    Wrapper(name="nix", then=("shell",), mixed=True, values=_set("-f --file --override-input -k -u"), rest=_set("-c --command"), dashed=True),
    Wrapper(name="nix-shell", values=_set("-I -A --attr -E --argstr --arg -p --packages"), line=_set("--run --command"), mixed=True, dashed=True),
    # secrets and profiles put around a command
    Wrapper(name="devcontainer", then=("exec",), values=_set("--workspace-folder --container-id --config --id-label --remote-env --docker-path")),
    Wrapper(name="dotenv", values=_set("-e -f --file -c -v -p"), dashed=True),
    Wrapper(name="dotenvx", then=("run",), values=_set("-f --env-file -fk"), dashed=True),
    Wrapper(name="doppler", then=("run",), before=_set("-t --token -c --config -p --project"), values=_set("-t --token -c --config -p --project --mount"), line=_set("--command"), dashed=True),
    Wrapper(name="op", then=("run",), values=_set("--env-file --account"), dashed=True),
    Wrapper(name="infisical", then=("run",), values=_set("--env --path --projectId --token"), line=_set("--command"), dashed=True),
    Wrapper(name="chamber", then=("exec",), arguments=("",), dashed=True),
    Wrapper(name="aws-vault", then=("exec",), values=_set("-d --duration -r --region --mfa-token -t"), arguments=("profile",), dashed=True),
    # elsewhere
    _EXEC,
    replace(_EXEC, then=("container", "exec")),
    replace(_EXEC, then=("compose", "exec"), before=_COMPOSE),
    _RUN,
    _NEW,
    replace(_NEW, then=("container", "run")),
    replace(_EXEC, name="docker-compose", before=_COMPOSE),
    replace(_RUN, name="docker-compose", then=("run",)),
    *(replace(row, name=name) for name in ("podman", "nerdctl") for row in (_EXEC, _NEW)),
    _KUBECTL,
    replace(_KUBECTL, name="oc"),
    Wrapper(name="firebase", then=("emulators:exec",), values=_set("--only -P --project --import --export-on-exit --inspect-functions -c --config"), joins=True),
    Wrapper(name="heroku", then=("run",), before=_HEROKU, values=_HEROKU, apart=True, loose=True),
    Wrapper(name="railway", then=("run",), values=_set("-s --service -e --environment -p --project")),
    _GCLOUD_SSH,
    replace(_FLY_SSH, name="fly"),
    replace(_FLY_SSH, name="flyctl"),
    Wrapper(name="az", then=("ssh", "vm"), hosts=_set("-n --name --vm-name --ip"), values=_set("-g --resource-group --local-user --private-key-file --certificate-file --port --hostname"), dashed=True, apart=True, counts=True),
    Wrapper(name="tailscale", then=("ssh",), arguments=("host",), apart=True, counts=True),
    Wrapper(name="k3s", only=_set("kubectl")),
    Wrapper(name="minikube", only=_set("kubectl"), dashed=True),
)  # fmt: skip

BY_NAME: dict[str, tuple[Wrapper, ...]] = {
    name: tuple(sorted((row for row in WRAPPERS if row.name == name), key=lambda row: -len(row.then)))
    for name in {row.name for row in WRAPPERS}
}

FOLDERS: dict[str, frozenset[str]] = {
    "bun": _set("--cwd"),
    "composer": _set("-d --working-dir"),
    "docker": _set("--project-directory"),
    "docker-compose": _set("--project-directory"),
    "git": _set("-C"),
    "gmake": _set("-C --directory"),
    "go": _set("-C"),
    "just": _set("-d --working-directory"),
    "make": _set("-C --directory"),
    "npm": _set("--prefix -C"),
    "pnpm": _set("-C --dir"),
    "poetry": _set("-C --directory"),
    "swift": _set("--package-path"),
    "task": _set("-d --dir"),
    "terraform": _set("-chdir"),
    "tofu": _set("-chdir"),
    "turbo": _set("--cwd"),
    "uv": _set("--directory --project"),
    "vercel": _set("--cwd"),
    "wrangler": _set("--cwd"),
    "yarn": _set("--cwd"),
}
"""Options with which a program goes to another folder before it works."""

FOLDER_FILES: dict[str, frozenset[str]] = {
    "cargo": _set("--manifest-path"),
    "mvn": _set("-f --file"),
    "mvnw": _set("-f --file"),
}
"""Options that name a file in the folder a program works in."""

FIRST_ONLY = frozenset({"git"})
"""Programs that take those options only before their sub-command (`git commit -C HEAD` is no folder)."""
