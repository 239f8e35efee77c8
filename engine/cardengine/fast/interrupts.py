"""Ctrl-C while compiled code runs: Python itself hears it only when the code has come back."""

from __future__ import annotations

import ctypes
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cleared_by_ctrl_c(address: int) -> Iterator[None]:
    """Meanwhile Ctrl-C sets a cell to 0, before Python comes to raise ``KeyboardInterrupt``.

    Signals are written to a socket at once, whatever the main thread does, and a thread waits there. Nothing happens
    where somebody else listens to signals, has a handler of their own, or outside of the main thread.

    Args:
        address: of the cell, in the memory of this process; its value is lost then.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    reader, writer = socket.socketpair()
    with reader, writer:
        writer.setblocking(False)
        others = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        if others != -1:
            signal.set_wakeup_fd(others)
            yield
            return
        watcher = threading.Thread(target=_watch, args=(reader, address), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            writer.send(b"\0")
            watcher.join()


def _watch(reader: socket.socket, address: int) -> None:
    while True:
        found = reader.recv(1)
        if found == bytes([signal.SIGINT]):
            ctypes.c_int64.from_address(address).value = 0
        elif found in (b"\0", b""):
            return
