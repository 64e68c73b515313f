"""A file counts when it has been quiet; time is handed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikigraph.app.settling import Settling
from wikigraph.store.vaultlook import Looks, VaultLook

FULL: Looks = (10, 1, 1, 1)
OTHER: Looks = (12, 2, 2, 1)
EMPTY: Looks = (0, 3, 3, 1)


def looked(**files: Looks) -> VaultLook:
    return VaultLook({f"raw/{name}.md": looks for name, looks in files.items()})


def test_a_change_counts_when_it_has_been_quiet() -> None:
    settling, handled = Settling(0.5), {"raw/a.md": FULL}
    settling.see(looked(a=OTHER), handled, 10.0)
    assert settling.unsettled(10.4) == {"raw/a.md"}
    assert settling.settled(handled, settling.unsettled(10.4)) == handled
    assert abs(settling.seconds_left(10.4) - 0.1) < 1e-9
    assert settling.unsettled(10.5) == frozenset()
    assert settling.settled(handled, frozenset()) == {"raw/a.md": OTHER}


def test_another_save_starts_anew() -> None:
    settling, handled = Settling(0.5), {"raw/a.md": FULL}
    settling.see(looked(a=OTHER), handled, 10.0)
    settling.see(looked(a=(13, 4, 4, 1)), handled, 10.4)
    assert settling.unsettled(10.8) == {"raw/a.md"}


def test_a_file_that_became_empty_or_went_is_waited_for_longer() -> None:
    settling, handled = Settling(0.5), {"raw/a.md": FULL, "raw/b.md": FULL, "raw/c.md": FULL}
    settling.see(looked(a=EMPTY, c=OTHER), handled, 10.0)
    assert settling.unsettled(10.6) == {"raw/a.md", "raw/b.md"}
    assert settling.settled(handled, frozenset({"raw/a.md", "raw/b.md"})) == {**handled, "raw/c.md": OTHER}
    assert settling.unsettled(11.1) == {"raw/a.md"}
    assert settling.unsettled(12.1) == frozenset()
    assert settling.settled(handled, frozenset()) == {"raw/a.md": EMPTY, "raw/c.md": OTHER}


def test_a_new_file_that_has_not_settled_is_not_there_yet() -> None:
    settling = Settling(0.5)
    settling.see(looked(), {}, 9.0)
    settling.see(looked(new=FULL), {}, 10.0)
    assert settling.settled({}, settling.unsettled(10.1)) == {}


def test_what_is_in_a_folder_that_cannot_be_listed_is_as_it_was() -> None:
    settling, handled = Settling(0.5), {"raw/sub/a.md": FULL}
    settling.see(VaultLook({}, {}, ("raw/sub",)), handled, 10.0)
    assert settling.unsettled(10.0) == frozenset()
    assert settling.settled(handled, frozenset()) == handled


looks = st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 3), st.integers(1, 2))
files = st.dictionaries(st.sampled_from(["raw/a.md", "raw/b.md", "wiki/c.md"]), looks, max_size=3)


@given(files, st.lists(st.tuples(files, st.floats(0.01, 3.0)), min_size=1, max_size=8))
def test_when_all_is_quiet_the_last_look_is_what_counts(handled: dict[str, Looks], seen: list) -> None:  # type: ignore[type-arg]
    settling, now = Settling(0.5), 100.0
    for shown, pause in seen:
        now += pause
        settling.see(VaultLook(shown), handled, now)
        unsettled = settling.unsettled(now)
        between = settling.settled(handled, unsettled)
        assert all(between.get(path) == handled.get(path) for path in unsettled)
        assert all(between.get(path) == shown.get(path) for path in {*shown, *handled} - unsettled)
    settling.see(VaultLook(seen[-1][0]), handled, now + 2.0)
    assert settling.unsettled(now + 2.0) == frozenset()
    assert settling.settled(handled, frozenset()) == seen[-1][0]
