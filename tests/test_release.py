"""What speaks against a release is said."""

import pytest

from tools.release import objections

LOG = "# Changelog\n\n## [0.2.0] – {}\n\n- New.\n\n## [0.1.0] – 2026-01-01\n\n- Old.\n"


@pytest.mark.parametrize(
    ("version", "day", "changed", "against"),
    [
        ("0.2.0", "2026-11-18", "", []),
        ("0.1.0", "2026-11-18", "", ["newest entry is 0.2.0, the package is 0.1.0"]),
        ("0.2.0", "unreleased", "", ["“unreleased” instead of a day"]),
        ("0.2.0", "2026-11-18", " M README.md\n", ["not committed"]),
    ],
)
def test_version_changelog_and_files_must_agree(
    version: str, day: str, changed: str, against: list[str]
) -> None:
    found = objections(version, LOG.format(day), changed)
    assert len(found) == len(against)
    assert all(words in sentence for words, sentence in zip(against, found, strict=True))


def test_a_changelog_without_versions_is_no_release() -> None:
    assert objections("0.2.0", "# Changelog\n", "") == ["the changelog has no entry of a version."]
