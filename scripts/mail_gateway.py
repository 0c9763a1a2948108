"""How does an e-mail answer a question? Give it on standard input; a signed delivery goes to Opora.

For a mail server that can hand a message to a program (Postfix: ``opora: "|/usr/bin/python3 …/mail_gateway.py"``). It needs
nothing but Python, and these variables:

    OPORA_HOOK          https://opora.example/hooks/gaps
    OPORA_REPLY_SECRET  the secret that [gaps] reply_secret_env names on the other side
    OPORA_MAIL_FROM     addresses that may answer, apart by spaces; the mail server must have checked the sender (DKIM, SPF)

The gap is the one whose id stands in the subject or, if there is none, the only one in the quoted message. What stands above
the quoted message and the signature is the answer. Ends with 0 when it was taken (once more too), 1 when it was refused.
"""

from __future__ import annotations

import email.policy
import hashlib
import hmac
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from email.parser import BytesParser
from email.utils import parseaddr

_GAP = re.compile(r"\bG[0-9a-f]{12}\b")
_QUOTED = re.compile(
    r"^(?:>|-{2,}\s*$|_{5,}|-{3,}.*-{3,}\s*$|On .+ wrote:|.*(?:пишет|писал|написал|пише|a scris)\S*:\s*$)"
)


def delivery_of(raw: bytes, may_answer: list[str]) -> tuple[str, bytes]:
    """Its name, the same for the same message, and the body. ValueError says what is wrong with the message."""
    message = BytesParser(policy=email.policy.default).parsebytes(raw)
    name, address = parseaddr(str(message["from"] or ""))
    if address.lower() not in (one.lower() for one in may_answer):
        raise ValueError(f"{address or 'nobody'} may not answer")
    part = message.get_body(("plain",))
    if part is None:
        raise ValueError("the message has no plain text")
    said: list[str] = []
    text = str(part.get_content())
    for line in text.splitlines():
        if _QUOTED.match(line.strip()):
            break
        said.append(line.rstrip())
    gaps = set(_GAP.findall(str(message["subject"] or ""))) or set(_GAP.findall(text))
    if len(gaps) != 1:
        raise ValueError("it does not say which question it answers: put its id (G…) into the subject")
    answer = "\n".join(said).strip()
    if not answer:
        raise ValueError("there is no answer above the quoted message")
    body = {"gap_id": gaps.pop(), "text": answer, "by": name or address}
    known = str(message["message-id"] or "").encode() or raw
    return hashlib.sha256(known).hexdigest()[:40], json.dumps(body, ensure_ascii=False).encode()


def main() -> int:
    secret = os.environ["OPORA_REPLY_SECRET"].encode()
    try:
        name, body = delivery_of(sys.stdin.buffer.read(), os.environ["OPORA_MAIL_FROM"].split())
    except ValueError as error:
        print(f"not taken: {error}", file=sys.stderr)
        return 1
    at = str(int(time.time()))
    mark = hmac.new(secret, f"{at}.{name}.".encode() + body, hashlib.sha256).hexdigest()
    headers = {"X-Opora-Timestamp": at, "X-Opora-Delivery": name, "X-Opora-Signature": f"sha256={mark}"}
    request = urllib.request.Request(os.environ["OPORA_HOOK"], body, headers | {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            print(answer.read().decode())
    except urllib.error.HTTPError as error:
        print(f"not taken: {error.read().decode()}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
