import pytest

from classifiers.commands import split
from classifiers.vocabulary import Dialect

FLAGS = ("background", "guarded", "chained", "piped", "fed", "silenced", "broken")


def told(line, dialect):
    shown = []
    for simple in split(line, cwd="C:\\p", dialect=dialect):
        flags = " ".join(name for name in FLAGS if getattr(simple, name))
        place = "" if simple.cwd == "C:\\p" else f" @{simple.cwd}"
        shown.append(f"{simple.visibility.value}: {' '.join(simple.argv)}{place}" + (f" [{flags}]" if flags else ""))
    return shown


POWERSHELL = [
    ("npm test", ["own: npm test"]),
    ("npm ci; npm test", ["hidden: npm ci", "own: npm test"]),
    ("npm ci\nnpm test", ["hidden: npm ci", "own: npm test"]),
    ("npm ci && npm test", ["implied: npm ci", "own: npm test [chained]"]),
    ("npm test || npm run fix", ["hidden: npm test", "hidden: npm run fix [guarded]"]),
    ("npm test 2>&1 | Select-Object -Last 30", ["hidden: npm test [piped]", "hidden: Select-Object -Last 30 [fed]"]),
    ("npm test | Out-Null", ["hidden: npm test [piped silenced]", "hidden: Out-Null [fed]"]),
    ("npm test > out.txt 2>&1", ["own: npm test [silenced]"]),
    ("npm test *> out.txt", ["own: npm test [silenced]"]),
    ("npm test 2>$null", ["own: npm test"]),
    ("npm test 2>&1", ["own: npm test"]),
    ('& "C:\\Program Files\\nodejs\\npm.cmd" test', ["own: npm test"]),
    (".\\gradlew.bat build", ["own: gradlew.bat build"]),
    ("C:\\tools\\git.exe push", ["own: git push"]),
    ("cd web; npm test", ["hidden: cd web", "own: npm test @C:\\p\\web"]),
    ("Set-Location -Path ..\\q; npm test", ["hidden: Set-Location -Path ..\\q", "own: npm test @C:\\q"]),
    ("npm test; if ($LASTEXITCODE -ne 0) { exit 1 }", ["hidden: npm test"]),
    ("if ($?) { npm publish }", ["hidden: npm publish [guarded]"]),
    ("foreach ($x in 1..3) { npm publish; git push }", ["hidden: npm publish [guarded]", "hidden: git push [guarded]"]),
    ("try { npm publish } catch { Write-Error $_ }", ["hidden: npm publish [guarded]", "hidden: Write-Error $_ [guarded]"]),
    ("ls | ForEach-Object { npm publish $_ }", ["hidden: ls [piped]", "hidden: ForEach-Object {} [fed]", "hidden: npm publish $_ [guarded]"]),
    ("$x = git status", ["hidden: git status [silenced]"]),
    ("$x = 5; npm test", ["own: npm test"]),
    ('Write-Host "npm publish; rm"', ["hidden: Write-Host npm publish; rm"]),
    ("@'\nnpm publish\n'@ | Set-Content x; git push", ["hidden: Set-Content x [fed]", "own: git push"]),
    ("npm test # && npm publish", ["own: npm test"]),
    ("<# npm publish #> npm test", ["own: npm test"]),
    ("dotnet test `\n  --no-build", ["own: dotnet test --no-build"]),
    ('git commit -m "it `"works`"; npm publish"', ['own: git commit -m it "works"; npm publish']),
    ("npm start &", ["hidden: npm start [background]"]),
    ("npm test; echo 'a", ["hidden: npm test [broken]", "hidden: echo a [broken]"]),
    ("npm test }", ["hidden: npm test } [broken]"]),
    ('bash -c "npm test | tail -3"', ["hidden: npm test [piped]", "own: tail -3 [fed]"]),
    ("cmd /c 'npm ci && npm test'", ["implied: npm ci", "own: npm test [chained]"]),
    ("", []),
]  # fmt: skip

CMD = [
    ("npm test", ["own: npm test"]),
    ("npm ci && npm test", ["implied: npm ci", "own: npm test [chained]"]),
    ("npm ci & npm test", ["hidden: npm ci", "own: npm test"]),
    ("npm test || npm run fix", ["hidden: npm test", "hidden: npm run fix [guarded]"]),
    ("npm test | findstr ok", ["hidden: npm test [piped]", "own: findstr ok [fed]"]),
    ("npm test > out.txt 2>&1", ["own: npm test [silenced]"]),
    ("npm test 2>nul", ["own: npm test"]),
    ("cd /d D:\\api && npm test", ["implied: cd /d D:\\api", "own: npm test @D:\\api [chained]"]),
    ("call npm test", ["own: npm test"]),
    ("@npm test", ["own: npm test"]),
    ('echo "npm publish & x" ^& y', ["own: echo npm publish & x & y"]),
    ("if exist x (npm publish) else (npm test)", ["hidden: npm publish [guarded]", "hidden: npm test [guarded]"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), POWERSHELL, ids=[line for line, _ in POWERSHELL])
def test_powershell_lines(line, expected):
    """PowerShell's commands are found outside its strings and blocks, and a doubtful status is hidden."""
    assert told(line, Dialect.POWERSHELL) == expected


@pytest.mark.parametrize(("line", "expected"), CMD, ids=[line for line, _ in CMD])
def test_cmd_lines(line, expected):
    """The same for cmd."""
    assert told(line, Dialect.CMD) == expected


def test_variables_of_windows_lines():
    """`$env:X=` and `set X=` are known to the commands after them."""
    (run,) = split('$env:TOKEN="a b"; npm publish', dialect=Dialect.POWERSHELL)
    assert dict(run.env) == {"TOKEN": "a b"}
    (run,) = split("set TOKEN=a&& npm publish", dialect=Dialect.CMD)
    assert dict(run.env) == {"TOKEN": "a"}
