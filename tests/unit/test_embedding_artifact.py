import multiprocessing

import pytest

from recuerdo.nlp.embedding import artifact


def make_and_count(folder):
    """Writes one file, and a line into the log beside the folder."""
    with (folder.parent.parent / "made.log").open("a") as log:
        log.write("made\n")
    (folder / "data.bin").write_bytes(b"1234")


def ensure_when_all_are_ready(folder, barrier):
    barrier.wait(timeout=60)
    artifact.ensure(folder, make_and_count)


def times_made(root):
    return len((root / "made.log").read_text().splitlines())


def test_a_whole_folder_is_not_made_again(tmp_path):
    for _ in range(2):
        assert (artifact.ensure(tmp_path / "v1", make_and_count) / "data.bin").read_bytes() == b"1234"
    assert times_made(tmp_path) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "data.bin").unlink(),
        lambda folder: (folder / "data.bin").write_bytes(b"12"),
        lambda folder: (folder / "manifest.json").unlink(),
        lambda folder: (folder / "manifest.json").write_text("{"),
        lambda folder: (folder / "manifest.json").write_text("[]"),
    ],
)
def test_a_damaged_folder_is_made_again(tmp_path, damage):
    folder = artifact.ensure(tmp_path / "v1", make_and_count)
    damage(folder)
    artifact.ensure(folder, make_and_count)
    assert (folder / "data.bin").read_bytes() == b"1234"
    assert times_made(tmp_path) == 2


def test_nothing_is_left_when_making_fails(tmp_path):
    def fail(folder):
        (folder / "data.bin").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        artifact.ensure(tmp_path / "v1", fail)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


def test_two_processes_at_once_make_it_once(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    barrier = spawn.Barrier(2)
    processes = [spawn.Process(target=ensure_when_all_are_ready, args=(tmp_path / "v1", barrier)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0]
    assert times_made(tmp_path) == 1
