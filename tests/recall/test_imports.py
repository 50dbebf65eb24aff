"""Who imports whom, in five languages, by a quick look."""

from __future__ import annotations

import os

import pytest

from recall import imports
from recall.imports import reached

PYTHON = {
    "shop/__init__.py": "",
    "shop/db.py": "import os\nfrom shop.models import Order\n",
    "shop/models.py": "import typing\n",
    "shop/api/__init__.py": "",
    "shop/api/orders.py": "from ..db import (\n    connect,\n    close,\n)\nfrom . import pages\n",
    "shop/api/pages.py": "import json, shop.models as models\n",
    "src/tool/run.py": "from tool import db\n",
    "src/tool/db.py": "",
    "node_modules/x/shop.py": "from shop import db\n",
    ".venv/lib/y.py": "import shop.db\n",
}
SCRIPTS = {
    "src/db.ts": 'import { Pool } from "pg"\nimport type { Order } from "./models.js"\n',
    "src/models.ts": "",
    "src/api/index.ts": 'export * from "../db"\nconst x = require("./cart")\n',
    "src/api/cart.jsx": "",
    "src/page.vue": '<script>\nimport api from "./api"\nconst lazy = () => import("./api/cart.jsx")\n</script>',
}
GO = {
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "db/db.go": 'package db\n\nimport (\n\t"fmt"\n\tm "example.com/shop/models"\n)\n',
    "models/models.go": "package models\n",
    "main.go": 'package main\n\nimport "example.com/shop/db"\n',
    "other/db/db.go": "package db\n",
}
RUST = {
    "src/main.rs": "mod db;\nmod api;\n",
    "src/db.rs": "use crate::models::Order;\nmod pool;\n",
    "src/db/pool.rs": "use super::connect;\n",
    "src/models/mod.rs": "use std::fmt;\n",
    "src/api.rs": "use crate::db::connect;\n",
}
JAVA = {
    "src/main/java/com/shop/Db.java": "package com.shop;\nimport com.shop.models.Order;\nimport java.util.List;\n",
    "src/main/java/com/shop/models/Order.java": "package com.shop.models;\n",
    "src/main/java/com/shop/Api.java": "import static com.shop.Db;\n",
}
CASES = [
    (PYTHON, "shop/db.py", {"shop/models.py", "shop/api/orders.py"}),
    (PYTHON, "shop/api/pages.py", {"shop/models.py", "shop/api/orders.py"}),
    (PYTHON, "src/tool/db.py", {"src/tool/run.py"}),
    (SCRIPTS, "src/db.ts", {"src/models.ts", "src/api/index.ts"}),
    (SCRIPTS, "src/api/cart.jsx", {"src/api/index.ts", "src/page.vue"}),
    (GO, "db/db.go", {"models/models.go", "main.go"}),
    (RUST, "src/db.rs", {"src/models/mod.rs", "src/db/pool.rs", "src/main.rs", "src/api.rs"}),
    (
        JAVA,
        "src/main/java/com/shop/Db.java",
        {f"src/main/java/com/shop/{name}.java" for name in ("models/Order", "Api")},
    ),
]


@pytest.mark.parametrize(("files", "edited", "wanted"), CASES)
def test_what_an_edit_reaches(tmp_path, files, edited, wanted):
    """Both ways, and nothing that belongs to somebody else's folders."""
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert set(reached(str(tmp_path), edited, within=lambda: True)) == wanted


def test_it_is_bounded(tmp_path, monkeypatch):
    """No time, too many files, a file that is gone, a link in a circle, rubbish: less is found, and nothing fails."""
    (tmp_path / "a.py").write_text("")
    for number in range(30):
        (tmp_path / f"m{number}.py").write_text("import a\n")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "bad.py").write_bytes(b"\xff\xfeimport a\n\x00")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    root = str(tmp_path)
    assert len(reached(root, "a.py", within=lambda: True)) == 30
    monkeypatch.setattr(imports, "MOST_FILES", 10)
    assert len(reached(root, "a.py", within=lambda: True)) <= 10
    assert reached(root, "a.py", within=lambda: False) == ()
    for file in ("gone.py", "none.py", "notes.txt", "/etc/a.py", "../a.py"):
        assert reached(root, file, within=lambda: True) == ()
    assert reached("", "a.py", within=lambda: True) == ()


def test_a_pipe_among_the_sources_holds_nothing_up(tmp_path):
    """Whoever put it there, an agent waits for the answer."""
    (tmp_path / "db").mkdir()
    for name in ("main.go", "go.mod", "db/db.go"):
        os.mkfifo(tmp_path / name)
    assert reached(str(tmp_path), "db/db.go", within=lambda: True) == ()
