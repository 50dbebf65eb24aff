from __future__ import annotations

from datetime import UTC, datetime, timedelta

from recall.intents import lexicon
from recall.select import Limits

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)


def test_a_named_key_comes_first(drawer):
    drawer.keep("deploy:blyck", "deploys", "capability")
    drawer.keep("fact:deploy-notes", "how we deploy:blyck was written down by Kim")
    (first, *_) = drawer.ask("what does deploy:blyck do?")
    assert first.memory.key == "deploy:blyck"
    assert "its key is named" in first.why


def test_an_action_is_understood_in_korean_and_english(drawer):
    drawer.keep("deploy:blyck", "./scripts/deploy.sh", "capability")
    for asked in ("배포해줘", "ship it", "deploy please", "roll this out", "デプロイして", "部署一下"):
        assert drawer.keys(asked) == ["deploy:blyck"], asked


def test_a_target_that_is_named_is_meant(drawer):
    drawer.keep("test:blyck", "`pnpm test`", "capability")
    drawer.keep("test:blyck/api", "`cargo test`", "capability")
    assert drawer.keys("run the tests") == ["test:blyck", "test:blyck/api"]
    assert drawer.keys("run the api tests") == ["test:blyck/api"]


def test_a_sign_in_is_recalled_for_its_provider_only(drawer):
    drawer.keep("auth:aws/prod", "`aws sts get-caller-identity`", "capability")
    assert drawer.keys("log in to aws") == ["auth:aws/prod"]
    assert drawer.keys("log in to the shop") == []


def test_naming_a_thing_is_no_order(drawer):
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    drawer.keep("test:blyck", "`pnpm test`", "capability")
    for asked in ("make the deploy button blue", "배포 버튼 색 바꿔줘", "move the test function down"):
        assert drawer.keys(asked) == [], asked


def test_a_rule_about_the_action_comes_with_it(drawer):
    """Also when it was said in the other language, and words of the prompt are not in it."""
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    drawer.keep("rule:friday", "금요일에는 배포하지 않는다", "rule")
    drawer.keep("rule:tea", "no tea near the server", "rule")
    assert drawer.keys("ship it") == ["deploy:blyck", "rule:friday"]


def test_files_bring_what_is_about_them(drawer):
    drawer.keep("rule:strict", "no any", "rule", paths=("src/**/*.ts",))
    assert drawer.keys("simplify this", "src/web/cart.ts") == ["rule:strict"]
    assert drawer.keys("simplify this", "src/cart.ts") == ["rule:strict"]
    assert drawer.keys("simplify this", "docs/cart.ts") == []
    assert drawer.keys("simplify this") == []


def test_other_workspaces_and_stale_memories_stay_out(drawer):
    drawer.keep("deploy:tern", "fly deploy", "capability", scope="git:git.example.com/acme/tern")
    assert drawer.keys("deploy please") == []
    drawer.keep("auth:github", "gh auth status", "capability", scope="global")
    assert drawer.keys("log in to github") == ["auth:github"]


def test_the_newer_of_two_alike_comes_first(drawer):
    drawer.keep("fact:tea-a", "tea is on the shelf", at=NOW - timedelta(days=200))
    drawer.keep("fact:tea-b", "tea is on the table", at=NOW)
    assert drawer.keys("where is the tea?") == ["fact:tea-b", "fact:tea-a"]


def test_limits_hold(drawer):
    for number in range(9):
        drawer.keep(f"deploy:part-{number}", "deploys " + "x" * 400, "capability")
    assert len(drawer.keys("deploy please", limits=Limits(top=3))) == 3
    assert len(drawer.keys("deploy please", limits=Limits(top=9, budget=300))) == 2
    assert drawer.keys("deploy please", limits=Limits(budget=1)) == []


def test_own_words_are_understood(drawer):
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    assert drawer.keys("이제 쏘자") == []
    assert drawer.keys("이제 쏘자", lexicon=lexicon({"deploy": ("쏘자",)})) == ["deploy:blyck"]


def test_odd_questions_find_nothing_and_break_nothing(drawer):
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    for asked in ("", " ", "\x00\x1b[31m", "?" * 10_000, "🙂" * 100, "a" * 1_000_000, "ㅋ" * 1_000_000, "%_'\"--;"):
        assert drawer.keys(asked) == [], asked[:20]


def test_a_clause_is_enough(drawer):
    """What the rest of a long question is about hides nothing, and one word of a clause gives nothing away."""
    drawer.keep("decision:jwt", "Access tokens are valid for 15 minutes", "decision")
    rest = "Several customers wrote angry letters about the horrible purple screens they keep seeing everywhere."
    assert drawer.keys(f"How long is an access token valid? {rest}") == ["decision:jwt"]
    assert drawer.keys(f"My token. {rest}") == []


def test_a_target_makes_a_hint_an_action(drawer):
    """Something is uploaded or queried anywhere; at the service that a key names it is its action."""
    drawer.keep("db:snowflake/warehouse", "reached with `snowsql -c otter`", "capability")
    drawer.keep("publish:npm/ui", "published with `npm publish`", "capability")
    drawer.keep("procedure:publish:testflight/app", "match, then beta", "procedure")
    assert drawer.keys("query snowflake for aborted missions of last spring") == ["db:snowflake/warehouse"]
    assert drawer.keys("query the form for empty fields of last spring") == []
    assert drawer.keys("publish the ui to npm") == ["publish:npm/ui"]


def test_a_rule_holds_for_the_tool_that_is_asked_for(drawer):
    drawer.keep("infra:terraform/shop", "changed with `terraform apply`", "capability")
    drawer.keep("rule:plan-first", "terraform: 먼저 plan을 보여준다", "rule")
    assert set(drawer.keys("terraform으로 서브넷 늘려줘")) == {"infra:terraform/shop", "rule:plan-first"}


def test_a_rule_for_migrations_is_not_for_every_look_into_the_database(drawer):
    drawer.keep("db:mysql/shop", "reached with `mysql shop`", "capability")
    drawer.keep("rule:backup", "디비 마이그레이션 전에 백업한다", "rule")
    drawer.keep("rule:read-only", "디비에서 UPDATE 하지 않는다", "rule")
    assert set(drawer.keys("디비에 접속해서 주문 세줘")) == {"db:mysql/shop", "rule:read-only"}
    assert "rule:backup" in drawer.keys("디비 마이그레이션 돌려줘")


def test_what_is_not_to_be_done_is_not_asked_for(drawer):
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    drawer.keep("test:blyck", "`pnpm test`", "capability")
    assert drawer.keys("don't deploy yet, only explain it") == drawer.keys("배포는 하지 말고 설명만") == []
    assert drawer.keys("don't deploy, just run the tests") == drawer.keys("배포 말고 테스트만 돌려줘") == ["test:blyck"]


def test_what_speaks_of_more_of_the_question_is_meant(drawer):
    """Where nothing tells the targets apart, all are; and the whole project is, until another target is named."""
    drawer.keep("test:blyck/web", "`pnpm exec cypress run`", "capability")
    drawer.keep("test:blyck/robots", "`colcon test`", "capability")
    assert drawer.keys("run the cypress tests") == ["test:blyck/web"]
    assert set(drawer.keys("run the tests")) == {"test:blyck/web", "test:blyck/robots"}
    drawer.keep("test:blyck", "`make check`", "capability")
    assert drawer.keys("run the robots tests") == ["test:blyck/robots"]
    assert "test:blyck" in drawer.keys("run the cypress tests")


def test_production_is_no_product(drawer):
    drawer.keep("fact:pictures", "Product pictures lie in the bucket wares", "fact")
    drawer.keep("fact:logs", "Production is watched in Grafana", "fact")
    assert drawer.keys("where is production watched?") == ["fact:logs"]
    assert drawer.keys("where do product pictures lie?") == ["fact:pictures"]


def test_a_word_of_any_program_names_no_memory_that_is_about_more(drawer):
    drawer.keep("fact:slow-query-log", "slow queries stand in the view mysql-slow", "fact")
    assert drawer.keys("simplify this query") == []
    assert drawer.keys("where is the slow query log?") == ["fact:slow-query-log"]


def test_a_rule_holds_for_a_service_that_is_named(drawer):
    for number in range(8):
        drawer.keep(f"fact:tea-{number}", "tea is on the shelf")
    drawer.keep("auth:npm", "`npm whoami`", "capability")
    drawer.keep("rule:use-pnpm", "pnpm, never npm or yarn", "rule")
    assert "rule:use-pnpm" in drawer.keys("install lodash with npm")


def test_a_sibling_is_not_meant_where_another_ones_target_is_named(drawer):
    """Whatever else of the question its body holds, and the whole project neither."""
    drawer.keep("deploy:blyck", "deployed with `make release web`", "capability")
    drawer.keep("deploy:blyck/api", "deployed with `fly deploy`", "capability")
    drawer.keep("deploy:blyck/kiosk", "deployed to the release channel with `make kiosk`", "capability")
    assert drawer.keys("make a release deploy of the api") == ["deploy:blyck/api"]
    assert drawer.keys("배포 kiosk만") == ["deploy:blyck/kiosk"]


def test_a_target_that_is_named_whole_is_meant(drawer):
    """Not what is called so and more; and who names the project means it, not its parts."""
    for target in ("blyck", "blyck/web", "lumen", "lumen-docs"):
        drawer.keep(f"deploy:{target}", f"make ship-{len(target)}", "capability")
    assert drawer.keys("lumen 배포해줘") == ["deploy:lumen"]
    assert drawer.keys("deploy the lumen docs") == ["deploy:lumen-docs"]
    assert drawer.keys("deploy blyck") == ["deploy:blyck"]
    assert drawer.keys("deploy the blyck web") == ["deploy:blyck/web"]


def test_what_the_project_does_too_names_no_part(drawer):
    drawer.keep("deploy:blyck", "./ship.sh production", "capability")
    drawer.keep("deploy:lumen", "serverless deploy --stage prod", "capability")
    drawer.keep("rule:friday", "금요일에는 배포하지 않는다", "rule")
    assert drawer.keys("프로덕션에 배포해줘") == ["deploy:blyck", "rule:friday"]


def test_rules_come_before_parts_that_nobody_named(drawer):
    for part in ("api", "web", "docs", "admin", "jobs"):
        drawer.keep(f"deploy:blyck/{part}", f"./{part}.sh", "capability")
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    drawer.keep("rule:friday", "금요일에는 배포하지 않는다", "rule")
    assert drawer.keys("deploy please")[:2] == ["deploy:blyck", "rule:friday"]


def test_a_rule_for_the_work_that_is_asked_for_comes(drawer):
    """Though the prompt says none of its words."""
    drawer.keep("rule:packages", "외부 라이브러리는 승인 없이 추가하지 않는다", "rule")
    drawer.keep("rule:commits", "Commits begin with the ticket", "rule")
    for asked in ("npm i dayjs", "uv add httpx", "의존성 하나 넣어도 될까?", "add a package for dates"):
        assert drawer.keys(asked) == ["rule:packages"], asked
    for asked in ("커밋해줘", "fix the footer and commit"):
        assert drawer.keys(asked) == ["rule:commits"], asked
    assert drawer.keys("npm start 하면 죽어") == []


def test_a_rule_for_a_kind_of_test_is_for_that_kind(drawer):
    drawer.keep("test:blyck", "`pnpm test`", "capability")
    drawer.keep("rule:docker", "Integration tests need Docker", "rule")
    drawer.keep("rule:quiet", "Tests print nothing", "rule")
    assert set(drawer.keys("run the tests")) == {"test:blyck", "rule:quiet"}
    assert set(drawer.keys("통합 테스트 돌려줘")) == {"test:blyck", "rule:quiet", "rule:docker"}


def test_undoing_is_no_deploying(drawer):
    """Where it is known how; else what deploys is better than nothing."""
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    asked = ("배포한 거 되돌려줘", "롤백해줘", "revert the deploy", "이전 버전으로 원복", "undo that release")
    assert drawer.keys("revert the deploy") == ["deploy:blyck"]
    drawer.keep("procedure:rollback:blyck", "To undo it: ./ship.sh --last", "procedure")
    for each in asked:
        assert drawer.keys(each) == ["procedure:rollback:blyck"], each
    assert drawer.keys("revert my last edit") == drawer.keys("이 함수 되돌려줘") == []


def test_what_was_decided_is_asked_by_few_words(drawer):
    drawer.keep("decision:nats", "Jobs go over NATS, for the queue of before lost some", "decision")
    for asked in ("what did we settle on for the queue?", "작업 큐 뭐로 하기로 했지?"):
        assert drawer.keys(asked) == ["decision:nats"], asked
    assert drawer.keys("make the queue of the printer page longer") == []


def test_what_is_done_already_is_not_asked_for(drawer):
    drawer.keep("deploy:blyck", "./ship.sh", "capability")
    for asked in (
        "배포는 끝났고 오타만 고쳐줘",
        "deployed already, now fix the typo",
        "I'll deploy it myself, just tidy up",
    ):
        assert drawer.keys(asked) == [], asked


def test_a_rule_about_the_package_manager_comes_when_one_is_used(drawer):
    drawer.keep("rule:pnpm", "npm 말고 pnpm만 쓴다", "rule")
    for asked in ("npm i dayjs", "zod 설치해줘"):
        assert drawer.keys(asked) == ["rule:pnpm"], asked
