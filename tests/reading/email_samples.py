"""Messages made from nothing, with files in them."""

from __future__ import annotations

from email.message import EmailMessage

from small_files import docx, paragraph


def message(**headers: str) -> EmailMessage:
    mail = EmailMessage()
    for name, value in {"From": "Анна <anna@firm.example>", "Subject": "Цены с октября", **headers}.items():
        mail[name] = value
    return mail


def letter() -> bytes:
    mail = message()
    mail.set_content("See the files.")
    mail.add_attachment(docx(paragraph("The fee is 7 EUR.")), maintype="application", subtype="x", filename="fee.docx")
    mail.add_attachment(b"a;b\n1;2\n3;4\n", maintype="text", subtype="csv", filename="../../etc/fee.docx")
    mail.add_attachment(
        b"\x89PNG", maintype="image", subtype="png", filename="logo.png", disposition="inline", cid="<1@x>"
    )
    inner = message(Subject="Forwarded one")
    inner.set_content("Inner words.")
    inner.add_attachment(b"minutes", maintype="text", subtype="plain", filename="minutes.txt")
    mail.add_attachment(inner)
    return mail.as_bytes()
