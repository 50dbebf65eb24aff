"""What people and agents do all day proves nothing worth a card."""

import pytest

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


@pytest.mark.parametrize("command", [each.strip() for each in EVERYDAY.split(";") if each.strip()])
def test_everyday_commands_propose_nothing(command: str) -> None:
    """Looking around, editing, installing, checking and rehearsing: exit 0 or not, no draft."""
    run = CommandRun(
        key="k", where=Where(1, 0), command=command, actor=Actor.PERSON, exit=0, cwd="/src/blyck", output=Output("ok\n")
    )
    place = Workspace(identity="git:example.com/acme/blyck", name="blyck", root="/src/blyck")
    found = mine([run], {}, book=packaged(), place=lambda *_: place, source=SourceRef("bash", "/h"))
    assert found.drafts == ()
