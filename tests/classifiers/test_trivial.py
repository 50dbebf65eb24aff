"""What people and agents do all day proves nothing worth a card."""

import pytest

from classifiers.invocations import RUNNERS, run_words
from classifiers.mining import SourceRef, mine
from classifiers.rulebook.packaged import packaged
from classifiers.vocabulary import Actor, CommandRun, Output, Where, Workspace

EVERYDAY = """
ls -la; cd src && pwd; cat README.md; head -20 x.log; tail -f x.log; grep -rn deploy .; find . -name '*.py'; rg 'npm publish'
git status; git add -A; git commit -m 'deploy to prod'; git push; git pull --rebase; git log --oneline; git diff; git stash
git checkout -b deploy; git merge main; mkdir -p dist; rm -rf build; cp a b; mv a b; touch x; chmod +x deploy.sh; ln -s a b
vim deploy.sh; code .; nano .env; less out; man ssh; which terraform; type npm; echo deployed; printf 'ok'; sleep 5; date
npm install; npm ci; pnpm i; yarn add left-pad; pip install requests; uv sync; poetry install; brew install jq; apt-get update
npm outdated; npm view left-pad; pip list; cargo add serde; go mod tidy; npm init -y; npx create-react-app x; node -v; python -V
curl https://example.com; wget https://example.com/x.tgz; ping -c1 example.com; ps aux; kill 4711; top; df -h; du -sh .; env
docker ps; docker images; docker logs api; docker pull redis; kubectl get pods; kubectl describe pod x; kubectl logs x
terraform fmt; terraform validate; terraform plan; npm run dev; npm start; python app.py; node index.js; tsc --noEmit; eslint .
prettier --write .; ruff check .; mypy .; black .; sed -i s/a/b/ x; awk '{print $1}' x; sort x; uniq -c; wc -l x; jq . x.json
tar czf x.tgz dist; unzip x.zip; base64 x; openssl rand -hex 8; ssh-keygen -t ed25519 -N '' -f k; gh pr list; gh pr view 3
gh issue list; gh run list; npm publish --dry-run; vercel --help; aws --version; twine check dist/*; cargo publish --dry-run
""".replace("\n", ";")


NAMELESS = """
make clean; make docker; make run; make lint; make install; make fmt; make help; make dev; make update; make seed-data; just; just fmt; task list
rake -T; rake routes; gem list; gem install rails; bundle install; npm run foo; npm run lint; npm run dev; yarn dev; pnpm run start; bun run dev
deno run x.ts; deno task dev; nx graph; nx run web:lint; turbo run lint; dotnet run; dotnet restore; mix deps.get; mix phx.server; flutter run; flutter doctor
./run.sh; bash setup.sh; ./gradlew tasks; mvn clean; mvn dependency:tree; sbt run; lein repl; lein deps; bazel run //web; xcodebuild clean; fastlane lanes
arduino-cli board list; changeset; changeset status; changeset version; liquibase status; gradle update; vercel info; expo info; tox -e lint; nox -s lint
cargo fmt; cargo clippy; cargo run; cargo doc; go run .; go vet ./...; go fmt ./...; poetry lock; hatch env show; composer install; php artisan tinker
docker compose ps; docker compose logs api; helm list; helm repo update; ansible --version; packer version; pulumi stack; cdk list; sam validate; eas build:list
""".replace("\n", ";")


def drafts_of(command: str, output: str) -> list[str]:
    run = CommandRun(
        key="k", where=Where(1, 0), command=command, actor=Actor.PERSON, exit=0, cwd="/src/blyck", output=Output(output)
    )
    place = Workspace(identity="git:example.com/acme/blyck", name="blyck", root="/src/blyck")
    found = mine([run], {}, book=packaged(), place=lambda *_: place, source=SourceRef("bash", "/h"))
    return [draft.key for draft in found.drafts]


def several(commands: str) -> list[str]:
    return [each.strip() for each in commands.split(";") if each.strip()]


@pytest.mark.parametrize("command", several(EVERYDAY))
@pytest.mark.parametrize("output", ["ok\n", ""])
def test_everyday_commands_propose_nothing(command: str, output: str) -> None:
    """Looking around, editing, installing, checking and rehearsing: exit 0 or not, output kept or not, no draft."""
    assert drafts_of(command, output) == []


@pytest.mark.parametrize("command", several(NAMELESS))
def test_what_does_not_say_what_it_does_proves_nothing_where_no_output_is_kept(command: str) -> None:
    """A rule that lives by what is printed takes no exit status for it: the recorder keeps no output."""
    assert drafts_of(command, "") == []


@pytest.mark.parametrize("runner", sorted(RUNNERS - {"nox"}))
def test_a_script_by_any_name_proves_nothing_where_no_output_is_kept(runner: str) -> None:
    """Whatever runs it."""
    words = run_words(runner) - {"test", "t", "tst"} or {""}
    assert [key for word in words for key in drafts_of(f"{runner} {word} frobnicate", "")] == []


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("make deploy", ["deploy:blyck"]), ("make migrate", ["migrate:blyck"]), ("make test", ["test:blyck"]),
        ("make package", ["package:blyck"]), ("npm run build", ["build:blyck"]), ("yarn publish-image", ["publish:blyck"]),
        ("bun test", ["test:blyck"]), ("mvn test", ["test:blyck"]), ("dotnet test", ["test:blyck"]), ("tox", ["test:blyck"]),
    ],
)  # fmt: skip
def test_what_says_what_it_does_is_proved_by_its_status_alone(command: str, keys: list[str]) -> None:
    """One command is one thing: a deploy is no build and no package."""
    assert drafts_of(command, "") == keys


@pytest.mark.parametrize("host", ["localhost", "localhost:5000", "127.0.0.1:8080", "0.0.0.0:5000", "[::1]:5000"])
@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("docker login {}", "Login Succeeded"), ("skopeo login {} -u dev", "Login Succeeded!"), ("oras login {}", "Login Succeeded"),
        ("crane auth login {} -u dev", "logged in via /home/dev/.docker/config.json"), ("npm login --registry http://{}", "Logged in on http://{}/."),
        ("npm adduser", "Logged in as dev on http://{}/."), ("trino --server {} --execute 'select 1'", '"1"'),
        ("trino --server http://{} --execute 'select 1'", '"1"'),
    ],
)  # fmt: skip
def test_a_server_of_this_machine_is_nothing_to_know_everywhere(command: str, output: str, host: str) -> None:
    """What listens at localhost is another thing in each project, and gone tomorrow."""
    assert drafts_of(command.format("host.example"), output.format("host.example")) != []
    assert drafts_of(command.format(host), output.format(host)) == []


@pytest.mark.parametrize(
    "command",
    [
        "twine upload -r testpypi dist/*", "twine upload --repository testpypi dist/*", "TWINE_REPOSITORY=testpypi twine upload dist/*",
        "twine upload --repository-url https://test.pypi.org/legacy/ dist/*", "uv publish --index testpypi", "flit publish --repository testpypi",
        "uv publish --publish-url https://test.pypi.org/legacy/", "hatch publish -r test",
    ],
)  # fmt: skip
def test_a_rehearsal_of_a_publish_is_none(command: str) -> None:
    """What lies on the index for trying it out is no release: told by the command, or by what it printed."""
    output = "Publishing 1 file to https://{0}/legacy/\nUploading acme_tools-1.2.0.tar.gz\n100% 4.1/4.1 kB\nView at:\nhttps://{0}/project/acme-tools/1.2.0/"
    assert drafts_of(command, output.format("test.pypi.org")) == []
    assert drafts_of("twine upload dist/*", output.format("pypi.org")) == ["publish:pypi/acme-tools"]
