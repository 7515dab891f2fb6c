"""A connection that is lost as an act is committed: what is said of the act is what became of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
import servers
from store.making import an_annotator

from rbcheck.domain.errors import StoreUnreachable
from rbcheck.store.unit_of_work import SqlStore, open_store


class Wire:
    """Between a program and the server; cuts itself before a COMMIT gets through, or after, where told to."""

    def __init__(self, port: int) -> None:
        self.cut = ""
        self.down = False
        self._port = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for thread in self._threads:
            thread.join(30)

    def _start(self, run: object, *arguments: object) -> None:
        thread = threading.Thread(target=run, args=arguments)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                program, _ = self._server.accept()
            except OSError:
                return
            if self.down:
                program.close()
                continue
            server = socket.create_connection(("127.0.0.1", self._port))
            self._start(self._pump, program, server)
            self._start(self._answers, server, program)

    def _pump(self, program: socket.socket, server: socket.socket) -> None:
        with program:
            while data := _received(program):
                if b"COMMIT" in data and self.cut:
                    when, self.cut = self.cut, ""
                    if when == "after":
                        self.swallow = True
                        server.sendall(data)
                        assert self.swallowed.wait(30)
                    self.down = self.down or when == "for good"
                    break
                server.sendall(data)
            _hang_up(server)
            _hang_up(program)

    swallow = False
    swallowed = threading.Event()

    def _answers(self, server: socket.socket, program: socket.socket) -> None:
        with server:
            while data := _received(server):
                if self.swallow:
                    self.swallow = False
                    self.swallowed.set()
                    return
                try:
                    program.sendall(data)
                except OSError:
                    return


def _received(end: socket.socket) -> bytes:
    try:
        return end.recv(65536)
    except OSError:
        return b""


def _hang_up(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        return


@pytest.fixture
def wire(cluster: servers.Cluster) -> Iterator[Wire]:
    made = Wire(cluster.port)
    yield made
    made.close()


@pytest.fixture
def behind(empty_server_store: SqlStore, cluster: servers.Cluster, wire: Wire) -> Iterator[SqlStore]:
    """The store as a program sees it from the other end of the wire."""
    name = str(empty_server_store.engine.url.database)
    store = open_store(cluster.url(name).replace(f":{cluster.port}", f":{wire.port}"))
    yield store
    store.dispose()


def test_an_act_whose_answer_was_lost_is_confirmed(behind: SqlStore, wire: Wire) -> None:
    with behind() as work:
        work.people.add(an_annotator("ann-9", "Eve"))
        wire.cut = "after"
        work.commit()
    with behind(write=False) as work:
        assert work.people.get("ann-9") is not None


@pytest.mark.parametrize("cut", ["before", "for good"])
def test_an_act_that_did_not_get_there_is_refused(
    behind: SqlStore, empty_server_store: SqlStore, wire: Wire, cut: str
) -> None:
    with behind() as work:
        work.people.add(an_annotator("ann-9", "Eve"))
        wire.cut = cut
        with pytest.raises(StoreUnreachable, match="nothing of this act" if cut == "before" else "not known yet"):
            work.commit()
    with empty_server_store(write=False) as work:
        assert work.people.get("ann-9") is None
