"""The documents say what the code does."""

import asyncio
import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import get_args

import pytest
import typer
import yaml

from recuerdo.graph import models
from recuerdo.server.cli import app
from recuerdo.server.mcp import build_server
from recuerdo.server.runtime import Runtime
from recuerdo.server.settings import Settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
GLOSSARY = ARCHITECTURE.partition("## Glossary")[2]
FAVOURITES = sorted((ROOT / "cypher" / "browser" / "favourites").glob("*.cypher"))


def shown_default(field):
    """A default as the table shows it: empty when there is none, or when it is the user's own."""
    if field.default_factory or field.default is None:
        return ""
    return f"`{field.default:g}`" if isinstance(field.default, float) else f"`{field.default}`"


def blocks(document, language):
    return re.findall(rf"```{language}\n(.*?)```", document, re.DOTALL)


def verbs():
    return set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))


def test_the_readme_lists_every_setting_with_its_default_and_meaning_and_no_other():
    table = README.partition("<!-- settings:")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `RECUERDO_{name.upper()}` | {shown_default(field)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]


@pytest.mark.parametrize("name", ["README.md", "Dockerfile", "docker-compose.yml", "Makefile", ".ci/run"])
def test_a_document_names_no_setting_that_does_not_exist(name):
    known = {f"RECUERDO_{field.upper()}" for field in Settings.model_fields}
    composed = {"RECUERDO_PORT"}  # docker-compose.yml's own, documented in .env.example
    named = set(re.findall(r"\bRECUERDO_[A-Z0-9_]*[A-Z0-9]\b", (ROOT / name).read_text(encoding="utf-8")))
    assert named <= known | composed


@pytest.mark.parametrize("document", [README, ARCHITECTURE], ids=["README", "ARCHITECTURE"])
def test_every_link_into_the_checkout_leads_somewhere(document):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document)
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_json_block_of_the_readme_is_json():
    configurations = [json.loads(block) for block in blocks(README, "json")]
    assert len(configurations) >= 4


def test_the_readme_lists_every_tool_and_no_other():
    server = build_server(Runtime(Settings()), lambda _context: None)
    table = README.partition("## Tools")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == {
        tool.name for tool in asyncio.run(server.list_tools())
    }


def test_the_readme_lists_every_command():
    table = README.partition("## Commands")[2].partition("\n## ")[0]
    missing = []
    for name, command in typer.main.get_command(app).commands.items():
        row = "".join(line for line in table.splitlines() if line.startswith(f"| `recuerdo {name}"))
        verbs_of_it = getattr(command, "commands", {})
        missing += [f"{name} {verb}" for verb in verbs_of_it if not re.search(rf"\b{verb}\b", row)] or [name] * (
            not row
        )
    assert missing == []


def test_every_make_verb_in_the_readme_exists():
    commands = re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE)
    assert commands
    assert set(commands) <= verbs()


def test_make_says_what_each_verb_does():
    told = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert {line.split()[1] for line in told.splitlines()} == verbs()
    assert verbs() | {"help"} == set(re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split())


def test_every_value_of_the_vocabulary_is_in_the_glossary():
    words = [models.Volatilidad, models.Epistemico, models.Modo, models.Estado, models.Decision, models.Visibility]
    missing = [value for word in words for value in get_args(word) if f"`{value}`" not in GLOSSARY]
    missing += [
        key for key in models.Fuente.model_fields if f"`{key}`" not in GLOSSARY and f"fuente.{key}" not in GLOSSARY
    ]
    assert missing == []


def test_every_edge_that_a_query_writes_is_in_the_architecture():
    queries = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cypher" / "queries").glob("*.cypher"))
    written = set(re.findall(r"\[\w*:([A-Z_]+)", queries))
    assert {edge for edge in written if f"`{edge}`" not in ARCHITECTURE} == set()


def test_the_changelog_tells_of_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## Unreleased" in changelog or f"## {version}" in changelog


def test_compose_has_no_default_password_and_opens_no_port_to_the_network():
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert set(re.findall(r"\$\{NEO4J_PASSWORD(.{2})", text)) == {":?"}
    assert "PASSWORD" not in re.sub(r"\$\{NEO4J_PASSWORD:\?[^}]*\}|RECUERDO_NEO4J_PASSWORD:|#.*", "", text)
    assert all(port.startswith("127.0.0.1:") for service in services.values() for port in service["ports"])


def test_compose_waits_for_a_healthy_neo4j_and_keeps_the_data():
    composed = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    services = composed["services"]
    assert "healthcheck" in services["neo4j"]
    assert services["server"]["depends_on"]["neo4j"]["condition"] == "service_healthy"
    mounted = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert mounted == set(composed["volumes"])


def test_every_variable_of_compose_is_in_the_example():
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{([A-Z0-9_]+)", text)) == set(re.findall(r"^([A-Z0-9_]+)=", example, re.MULTILINE))
    assert re.search(r"^NEO4J_PASSWORD=$", example, re.MULTILINE)


def test_the_image_runs_as_nobody_special_and_looks_after_its_health():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert "USER recuerdo" in lines
    assert lines.index("USER recuerdo") < next(n for n, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert any(line.startswith("HEALTHCHECK") for line in lines)


@pytest.mark.parametrize("path", FAVOURITES, ids=lambda path: path.stem)
def test_a_favourite_begins_with_its_title_and_only_reads(path):
    title, *query = path.read_text(encoding="utf-8").splitlines()
    assert re.match(r"// [A-Z]", title)
    assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP)\b", "\n".join(query))
    assert "embedding" not in "\n".join(query)
