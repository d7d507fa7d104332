"""questions.jsonl: what is asked of the sample documents, and what is right. First part: the annual report."""
from decimal import Decimal

import model
from figures import FEN, change, money
from model import GROUP, PARENT
from pages import elsewhere, pages_with, stands

ANNUAL = "docs/澄江智造2024年年度报告.pdf"


def yuan(fen):
    return str(Decimal(fen) / FEN)


class Questions:
    def __init__(self, books):
        self.books, self.rows = books, []

    def place(self, file, anchor, *near, page=None):
        """The first page with the anchor and what must stand beside it; the figure's other pages go to also_at."""
        found = [page] if page else pages_with(file, anchor, *near)
        assert found and stands(file, found[0], anchor), (file, anchor, near)
        also = elsewhere(list(self.books), anchor, file, found[0]) or [{"file": file, "page": p} for p in found[1:]]
        return {"file": file, "page": found[0], "anchor": anchor, "text_layer": True, "also_at": also}

    def add(self, question, answer, evidence=(), gold=(), text=(), kind="table", style="formal", expect=None, wrong=(), asks=("value",), **more):
        expect = expect or ("refuse" if kind == "unanswerable" else "answer")
        first = evidence[0] if evidence else {"file": None, "page": None, "anchor": None}
        self.rows.append({"id": f"sq{len(self.rows) + 1:03d}", "kind": kind, "style": style, "question": question, "answer": answer, "file": first["file"], "page": first["page"], "anchor": first["anchor"],
                          "evidence": list(evidence), "gold": [{"label": a, "value": str(b), "unit": c} for a, b, c in gold], "gold_text": [list(t) for t in text], "expect": expect,
                          "wrong_values": [{"value": str(v), "unit": u} for v, u in wrong], "asks": list(asks), **more})


def questions(books):
    q = Questions(books)
    I24, I23 = GROUP.income["2024"], GROUP.income["2023"]
    q.add("澄江智造2024年营业收入是多少元？同比增长多少？", f"{money(I24['营业收入'])}元，同比增长{change(I24['营业收入'], I23['营业收入'])}%", [q.place(ANNUAL, money(I24["营业收入"]), "主要会计数据")],
          [("2024年营业收入", yuan(I24["营业收入"]), "元"), ("同比", change(I24["营业收入"], I23["营业收入"]), "%")], wrong=[(yuan(I23["营业收入"]), "元")], asks=("value", "change"))
    return q.rows
