"""Do mail and messengers hear of open questions, and does a mail answer one? Real receivers on this machine."""

from __future__ import annotations

import json
import os
import re
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest
from served_library import DAY, make_library, serving
from test_gap_loop import ANSWER, OTHER, QUESTION, SECRET, Receiver, qa_sources, receiver

from opora.domain.gap import Gap
from opora.errors import BackendError, UsageError
from opora.review.notify import Ways, tell

__all__ = ["receiver"]
pytestmark = pytest.mark.filterwarnings(
    "ignore:.imghdr. is deprecated:DeprecationWarning"
)  # the library brings it along
GATEWAY = Path(__file__).resolve().parents[2] / "scripts" / "mail_gateway.py"
GAP = Gap("G0123456789ab", QUESTION, QUESTION, DAY, "en", "web", "default", "T1", DAY, DAY)


class _Mail(socketserver.StreamRequestHandler):
    """As much of a mail server as a mail needs."""

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode("latin-1").strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                lines: list[bytes] = []
                while (one := self.rfile.readline().rstrip(b"\r\n")) != b".":
                    lines.append(one.removeprefix(b".") if one.startswith(b"..") else one)
                self.server.mails.append(b"\n".join(lines))  # type: ignore[attr-defined]
                self._say("250 taken")
            elif word == "QUIT":
                return self._say("221 bye")
            else:
                self._say("250 well")
        return None

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def mail() -> Iterator[socketserver.ThreadingTCPServer]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Mail) as server:
        server.daemon_threads = True
        server.mails = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def mailbox(server: socketserver.ThreadingTCPServer) -> str:
    return f"mailto://127.0.0.1:{server.server_address[1]}?from=opora@example.org&to=office@example.org&mode=insecure"


def test_a_messenger_hears_of_a_question_through_the_library_that_knows_it(receiver: Receiver) -> None:
    pytest.importorskip("apprise")
    address = receiver.url.replace("http://", "json://")
    tell([GAP], Ways(apprise=(address,), page="https://opora.example"), 0, "delivery-0001")
    told = json.loads(receiver.next()[1])
    assert told["title"] == "Questions without an answer"
    assert QUESTION in told["message"] and "https://opora.example/gaps/G0123456789ab" in told["message"]


def test_a_mailbox_hears_of_a_question(mail: socketserver.ThreadingTCPServer) -> None:
    pytest.importorskip("apprise")
    tell([GAP], Ways(apprise=(mailbox(mail),)), 0, "delivery-0001")
    (told,) = mail.mails  # type: ignore[attr-defined]
    assert b"G0123456789ab" in told and b"To: office@example.org" in told


def test_a_messenger_that_is_down_or_none_is_an_error_and_the_next_way_is_told_all_the_same(receiver: Receiver) -> None:
    pytest.importorskip("apprise")
    with pytest.raises(BackendError):
        tell([GAP], Ways(receiver.url, "", ("json://127.0.0.1:9/",), ("127.0.0.1",)), 0, "delivery-0001")
    assert json.loads(receiver.next()[1])["event"] == "gaps"
    with pytest.raises((UsageError, BackendError)):
        tell([GAP], Ways(apprise=("nothing://at/all",)), 0, "delivery-0001")


def answer_of(gap_id: str, text: str, sender: str = "M. Ivanova <m.ivanova@example.org>", **more: str) -> bytes:
    """What a person's mail program sends back."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "opora@example.org", "Re: Questions without an answer"
    message["Message-ID"] = more.get("message_id", "<one@example.org>")
    message.set_content(f"{text}\n\n--\nMaria, front office\n\nOn Monday Opora wrote:\n> {QUESTION} ({gap_id})\n")
    return message.as_bytes()


def handed_over(raw: bytes, hook: str, secret: str = SECRET) -> subprocess.CompletedProcess[bytes]:
    said = {"OPORA_HOOK": hook, "OPORA_REPLY_SECRET": secret, "OPORA_MAIL_FROM": "m.ivanova@example.org"}
    return subprocess.run(
        [sys.executable, str(GATEWAY)],
        input=raw,
        env={**os.environ, **said},
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.slow
def test_a_question_goes_out_by_mail_and_its_answer_comes_back_by_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mail: socketserver.ThreadingTCPServer
) -> None:
    has_apprise = _has_apprise()
    monkeypatch.setenv("REPLY_SECRET", SECRET)
    monkeypatch.setenv("TOLD_AT", mailbox(mail))
    folder = make_library(tmp_path)
    settings = folder / "opora.toml"
    told = '[gaps]\nreply_secret_env = "REPLY_SECRET"\ncollection = "shop"\n'
    told += 'apprise_env = "TOLD_AT"\n\n' if has_apprise else "\n"
    settings.write_text(told + settings.read_text("utf-8"), encoding="utf-8")
    with serving(folder) as (address, _):

        def ask(text: str) -> dict[str, object]:
            found: dict[str, object] = httpx.post(
                f"{address}/api/v1/ask", json={"question": text, "at": DAY}, timeout=60
            ).json()
            return found

        gap_id = str(ask(QUESTION)["gap_id"])
        if has_apprise:
            assert _heard(mail) == gap_id
        hook = f"{address}/hooks/gaps"
        assert handed_over(answer_of(gap_id, ANSWER), hook, "another secret of nobody").returncode == 1
        assert handed_over(answer_of(gap_id, ANSWER, "Eve <eve@example.org>"), hook).returncode == 1
        assert qa_sources(folder) == 0
        raw = answer_of(gap_id, ANSWER)
        first, again = handed_over(raw, hook), handed_over(raw, hook)
        assert json.loads(first.stdout) == {"gap_id": gap_id, "state": "approved", "changed": True}, first.stderr
        assert json.loads(again.stdout)["state"] == "repeated"
        late = handed_over(answer_of(gap_id, "On Mondays.", message_id="<two@example.org>"), hook)
        assert late.returncode == 1 and b"gap_move" in late.stderr
        claims = ask(OTHER)["claims"]
        assert isinstance(claims, list) and claims[0]["citation"]["quote"] == ANSWER
        assert claims[0]["citation"]["label"].startswith("approved answer of M. Ivanova, ")
    assert qa_sources(folder) == 1


def _has_apprise() -> bool:
    try:
        import apprise  # noqa: F401
    except ImportError:
        return False
    return True


def _heard(mail: socketserver.ThreadingTCPServer) -> str:
    import time

    for _ in range(300):
        if mail.mails:  # type: ignore[attr-defined]
            found = re.search(rb"G[0-9a-f]{12}", mail.mails[0])  # type: ignore[attr-defined]
            assert found
            return found[0].decode()
        time.sleep(0.1)
    raise AssertionError("no mail came")


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (answer_of("G0123456789ab", ""), "no answer"),
        (answer_of("G0123456789ab", "Yes, as in Gba9876543210."), "which question"),
        (answer_of("nothing", "Yes."), "which question"),
        (b"From: m.ivanova@example.org\nContent-Type: text/html\n\n<p>Yes G0123456789ab</p>", "no plain text"),
        (b"", "may not answer"),
    ],
)
def test_a_mail_that_is_no_answer_is_refused_with_the_reason(raw: bytes, why: str) -> None:
    done = handed_over(raw, "http://127.0.0.1:9/")
    assert done.returncode == 1 and why in done.stderr.decode()
