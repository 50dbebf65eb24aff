import pytest

from classifiers.commands import split


def peeled(line):
    """What runs in a line, its wrappers from the inside out, and what is not as it was outside."""
    shown = []
    for simple in split(line, cwd="/p"):
        facts = [f"{name}={getattr(simple, name)}" for name in ("host", "container") if getattr(simple, name)]
        if simple.env:
            facts.append("env=" + ",".join(f"{name}={value}" for name, value in simple.env.items()))
        if simple.cwd != "/p":
            facts.append(f"cwd={simple.cwd}")
        if simple.visibility != "own":
            facts.append(simple.visibility.value)
        shown.append(
            " < ".join([" ".join(simple.argv), *reversed(simple.via)]) + "".join(f" [{fact}]" for fact in facts)
        )
    return shown


LINES = [
    ("sudo -u app -E npm test", ["npm test < sudo"]),
    ("sudo -iu postgres psql -l", ["psql -l < sudo"]),
    ("sudo A=b npm test", ["npm test < sudo [env=A=b]"]),
    ("sudo -- npm test", ["npm test < sudo"]),
    ("sudo -l", ["sudo -l"]),
    ("doas -u root make install", ["make install < doas"]),
    ("env A=b -u C D=e npm test", ["npm test < env [env=A=b,D=e]"]),
    ("env -i npm test", ["npm test < env"]),
    ("env", ["env"]),
    ('env -S "npm test"', ["npm test < env"]),
    ("timeout 5m npm test", ["npm test < timeout"]),
    ("timeout -k 5 --signal=KILL 30 npm test", ["npm test < timeout"]),
    ("gtimeout 5 npm test", ["npm test < gtimeout"]),
    ("nohup npm start &", ["npm start < nohup [hidden]"]),
    ("nice -n 10 make", ["make < nice"]),
    ("nice -10 make", ["make < nice"]),
    ("ionice -c2 -n7 make", ["make < ionice"]),
    ("stdbuf -oL npm test", ["npm test < stdbuf"]),
    ("setsid npm start", ["npm start < setsid [hidden]"]),
    ("chronic make", ["make < chronic"]),
    ("xargs -n1 -P 4 npm view", ["npm view < xargs [hidden]"]),
    ("find . | xargs prettier --check", ["find . [hidden]", "prettier --check < xargs [hidden]"]),
    ("command npm test", ["npm test < command"]),
    ("command -v npm", ["command -v npm"]),
    ("exec npm start", ["npm start < exec"]),
    ("npx vercel@latest deploy --prod", ["vercel deploy --prod < npx"]),
    ("npx -y -p typescript@5 tsc -p .", ["tsc -p . < npx"]),
    ("npx --yes @railway/cli@3 up", ["@railway/cli up < npx"]),
    ('npx -c "jest && tsc"', ["jest < npx [implied]", "tsc < npx"]),
    ("npm exec -- tsc", ["tsc < npm exec"]),
    ("npm x -y vercel", ["vercel < npm x"]),
    ("pnpm dlx wrangler deploy", ["wrangler deploy < pnpm dlx"]),
    ("pnpm --filter api exec vitest run", ["vitest run < pnpm exec"]),
    ("pnpm -C api exec vitest", ["vitest < pnpm exec [cwd=/p/api]"]),
    ("pnpm run build", ["pnpm run build"]),
    ("npm run build", ["npm run build"]),
    ("yarn build", ["yarn build"]),
    ("yarn dlx create-x", ["create-x < yarn dlx"]),
    ("bunx vitest", ["vitest < bunx"]),
    ("bun x vitest", ["vitest < bun x"]),
    ("uvx ruff@0.5 check", ["ruff check < uvx"]),
    ("uvx --from build pyproject-build", ["pyproject-build < uvx"]),
    ("pipx run --spec twine twine upload dist/x", ["twine upload dist/x < pipx run"]),
    ("poetry run pytest -q", ["pytest -q < poetry run"]),
    ("poetry -C api run pytest", ["pytest < poetry run [cwd=/p/api]"]),
    ("uv run --with httpx pytest -q", ["pytest -q < uv run"]),
    ("uv run -m pytest -q", ["pytest -q < uv run"]),
    ("uv run -- pytest", ["pytest < uv run"]),
    ("uv --directory api run pytest", ["pytest < uv run [cwd=/p/api]"]),
    ("uv tool run ruff check", ["ruff check < uv tool run"]),
    ("pipenv run python manage.py migrate", ["python manage.py migrate < pipenv run"]),
    ("hatch run pytest", ["pytest < hatch run"]),
    ("hatch run deploy", ["hatch run deploy"]),
    ("pdm run build-docs", ["pdm run build-docs"]),
    ("pdm run pytest", ["pytest < pdm run"]),
    ("rye run pytest", ["pytest < rye run"]),
    ("bundle exec rails db:migrate", ["rails db:migrate < bundle exec"]),
    ("python -m pytest -q", ["pytest -q < python -m"]),
    ("python3.11 -W error -m build", ["build < python3.11 -m"]),
    ("py -3 -m twine upload x", ["twine upload x < py -m"]),
    ('python -c "import os; -m"', ["python -c import os; -m"]),
    ("python manage.py test", ["python manage.py test"]),
    ("python -u -m http.server", ["http.server < python -m"]),
    ("coverage run -m pytest", ["pytest < coverage run"]),
    ("dotenv -e .env -- npm test", ["npm test < dotenv"]),
    ("dotenv -- npm test", ["npm test < dotenv"]),
    ("doppler run -c prd -- npm run deploy", ["npm run deploy < doppler run"]),
    ('doppler run --command "a && b"', ["a < doppler run [implied]", "b < doppler run"]),
    ("doppler secrets", ["doppler secrets"]),
    ("op run --env-file=x -- terraform apply", ["terraform apply < op run"]),
    ("aws-vault exec prod -- terraform apply", ["terraform apply < aws-vault exec [env=AWS_PROFILE=prod]"]),
    ("aws-vault list", ["aws-vault list"]),
    ("direnv exec . make", ["make < direnv exec"]),
    ("mise exec node@20 -- npm test", ["npm test < mise exec"]),
    ("mise x -- npm test", ["npm test < mise x"]),
    ("mise run build", ["mise run build"]),
    ("nix develop -c make test", ["make test < nix develop"]),
    ("nix develop .#x --command make", ["make < nix develop"]),
    ("nix develop", ["nix develop"]),
    ('nix-shell -p jq --run "jq . x"', ["jq . x < nix-shell"]),
    ('nix-shell -p jq curl --run "jq . x"', ["jq . x < nix-shell"]),
    ("docker exec -it web npm test", ["npm test < docker exec [container=web] [cwd=]"]),
    ("docker exec -e A=b -w /app web npm test", ["npm test < docker exec [container=web] [env=A=b] [cwd=/app]"]),
    ('docker exec web sh -c "cd /app && npm test"', ["cd /app < sh -c < docker exec [container=web] [cwd=] [implied]", "npm test < sh -c < docker exec [container=web] [cwd=/app]"]),
    ("docker exec -d web npm start", ["npm start < docker exec [container=web] [cwd=] [hidden]"]),
    ("docker -H x exec web ls", ["ls < docker exec [container=web] [cwd=]"]),
    ("docker.exe exec web ls", ["ls < docker exec [container=web] [cwd=]"]),
    ("docker compose -f a.yml exec -T db psql -U x", ["psql -U x < docker compose exec [container=db] [cwd=]"]),
    ("docker-compose exec db psql", ["psql < docker-compose exec [container=db] [cwd=]"]),
    ("docker container exec web ls", ["ls < docker container exec [container=web] [cwd=]"]),
    ("docker run --rm node:20 npm test", ["npm test < docker run [container=node:20] [cwd=]"]),
    (
        "docker run --rm --network host -v $PWD:/app -w /app -e CI=1 node:20 npm test",
        ["npm test < docker run [container=node:20] [env=CI=1] [cwd=/app]"],
    ),
    ("docker run -d -p 5432:5432 postgres:16", ["docker run -d -p 5432:5432 postgres:16"]),
    ("podman run -it --rm alpine:3 sh -c 'make test'", ["make test < sh -c < podman run [container=alpine:3] [cwd=]"]),
    ("docker-compose run --rm web npm test", ["npm test < docker-compose run [container=web] [cwd=]"]),
    ("docker compose up -d", ["docker compose up -d"]),
    ("podman exec web ls", ["ls < podman exec [container=web] [cwd=]"]),
    ("kubectl -n prod exec -it pod/web -c app -- python manage.py migrate", ["python manage.py migrate < kubectl exec [container=pod/web] [cwd=]"]),
    ("kubectl exec web -- sh -c 'a | b'", ["a < sh -c < kubectl exec [container=web] [cwd=] [hidden]", "b < sh -c < kubectl exec [container=web] [cwd=]"]),
    ("kubectl get pods", ["kubectl get pods"]),
    ("oc exec web -- ls", ["ls < oc exec [container=web] [cwd=]"]),
    ("ssh me@web uptime", ["ssh me@web", "uptime < ssh [host=me@web] [cwd=]"]),
    ("ssh -i k -p 22 me@web 'cd /srv && git pull && make'", ["ssh -i k -p 22 me@web", "cd /srv < ssh [host=me@web] [cwd=] [implied]", "git pull < ssh [host=me@web] [cwd=/srv] [implied]", "make < ssh [host=me@web] [cwd=/srv]"]),
    ("ssh me@web", ["ssh me@web"]),
    ("ssh -T git@github.com", ["ssh -T git@github.com"]),
    ('ssh web sudo -u app "npm test"', ["ssh web", "npm test < sudo < ssh [host=web] [cwd=]"]),
    ('ssh -f web "sleep 10"', ["ssh -f web [hidden]", "sleep 10 < ssh [host=web] [cwd=] [hidden]"]),
    ("ssh a ssh b uptime", ["ssh a", "ssh b < ssh [host=a] [cwd=]", "uptime < ssh < ssh [host=b] [cwd=]"]),
    ("sshpass -p x ssh web uptime", ["ssh web < sshpass", "uptime < ssh < sshpass [host=web] [cwd=]"]),
    ("bash -c 'a && b'", ["a < bash -c [implied]", "b < bash -c"]),
    ('bash -lc "a; b"', ["a < bash -c [hidden]", "b < bash -c"]),
    ("/bin/sh -c a", ["a < sh -c"]),
    ("bash -e -c 'a; b'", ["a < bash -c [implied]", "b < bash -c"]),
    ("bash -euo pipefail -c 'a | b; c'", ["a < bash -c [implied]", "b < bash -c [implied]", "c < bash -c"]),
    ("zsh -ic 'a'", ["a < zsh -c"]),
    ("bash deploy.sh prod", ["bash deploy.sh prod"]),
    ("bash ./x.sh", ["bash ./x.sh"]),
    ("cmd /c npm test", ["npm test < cmd /c"]),
    ('cmd.exe /c "npm test & b"', ["npm test < cmd /c [hidden]", "b < cmd /c"]),
    ('powershell -NoProfile -Command "npm test; git push"', ["npm test < powershell -Command [hidden]", "git push < powershell -Command"]),
    ("pwsh -c 'npm ci && npm test'", ["npm ci < pwsh -Command [implied]", "npm test < pwsh -Command"]),
    ("powershell.exe -ExecutionPolicy Bypass -File x.ps1", ["powershell -ExecutionPolicy Bypass -File x.ps1"]),
    ("powershell -EncodedCommand abc", ["powershell -EncodedCommand abc"]),
    ('powershell "npm test"', ["npm test < powershell"]),
    ("su - app -c 'npm test'", ["npm test < su"]),
    ("su -c 'npm test' app", ["npm test < su"]),
    ("su app", ["su app"]),
    ("runuser -u app -- npm test", ["npm test < runuser"]),
    ("wsl npm test", ["npm test < wsl"]),
    ("wsl -d Ubuntu -- npm test", ["npm test < wsl"]),
    ("wsl --list", ["wsl --list"]),
    ('script -q -c "npm test" log', ["npm test < script [hidden]"]),
    ("flock /tmp/l make", ["make < flock"]),
    ('flock -n /tmp/l -c "a && b"', ["a < flock [implied]", "b < flock"]),
    ("corepack pnpm install", ["pnpm install < corepack"]),
    ("corepack enable", ["corepack enable"]),
    ("./node_modules/.bin/jest", ["jest"]),
    ("/usr/local/bin/Docker.EXE ps", ["docker ps"]),
    ("./gradlew build", ["gradlew build"]),
    ("./deploy.sh", ["deploy.sh"]),
    ("~/bin/x", ["x"]),
    ("C:/tools/git.exe push", ["git push"]),
    ("npm.cmd test", ["npm test"]),
    ('sudo env A=b timeout 5 bash -c "npx vercel"', ["vercel < npx < bash -c < timeout < env < sudo [env=A=b]"]),
    ("conda run -n x pytest", ["pytest < conda run"]),
    ("time -p make", ["make < time"]),
    ("coproc make", ["make < coproc [hidden]"]),
    ("cross-env A=b webpack", ["webpack < cross-env [env=A=b]"]),
    ("npx cross-env A=b webpack", ["webpack < cross-env < npx [env=A=b]"]),
    ("k3s kubectl get nodes", ["kubectl get nodes < k3s"]),
    ("sudo k3s kubectl exec web -- ls", ["ls < kubectl exec < k3s < sudo [container=web] [cwd=]"]),
    ("xvfb-run -a npm test", ["npm test < xvfb-run"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES, ids=[line for line, _ in LINES])
def test_wrappers_come_off(line, expected):
    """The program behind the wrappers is found, with what they change for it."""
    assert peeled(line) == expected


@pytest.mark.parametrize("depth", [3, 40])
def test_a_tower_of_wrappers_ends(depth):
    """However many wrappers stand in front, peeling ends and the command stays."""
    found = split("sudo " * depth + "npm test")
    assert len(found) == 1
    assert found[0].argv[-1] == "test"
