"""Sixty golden cases with forty faults planted in documents, retrieval and answers: made from a seed, for the public command."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from golden_files import answer, document, fact, question

Row = dict[str, Any]
SUBJECTS = (
    ("доставка", "Доставка по городу занимает {} дня после оплаты."),
    ("возврат", "Возврат принимаем в течение {} дней с покупки."),
    ("гарантия", "Гарантия на прибор составляет {} месяцев."),
    ("рассрочка", "Рассрочка даётся на {} месяцев без процентов."),
    ("storage", "Luggage is kept for {} days free of charge."),
    ("repair", "A repair costs {} EUR including parts."),
    ("deposit", "The deposit is {} EUR per tool."),
    ("livrare", "Livrarea costă {} lei pentru fiecare colet."),
    ("оренда", "Оренда зали коштує {} гривень за годину."),
    ("підписка", "Підписка триває {} місяців."),
)
WORDS = (
    ("выдача", "Заказ выдают {}.", "на складе у вокзала", "в офисе на набережной"),
    ("packing", "Parcels are packed {}.", "in grey paper", "in sealed plastic"),
    ("оплата", "Оплату принимаем {}.", "только банковской картой", "наличными курьеру"),
)
FILLER = "Общие сведения: мы работаем без обеда. {} Вопросы задавайте у стойки."


@dataclass(slots=True)
class Case:
    """One case while it is being spoilt: its documents, facts, question and answer, and where it must be lost."""

    name: str
    documents: list[Row]
    facts: list[Row]
    golden: Row
    answer: Row
    old: str = ""
    wrong: Any = None
    lost: str | None = None
    how: str = ""
    rest: list[Row] = field(default_factory=list)


def cases(seed: int) -> list[Case]:
    """Sixty sound cases: 46 with a fact, 6 with a conflict, 8 that nothing settles."""
    chance = random.Random(seed)
    made = [_fact_case(f"Q{n}", chance) for n in range(46)]
    made += [_conflict_case(f"Q{n}", chance) for n in range(46, 52)]
    made += [_gap_case(f"Q{n}", chance) for n in range(52, 60)]
    return made


def _fact_case(name: str, chance: random.Random) -> Case:
    source = f"{name.lower()}-now"
    old = f"{name.lower()}-old"
    if chance.random() < 0.25:
        subject, sentence, value, other = chance.choice(WORDS)
        written: Any = value
    else:
        subject, sentence = chance.choice(SUBJECTS)
        written = chance.randint(2, 90)
        other = written + chance.choice((1, 3, 10, 30))
        value = str(written)
    documents = [
        document(source, FILLER.format(sentence.format(value)), valid_from="2026-06-01"),
        document(old, FILLER.format(sentence.format(other)), valid_from="2025-01-01", valid_until="2026-05-31"),
    ]
    facts = [fact(f"F-{name}", source, value, field=subject), fact(f"F-{name}-old", old, str(other), field=subject)]
    golden = question(name, "answer", f"F-{name}", source, text=f"Каков срок или цена: {subject} {name}?")
    found = [(source, sentence.format(value)), (old, sentence.format(other))]
    chance.shuffle(found)
    given = answer(name, "answer", [(f"F-{name}", written, source)], text=sentence.format(value), found=found)
    return Case(name, documents, facts, golden, given, old, other)


def _conflict_case(name: str, chance: random.Random) -> Case:
    subject, sentence = chance.choice(SUBJECTS)
    low = chance.randint(2, 40)
    values = (low, low + chance.randint(1, 9))
    sources = (f"{name.lower()}-a", f"{name.lower()}-b")
    documents = [document(s, sentence.format(v)) for s, v in zip(sources, values, strict=True)]
    facts = [fact(f"F-{s}", s, str(v), field=subject) for s, v in zip(sources, values, strict=True)]
    golden = question(name, "clarify", ";".join(str(row["fact_id"]) for row in facts), ";".join(sources))
    claims = [(f"F-{s}", v, s) for s, v in zip(sources, values, strict=True)]
    given = answer(name, "clarify", claims, text=f"{values[0]} / {values[1]}", found=list(sources))
    return Case(name, documents, facts, golden, given)


def _gap_case(name: str, chance: random.Random) -> Case:
    source = f"{name.lower()}-near"
    text = chance.choice(("Порядок пока не определён.", "Стойка работает без выходных.", "The desk is open daily."))
    given = answer(name, "abstain", [], text="В документах этого нет.", found=[(source, text)])
    return Case(name, [document(source, text)], [], question(name, "abstain", text=f"Что с порядком {name}?"), given)


# faults: each changes one link, and then lets the bot do what a bot would do


def refuse(case: Case) -> None:
    case.answer |= {"action": "abstain", "text": "Не знаю.", "claims": [], "source_ids": []}


def use_old(case: Case) -> None:
    claims = [{"fact_id": f"F-{case.name}-old", "value": case.wrong, "source_id": case.old}]
    case.answer |= {"text": str(case.wrong), "claims": claims, "source_ids": [case.old]}


def only_found(case: Case, *keep: str) -> None:
    case.answer["retrieved"] = [one for one in case.answer["retrieved"] if one["source_id"] in keep]


def source_of(case: Case) -> str:
    return str(case.documents[0]["source_id"])


def no_document(case: Case) -> None:
    del case.documents[0]
    only_found(case, case.old)
    refuse(case)


def no_document_and_the_old_one_used(case: Case) -> None:
    del case.documents[0]
    only_found(case, case.old)
    use_old(case)


def expired(case: Case) -> None:
    case.documents[0]["valid_until"] = "2026-09-30"
    refuse(case)


def not_yet_in_force(case: Case) -> None:
    case.documents[0]["valid_from"] = "2026-12-01"
    case.documents[1]["valid_until"] = "2026-11-30"
    only_found(case, case.old)
    use_old(case)


def switched_off(case: Case) -> None:
    case.documents[0]["enabled"] = "false"
    only_found(case)
    refuse(case)


def text_says_otherwise(case: Case) -> None:
    value = str(case.facts[0]["value"])
    text = str(case.documents[0]["text"]).replace(value, str(case.wrong))
    case.documents[0]["text"] = text
    case.answer["retrieved"] = [{"source_id": source_of(case), "text": text}]
    case.answer["claims"][0]["value"] = case.wrong
    case.answer["text"] = str(case.wrong)


def sentence_taken_out(case: Case) -> None:
    case.documents[0]["text"] = FILLER.format("")
    case.answer["retrieved"] = [{"source_id": source_of(case), "text": FILLER.format("")}]
    refuse(case)


def rival_document(case: Case) -> None:
    rival = f"{case.name.lower()}-rival"
    case.documents.append(document(rival, str(case.documents[1]["text"]), valid_from="2026-06-01"))
    case.facts.append(fact(f"F-{rival}", rival, str(case.wrong), field=str(case.facts[0]["field"])))
    case.answer["retrieved"].append({"source_id": rival, "text": str(case.documents[1]["text"])})
    claims = [{"fact_id": f"F-{rival}", "value": case.wrong, "source_id": rival}]
    case.answer |= {"text": str(case.wrong), "claims": claims, "source_ids": [rival]}


def nothing_found(case: Case) -> None:
    only_found(case)
    refuse(case)


def old_version_found(case: Case) -> None:
    only_found(case, case.old)
    use_old(case)


def other_fragment_found(case: Case) -> None:
    case.answer["retrieved"] = [{"source_id": source_of(case), "text": "Общие сведения: мы работаем без обеда."}]
    refuse(case)


def stranger_found(case: Case) -> None:
    stranger = str(case.rest[0]["source_id"])
    text = str(case.rest[0]["text"])
    case.answer["retrieved"] = [{"source_id": stranger, "text": text}]
    claims = [{"fact_id": f"F-{case.name}", "value": case.wrong, "source_id": stranger}]
    case.answer |= {"text": text, "claims": claims, "source_ids": [stranger]}


def found_nothing_and_said_it_anyway(case: Case) -> None:
    only_found(case, case.old)


def false_refusal(case: Case) -> None:
    refuse(case)


def other_value(case: Case) -> None:
    case.answer["claims"][0]["value"] = case.wrong


def other_source(case: Case) -> None:
    case.answer["claims"][0]["source_id"] = case.old
    case.answer["source_ids"] = [case.old]


def old_version_used(case: Case) -> None:
    use_old(case)


def unknown_fact(case: Case) -> None:
    case.answer["claims"].append({"fact_id": "F-none", "value": 1, "source_id": source_of(case)})


def asked_back(case: Case) -> None:
    case.answer |= {"action": "clarify", "text": "Уточните вопрос.", "claims": [], "source_ids": []}


def hidden_conflict(case: Case) -> None:
    case.answer["claims"] = case.answer["claims"][:1]
    case.answer |= {"action": "answer", "text": str(case.answer["claims"][0]["value"])}


def invention(case: Case) -> None:
    source = source_of(case)
    claims = [{"fact_id": None, "value": "7 дней", "source_id": source}]
    case.answer |= {"action": "answer", "text": "7 дней", "claims": claims, "source_ids": [source]}


DOCUMENT = (
    no_document,
    no_document_and_the_old_one_used,
    expired,
    not_yet_in_force,
    switched_off,
    text_says_otherwise,
    sentence_taken_out,
    rival_document,
)
RETRIEVAL = (nothing_found, old_version_found, other_fragment_found, stranger_found, found_nothing_and_said_it_anyway)
ANSWER = (false_refusal, other_value, other_source, old_version_used, unknown_fact, asked_back)


def planted(seed: int) -> list[Case]:
    """Sixty cases, forty of them spoilt: 10 in a document, 15 in retrieval, 15 in the answer (3 of them without a fact)."""
    made = cases(seed)
    chance = random.Random(seed + 1)
    with_fact = made[:46]
    chance.shuffle(with_fact)
    for case in with_fact:
        case.rest = [other.documents[0] for other in made if other is not case and other.facts][:1]
    spoil(with_fact[:10], "document", DOCUMENT)
    spoil(with_fact[10:25], "retrieval", RETRIEVAL)
    spoil(with_fact[25:35], "answer", ANSWER)
    spoil(made[46:49], "answer", (hidden_conflict,))
    spoil(made[52:54], "answer", (invention,))
    return made


def spoil(chosen: list[Case], lost: str, faults: tuple[Any, ...]) -> None:
    for place, case in enumerate(chosen):
        fault = faults[place % len(faults)]
        fault(case)
        case.lost, case.how = lost, fault.__name__
