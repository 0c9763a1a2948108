"""Where does the citation of a price of now lead? To the shop, at every door."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fastapi.testclient import TestClient
from served_library import make_library
from watched_shop import opened

from opora.web.app import build_app


def test_a_price_of_now_leads_to_the_shop_at_every_door(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    product = {"name": "Garden pump 12", "price": "129.90", "currency": "EUR", "stock": 3}
    with opened(json.dumps([product]).encode()) as url:
        table = f'[catalogues.pumps]\nurl = "{url}"\nallowed = ["127.0.0.1"]\n\n'
        settings = folder / "opora.toml"
        settings.write_text(table + settings.read_text("utf-8"), "utf-8")
        with TestClient(build_app(folder), base_url="http://127.0.0.1") as client:
            question = "How much does the Garden pump 12 cost?"
            reply = client.post("/api/v1/ask", json={"question": question}).json()
            assert reply["claims"][0]["citation"]["url"] == url
            token = re.search(r'name="csrf" value="([^"]+)"', client.get("/").text)
            assert token
            page = client.post("/ask", data={"csrf": token[1], "question": question}).text
            assert f'href="{url}" target="_blank"' in page and "129.90 EUR" in page
            assert "/open/pumps" not in page
            said = {"model": "default", "messages": [{"role": "user", "content": question}]}
            chat = client.post("/v1/chat/completions", json=said).json()
            assert chat["choices"][0]["message"]["annotations"][0]["url"] == url
