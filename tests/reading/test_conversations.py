"""Do transcripts keep who spoke and when, and never join two people?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from parsed_rules import check
from small_files import docx, paragraph

from opora.domain.document import Parsed
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.reading.read import read
from opora.reading.turns import is_conversation
from opora.reading.wire import pack, unpack

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
CALL = """Call of 12 March

Anna Petrova: The fee for the pension plan is 1,5 % a year.
We agreed on it in March.
Bo: Is it capped?
Anna Petrova: Yes, at 300 EUR a year.
Bo: Then please write it into the annex.
"""


def parsed(tmp_path: Path, data: bytes | str, name: str) -> Parsed:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    result = read(path)
    check(result)
    assert unpack(pack(("parsed", result)))[1] == result
    return result


def turns(result: Parsed) -> list[tuple[str | None, str | None, str]]:
    return [(b.speaker, b.time, result.text[b.start : b.end]) for b in result.blocks if b.kind == "turn"]


def test_a_labelled_conversation_becomes_turns_with_lines_below_their_speaker(tmp_path: Path) -> None:
    result = parsed(tmp_path, CALL, "call.txt")
    assert result.blocks[0].kind == "paragraph" and result.text.startswith("Call of 12 March")
    assert turns(result) == [
        (
            "Anna Petrova",
            None,
            "Anna Petrova: The fee for the pension plan is 1,5 % a year.\nWe agreed on it in March.",
        ),
        ("Bo", None, "Bo: Is it capped?"),
        ("Anna Petrova", None, "Anna Petrova: Yes, at 300 EUR a year."),
        ("Bo", None, "Bo: Then please write it into the annex."),
    ]


@pytest.mark.parametrize("strategy", ["recursive", "sentence", "parent_child", "heading"])
@pytest.mark.parametrize("name", ["call.txt", "call.srt"])
def test_no_fragment_holds_two_speakers_whatever_the_strategy(tmp_path: Path, strategy: str, name: str) -> None:
    srt = (
        "1\n00:00:01,000 --> 00:00:02,000\n- Is it due?\n- It is.\n\n2\n00:00:03,000 --> 00:00:04,000\n- Now?\n- Now.\n"
    )
    result = parsed(tmp_path, CALL if name == "call.txt" else srt, name)
    rules = FragmentRules(strategy=strategy, size=400, overlap=40 if strategy == "recursive" else None)
    _, fragments = fragment(result, "v@1", "", rules, lambda text: len(text.split()))
    assert len({piece.fragment_id for piece in fragments}) == len(fragments)
    spoken = [b for b in result.blocks if b.kind == "turn"]
    for piece in fragments:
        voices = {
            b.path if b.speaker == "" else b.speaker for b in spoken if b.start < piece.end and piece.start < b.end
        }
        assert len(voices) <= 1, piece.text
    assert all(any(p.start <= b.start and b.end <= p.end for p in fragments) for b in spoken)
    if name == "call.txt":
        assert next(p for p in fragments if "300 EUR" in p.text).context.splitlines()[-1] == "Anna Petrova"


def test_times_are_kept_as_they_are_printed(tmp_path: Path) -> None:
    for text, expected in (
        ("[00:01:05] Ann: One moment.\n[00:01:09] Bo: Sure.\n", [("Ann", "00:01:05"), ("Bo", "00:01:09")]),
        ("Ann (10:05 AM): One moment.\nBo (10:06 AM): Sure.\n", [("Ann", "10:05 AM"), ("Bo", "10:06 AM")]),
        ("Ann Lee  00:12\nOne moment.\n\nBo  00:15\nSure.\n", [("Ann Lee", "00:12"), ("Bo", "00:15")]),
        (
            "12.03.2026, 10:05 - Анна: Минуту.\n12.03.2026, 10:06 - Олег: Хорошо.\n",
            [("Анна", "12.03.2026, 10:05"), ("Олег", "12.03.2026, 10:06")],
        ),
        ("00:00:03 --> 00:00:05\nAnn Lee\nOne moment.\n\n00:00:06 --> 00:00:07\nBo\nSure.\n", None),
    ):
        found = [(speaker, time) for speaker, time, _ in turns(parsed(tmp_path, text, "chat.txt"))]
        assert found == (expected or [("Ann Lee", "00:00:03 --> 00:00:05"), ("Bo", "00:00:06 --> 00:00:07")])


def test_a_printed_call_is_cut_at_its_speakers_with_the_boxes_of_their_words(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    lines = [*CALL.split("\n")[2:-1], "Anna Petrova: It will be done today.", "Bo: Thank you, that is all I need."]
    canvas = Canvas(str(tmp_path / "call.pdf"), invariant=1)
    for number, line in enumerate(lines):
        canvas.drawString(72, 700 - 14 * number, line)
    canvas.save()
    result = read(tmp_path / "call.pdf")
    check(result)
    assert [speaker for speaker, _, _ in turns(result)] == ["Anna Petrova", "Bo"] * 3
    assert turns(result)[1][2] == "Bo: Is it capped?"
    for block in result.blocks:
        shown = [result.text[piece.start : piece.end] for piece in block.pieces]
        assert " ".join(shown).split() == result.text[block.start : block.end].split()
    tops = [min(piece.box.top for piece in block.pieces) for block in result.blocks]
    assert tops == sorted(set(tops))


def test_a_transcript_of_three_turns_is_three_turns_and_no_fragment_holds_two_speakers(tmp_path: Path) -> None:
    said = ["Olga: Good day, how long is the warranty?", "Petro: The warranty is 27 months.", "Olga: Thanks."]
    result = parsed(tmp_path, "\n".join(said), "talk.txt")
    assert [speaker for speaker, _, _ in turns(result)] == ["Olga", "Petro", "Olga"]
    _, fragments = fragment(result, "v@1", "", FragmentRules(size=400), lambda text: len(text.split()))
    spoken = [result.text[piece.start : piece.end] for piece in fragments]
    assert spoken
    assert not any("Olga:" in text and "Petro:" in text for text in spoken)


def test_three_lines_with_labels_and_a_fourth_without_one_are_no_conversation() -> None:
    assert not is_conversation(
        [
            "Fee: is it paid every month?",
            "Term: the time it runs for.",
            "Fee: what is paid.",
            "All this is on the form.",
        ]
    )


def test_clauses_with_labels_are_no_conversation() -> None:
    policy = [
        "Coverage: the loss by fire is covered.",
        "Exclusion: war is never covered.",
        "Coverage: floods are covered.",
    ]
    assert not is_conversation([*policy, *policy, "Exclusion: wear and tear is not covered."])


def test_what_only_looks_like_a_conversation_stays_text() -> None:
    assert not is_conversation(["Name: Bolt", "Price: 5 EUR", "", "Name: Nut", "Price: 6 EUR"])
    assert not is_conversation(["Q: What is due?", "A: The fee is due.", "Q: When is it due?", "A: It is due at once."])
    assert not is_conversation(["Term: the time it runs.", "Fee: what is paid for it.", "Limit: what is paid at most."])
    records = "Status: it is done now.\nWhat: this is the thing.\nWhy: that is the reason.\n" * 3
    assert not is_conversation(records.split("\n"))


def test_subtitles_join_one_voice_and_part_two(tmp_path: Path) -> None:
    text = (
        "WEBVTT\n\nNOTE made by hand\n\nSTYLE\n::cue { color: red }\n\nid-1\n00:01.000 --> 00:02.000 align:left\n"
        "<v.loud Ann>So the <i>fee</i>\n\n00:02.000 --> 00:03.000\n<v Ann>is 5 &lt; 6 EUR.</v><v Bo>Fine.</v>\n\n"
        "00:04.000 --> 00:05.000\n[music]\n\n00:09.500 --> 00:10.000\nWho knows\n"
    )
    result = parsed(tmp_path, text, "talk.vtt")
    assert turns(result) == [
        ("Ann", "00:01.000 --> 00:03.000", "So the fee is 5 < 6 EUR."),
        ("Bo", "00:02.000 --> 00:03.000", "Fine."),
        (None, "00:04.000 --> 00:05.000", "[music]"),
        (None, "00:09.500 --> 00:10.000", "Who knows"),
    ]
    assert result.left_out == ("note: made by hand", "style: ::cue { color: red }")


def test_rolling_captions_are_read_once(tmp_path: Path) -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:02,000\nthe fee is\n\n2\n00:00:02,000 --> 00:00:03,000\nthe fee is\nfive euro\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nfive euro\nа тариф 7,50 грн\n"
    )
    assert [said for _, _, said in turns(parsed(tmp_path, text.encode("cp1251"), "roll.srt"))] == [
        "the fee is five euro а тариф 7,50 грн"
    ]


def test_word_files_and_json_hold_conversations_too(tmp_path: Path) -> None:
    word = docx("".join(paragraph(line) for line in CALL.split("\n")))
    assert [speaker for speaker, _, _ in turns(parsed(tmp_path, word, "call.docx"))] == ["Anna Petrova"] * 2 + [
        "Bo",
        "Anna Petrova",
        "Bo",
    ]
    data = json.dumps(
        {"topic": "x", "lines": [{"speaker": "A", "content": "One."}, {"speaker": "B", "text": "Two.", "start": 1.5}]}
    )
    assert turns(parsed(tmp_path, data, "m.json")) == [("A", None, "One."), ("B", "1.5", "Two.")]


def test_real_subtitles_and_a_chat() -> None:
    folder = DATA / "docling" / "webvtt" / "sources"
    if not folder.is_dir():
        pytest.skip("the shared test data is not beside this repository")
    talk = read(folder / "webvtt_example_01.vtt")
    check(talk)
    assert turns(talk)[2] == (
        "Neil deGrasse Tyson",
        "00:30.500 --> 00:32.500",
        "Didn’t we talk about enough in that conversation?",
    )
    chat = read(DATA / "unstructured" / "teams_chat.docx")
    assert turns(chat)[1] == ("James Bond", "0:0:3.270 --> 0:0:4.250", "Umm.")


IN_ROUNDS = {
    "en": """Anna: I have looked at the offer and the rent is higher than last year.
Boris: We paid 900 euros then, so this is a rise of a tenth.
Clara: My impression is that they expect us to bargain.
Anna: Then let me write to them tomorrow.
Boris: Please ask for two more months as well.
Clara: I would rather keep the old term.""",
    "ru": """Анна: Мы получили акт сверки, расхождение на двести рублей.
Борис Петрович: Мне кажется, это банковская комиссия.
Ольга: Я проверю выписку и отвечу вам до обеда.
Анна: Спасибо, тогда акт пока не подписываем.
Борис Петрович: Давайте перенесём встречу на четверг.
Ольга: Нам хватит получаса, я думаю.""",
    "uk": """Олена: Я переглянула договір, строк оплати змінили.
Тарас: Мені про це нічого не казали.
Ірина: Ми маємо відповісти до п'ятниці.
Олена: Так, я підготую лист сьогодні.
Тарас: Дякую, надішли його й мені.
Ірина: Тоді ми встигнемо вчасно.""",
    "ro": """Ana: Eu am citit contractul și termenul este prea scurt.
Mihai: Noi am cerut treizeci de zile de la început.
Ioana: Mă tem că furnizorul nu va accepta.
Ana: Îmi puteți trimite varianta veche?
Mihai: Da, o trimit astăzi.
Ioana: Mulțumesc, atunci ne vedem luni.""",
}


@pytest.mark.parametrize("language", IN_ROUNDS)
def test_three_people_who_speak_in_rounds_are_three_speakers(tmp_path: Path, language: str) -> None:
    result = parsed(tmp_path, IN_ROUNDS[language], "talk.txt")
    lines = IN_ROUNDS[language].splitlines()
    assert [speaker for speaker, _, _ in turns(result)] == [line.split(":")[0] for line in lines]


@pytest.mark.parametrize("strategy", ["recursive", "sentence", "parent_child", "heading"])
def test_no_fragment_of_a_talk_in_rounds_holds_two_speakers(tmp_path: Path, strategy: str) -> None:
    result = parsed(tmp_path, IN_ROUNDS["ru"], "talk.txt")
    _, fragments = fragment(
        result, "v@1", "", FragmentRules(strategy=strategy, size=400), lambda text: len(text.split())
    )
    names = {line.split(":")[0] for line in IN_ROUNDS["ru"].splitlines()}
    assert all(sum(f"{name}:" in one.text for name in names) == 1 for one in fragments)


def test_statements_without_a_question_are_a_conversation_when_they_speak_to_each_other() -> None:
    talk = (
        "Agent: I have sent you the form by mail.",
        "Caller: I did not get it, my address has changed.",
        "Agent: Then I will send it again today.",
        "Caller: Thank you, that helps me.",
    )
    assert is_conversation(talk)


@pytest.mark.parametrize(
    "text",
    [
        "Name: Anna Petrova\nPhone: 555 12 30\nOffice: 4\nName: Boris Ivanov\nPhone: 555 12 31\nOffice: 7\nName: Clara Ode\nPhone: 555 12 44\nOffice: 2",
        "Товар: Стол письменный дубовый\nЦена: 12 400 рублей с доставкой\nСклад: Москва, улица Южная\nТовар: Стул мягкий серый\nЦена: 3 100 рублей с доставкой\nСклад: Тверь, улица Северная",
        "Premium: The amount the insured pays each month.\nDeductible: The amount of each loss the insured bears.\nLimit: The most the insurer pays in a year.\nPremium: See also the table of rates.",
        "Pros: I like how quiet it is.\nCons: You have to clean it every week.\nVerdict: We recommend it to small offices.\nPros: I like the low price.\nCons: You need a second battery.\nVerdict: We would not buy it again.",
        "Seller: The seller delivers the goods within ten days.\nBuyer: The buyer pays within five days of delivery.\nCarrier: The carrier answers for damage on the way.\nSeller: The seller insures the goods.\nBuyer: The buyer checks the packing.\nCarrier: The carrier signs the note.",
        "Обов'язок: Замовник оплачує рахунок.\nСтрок: Оплата протягом п'яти днів.\nНаслідок: Пеня за кожен день.\nОбов'язок: Виконавець здає акт.\nСтрок: Акт подається щомісяця.\nНаслідок: Оплата зупиняється.",
    ],
)
def test_records_terms_and_duties_in_rounds_are_no_conversation(text: str) -> None:
    assert not is_conversation(text.splitlines())


def test_the_office_of_a_speaker_in_brackets_belongs_to_the_label(tmp_path: Path) -> None:
    said = [
        "The Acting Chair (Ms. Anna Maria Ode, North Shore and Islands): We come to the third question.",
        "Mr. Bo Lind (Member for the South): May I ask when we vote?",
        "The Acting Chair (Ms. Anna Maria Ode, North Shore and Islands): We vote at noon.",
        "Mr. Bo Lind (Member for the South): Thank you.",
    ]
    result = parsed(tmp_path, "\n".join(said), "debate.txt")
    assert [speaker for speaker, _, _ in turns(result)] == [line.split(":")[0] for line in said]
