"""What people give as a database, and what they are told when it cannot be one."""

from pathlib import Path

import pytest

from tests.kit.storage.logs import new_table
from tests.kit.storage.postgres import PostgresServer
from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES
from tumbletrip.storage.opening import open_store

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
async def test_a_file_is_made_with_its_folders(tmp_path: Path, form: str) -> None:
    path = tmp_path / "deep" / "100% ours" / "tables.db"
    store = await open_store(form.format(path))
    assert await store.create(new_table("a"))
    await store.close()
    assert path.exists()


async def test_a_relative_url_is_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = await open_store("sqlite:///here.db")
    await store.close()
    assert (tmp_path / "here.db").exists()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://root@localhost/games", "“mysql” is not a kind of database"),
        ("", "Name the file"),
        ("sqlite:///", "Name the file"),
        (":memory:", "Name the file"),
        ("postgresql://nobody@127.0.0.1:1/none", "does not answer"),
        ("postgresql://nobody@127.0.0.1:port/none", "does not answer"),
        ("/proc/nowhere/tables.db", "cannot be written"),
    ],
)
async def test_an_impossible_database_is_refused_in_one_sentence(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as refusal:
        await open_store(url)
    for language in LANGUAGES:
        assert "\n" not in refusal.value.sentence(language)


async def test_a_password_is_never_repeated() -> None:
    with pytest.raises(InputError) as refusal:
        await open_store("postgresql://me:geheim@127.0.0.1:1/none")
    assert "geheim" not in str(refusal.value)


async def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada, " * 200)
    with pytest.raises(InputError, match="cannot be used as a database"):
        await open_store(str(path))
    assert path.read_text() == "Dear Ada, " * 200


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be used as a database"):
        await open_store(str(tmp_path))


async def test_a_refused_file_is_not_locked(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear Ada, " * 200)
    with pytest.raises(InputError):
        await open_store(str(path))
    path.unlink()
    store = await open_store(str(path))
    await store.close()


async def test_a_database_where_we_may_not_make_tables_is_refused(postgres: PostgresServer) -> None:
    url = postgres.empty_database()
    postgres.execute("CREATE ROLE guest LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    try:
        with pytest.raises(InputError, match="could not be set up"):
            await open_store(url.replace("test@", "guest@"))
    finally:
        postgres.execute("DROP ROLE guest")
