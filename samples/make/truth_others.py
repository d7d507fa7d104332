"""What is asked of the documents that came after the first four, and their metadata. `q` is a truth_questions.Questions."""

from decimal import Decimal

from figures import FEN, money
from model import GROUP
from names import ABSTRACT, FIRMS


def yuan(fen):
    return str(Decimal(fen) / FEN)


def ask(q):
    abstract(q)


def metadata():
    kinds = {ABSTRACT: ("annual_report", "2024FY")}
    return [
        {"file": file, "kind": kind, "company": FIRMS[file][0], "stock_code": FIRMS[file][1], **({"period": period} if period else {})}
        for file, (kind, period) in kinds.items()
    ]


def abstract(q):
    q.ask(
        "陆砚秋持有澄江控股集团多少股权？",
        "68.50%",
        q.place(ABSTRACT, "68.50%"),
        gold=[("陆砚秋持有控股股东的比例", "68.50", "%")],
        kind="factual",
        style="paraphrase",
        wrong=[("31.42", "%"), ("3.03", "%")],
        note="只在摘要的产权控制关系方框图里",
    )
    assets = GROUP.balance["2024"]["总资产"]
    q.ask(
        "年报摘要里澄江智造2024年末的总资产是多少？",
        f"{money(assets)}元",
        q.place(ABSTRACT, money(assets)),
        gold=[("2024年末总资产", yuan(assets), "元")],
        wrong=[(yuan(GROUP.balance["2023"]["总资产"]), "元")],
        note="摘要与全文数字相同，两处都对",
    )
