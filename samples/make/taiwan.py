"""Consolidated statements of a company in Taiwan: traditional characters, 民國 years, 新台幣仟元, seals over figures. Drawn with cairo.

The balance sheet is a page on its side, assets beside liabilities. Figures are ints of NT$ 1,000; columns are 113 and 112 (2024, 2023).
Negatives have their left bracket at the left edge of the column, apart from the digits, as auditors' templates print them.
"""

import os
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

import firms
from figures import half_up, rng
from sheet import CENTER, LEFT, PACKAGES, RIGHT, Grid

FONT = "Noto Serif TC"
YEARS = (("2024FY", "2024-12-31", "113"), ("2023FY", "2023-12-31", "112"))
SHARES_THOUSAND = 286_000
CAPITAL = 2_860_000  # 10 NT$ a share


def near(millions, *key):
    """About so many NT$ million, in thousands."""
    if isinstance(millions, tuple):
        return tuple(near(m, *key, n) for n, m in enumerate(millions))
    exact = round(millions * 1000)
    spread = max(3, abs(exact) // 400)
    return exact + rng("taiwan", *key).randint(-spread, spread) if exact else 0


def table(text):
    """`code | label | key | 113 | 112` a line, figures in NT$ million: a list of [code, label, key, (113, 112)]."""
    rows = []
    for line in text.strip().splitlines():
        code, label, key, *figures = (part.strip() for part in line.split("|"))
        rows.append([code, label, key, near(tuple(float(f) for f in figures), key) if figures else None])
    return rows


CURRENT = table("""
1170|應收帳款淨額|應收帳款|3264|2871
1200|其他應收款|其他應收款|86|74
130X|存貨|存貨|2958|3317
1410|預付款項|預付款項|214|189
1479|其他流動資產－其他|其他流動資產|121|98
""")
FIXED = table("""
1600|不動產、廠房及設備|不動產|6742|6385
1755|使用權資產|使用權|318|352
1780|無形資產|無形資產|145|166
1840|遞延所得稅資產|遞延資產|203|188
1920|存出保證金|存出|27|25
1990|其他非流動資產－其他|其他非流動|96|83
""")
DUE = table("""
2100|短期借款|短期借款|1450|1800
2130|合約負債－流動|合約負債|236|181
2170|應付帳款|應付帳款|2187|1964
2200|其他應付款|其他應付款|1245|1098
2230|本期所得稅負債|所得稅負債|212|143
2280|租賃負債－流動|租賃流動|72|70
2320|一年內到期長期借款|一年內|400|500
2399|其他流動負債－其他|其他流動負債|54|49
""")
LATER = table("""
2540|長期借款|長期借款|2300|2600
2570|遞延所得稅負債|遞延負債|118|97
2580|租賃負債－非流動|租賃非流動|251|288
2640|淨確定福利負債－非流動|福利|43|52
""")
RESERVE, LEGAL_112, RETAINED_112, MINORITY_112 = near(2415, "reserve"), near(968, "legal"), near(3214, "retained"), near(362, "minority")
OTHER_EQUITY = near((-62, -148), "other equity")
INCOME = {
    "營業收入": near((15842, 14067), "revenue"),
    "營業成本": near((-11738, -10724), "cost"),
    "推銷費用": near((-412, -389), "selling"),
    "管理費用": near((-596, -571), "admin"),
    "研究發展費用": near((-1184, -1042), "research"),
    "預期信用減損損失": near((-9, -14), "credit"),
    "利息收入": near((68, 51), "interest"),
    "其他收入": near((42, 38), "other income"),
    "其他利益及損失": near((117, -46), "gains"),
    "財務成本": near((-98, -112), "finance"),
    "所得稅費用": near((-436, -271), "tax"),
    "非控制權益": near((34, 21), "nci"),
    "換算差額": (OTHER_EQUITY[0] - OTHER_EQUITY[1] + near(2, "nci oci"), near(-33, "oci 112")),
}
NCI_OCI = (near(2, "nci oci"), near(-1, "nci oci 112"))
DIVIDEND_A_SHARE = ("2.00", "1.60")  # NT$, paid in 113 and 112
NCI_DIVIDEND = near(13, "nci dividend")
REGIONS = {"臺灣": (2410, 2268), "中國大陸": (4986, 4721), "美洲": (5317, 4176), "歐洲": (1905, 1788), "其他": None}


def both(*rows):
    return tuple(map(sum, zip(*rows)))


def income():
    i = dict(INCOME)
    i["營業毛利"] = both(i["營業收入"], i["營業成本"])
    i["營業費用合計"] = both(*(i[k] for k in ("推銷費用", "管理費用", "研究發展費用", "預期信用減損損失")))
    i["營業利益"] = both(i["營業毛利"], i["營業費用合計"])
    i["營業外合計"] = both(*(i[k] for k in ("利息收入", "其他收入", "其他利益及損失", "財務成本")))
    i["稅前淨利"] = both(i["營業利益"], i["營業外合計"])
    i["本期淨利"] = both(i["稅前淨利"], i["所得稅費用"])
    i["母公司業主"] = tuple(a - b for a, b in zip(i["本期淨利"], i["非控制權益"]))
    i["綜合損益"] = both(i["本期淨利"], i["換算差額"])
    i["綜合母公司"] = tuple(a - b - c for a, b, c in zip(i["綜合損益"], i["非控制權益"], NCI_OCI))
    i["綜合非控制"] = both(i["非控制權益"], NCI_OCI)
    return i


I = income()
EPS = tuple(f"{half_up(Decimal(x) / SHARES_THOUSAND, 2)}" for x in I["母公司業主"])


def dividend(year):
    return int(Decimal(DIVIDEND_A_SHARE[year]) * SHARES_THOUSAND)


def balance():
    figures = lambda rows: [row[3] for row in rows]
    b = {row[2]: row[3] for part in (CURRENT, FIXED, DUE, LATER) for row in part}
    legal = I["母公司業主"][1] // 10
    b["股本"], b["資本公積"], b["其他權益"] = (CAPITAL, CAPITAL), (RESERVE, RESERVE), OTHER_EQUITY
    b["法定盈餘公積"] = (LEGAL_112 + legal, LEGAL_112)
    b["未分配盈餘"] = (RETAINED_112 + I["母公司業主"][0] - legal - dividend(0), RETAINED_112)
    b["母公司權益"] = both(*(b[k] for k in ("股本", "資本公積", "法定盈餘公積", "未分配盈餘", "其他權益")))
    b["非控制權益"] = (MINORITY_112 + I["綜合非控制"][0] - NCI_DIVIDEND, MINORITY_112)
    b["權益總計"] = both(b["母公司權益"], b["非控制權益"])
    b["流動負債"], b["非流動負債"], b["非流動資產"] = (both(*figures(part)) for part in (DUE, LATER, FIXED))
    b["負債總計"] = both(b["流動負債"], b["非流動負債"])
    b["負債及權益"] = b["資產總計"] = both(b["負債總計"], b["權益總計"])
    b["現金"] = tuple(whole - a - c for whole, a, c in zip(b["資產總計"], both(*figures(CURRENT)), b["非流動資產"]))
    b["流動資產"] = both(b["現金"], *figures(CURRENT))
    return b


B = balance()
OPENING_112 = near(4218, "opening 112")
INVESTING = table("""
|取得不動產、廠房及設備|取得設備|-1268|-1003
|處分不動產、廠房及設備價款|處分設備|31|18
|取得無形資產|取得無形|-24|-31
|存出保證金增加|存出增加|-2|-1
|收取之利息|收取利息|68|51
""")
FINANCING_112 = near((-240, 900, -850, -76, -114, -11), "financing 112")


def cash():
    c = {row[2]: row[3] for row in INVESTING}
    change = lambda *keys: sum(B[k][0] - B[k][1] for k in keys)
    borrowed, lease = near(300, "borrowed"), near(79, "lease paid")
    now = (change("短期借款"), borrowed, change("一年內", "長期借款") - borrowed, -lease, near(-98, "interest paid"), -NCI_DIVIDEND)
    names = ("短期借款減少", "舉借長期借款", "償還長期借款", "租賃本金償還", "支付之利息", "非控制權益股利")
    c.update(dict(zip(names, zip(now, FINANCING_112))))
    c["發放現金股利"] = (-dividend(0), -dividend(1))
    c["投資"] = both(*(row[3] for row in INVESTING))
    c["籌資"] = both(*(c[k] for k in (*names, "發放現金股利")))
    c["匯率"] = near((41, -27), "exchange")
    c["期末"], c["期初"] = B["現金"], (B["現金"][1], OPENING_112)
    c["增加"] = tuple(a - b for a, b in zip(c["期末"], c["期初"]))
    c["營業"] = tuple(a - b - d - e for a, b, d, e in zip(c["增加"], c["投資"], c["籌資"], c["匯率"]))
    c["折舊"], c["攤銷"], c["支付所得稅"] = near((986, 941), "depreciation"), near((45, 43), "amortised"), near((-352, -388), "tax paid")
    c["利息費用"], c["利息收入"] = tuple(-x for x in I["財務成本"]), tuple(-x for x in I["利息收入"])
    known = both(I["稅前淨利"], c["折舊"], c["攤銷"], c["利息費用"], c["利息收入"], c["支付所得稅"])
    c["變動"] = tuple(a - b for a, b in zip(c["營業"], known))
    return c


C = cash()


def regions():
    rows = {k: near(v, "region", k) for k, v in REGIONS.items() if v}
    rows["其他"] = tuple(a - b for a, b in zip(I["營業收入"], both(*rows.values())))
    return rows


def check():
    """What is not true by definition."""
    assert all(x > 0 for x in (*B["現金"], *C["營業"], *regions()["其他"])) and min(C["增加"]) > 0
    assert B["資產總計"] == both(B["流動資產"], B["非流動資產"])


# ------------------------------------------------------------------ grids


def amount(figure):
    if not figure:
        return "-"
    return f"({-figure:,})" if figure < 0 else f"{figure:,}"


def share(part, whole):
    value = int(half_up(Decimal(part) / whole * 100, 0))
    return "-" if value == 0 else f"({-value})" if value < 0 else str(value)


def line(code, label, note, figures, base):
    cells = []
    for figure, whole in zip(figures, base):
        cells += [amount(figure), share(figure, whole)]
    return [code, label, note, *cells]


NOTES = {
    "現金": "六(一)",
    "應收帳款": "六(二)",
    "存貨": "六(三)",
    "不動產": "六(四)",
    "短期借款": "六(五)",
    "長期借款": "六(六)",
    "股本": "六(七)",
    "合約負債": "六(八)",
}
HEAD = ["代碼", "項目", "附註", "113年12月31日", "<", "112年12月31日", "<"]
SUBHEAD = ["^", "^", "^", "金額", "%", "金額", "%"]


def balance_grid(name, title, parts):
    """`parts`: (title or None, rows of [code, label, key]); a row without a key is a title."""
    rows = [[*HEAD[:1], title, *HEAD[2:]], SUBHEAD]
    for code, label, key in parts:
        rows.append(line(code, label, NOTES.get(key, ""), B[key], B["資產總計"]) if key else [code, label] + [""] * 5)
    return Grid(
        name,
        rows,
        [30, 124, 34, 66, 24, 66, 24],
        header=2,
        size=7.6,
        align=[LEFT, LEFT, CENTER] + [RIGHT] * 4,
        caption="合併資產負債表",
        unit="新台幣仟元",
        kind="side-by-side",
    )


def assets_grid():
    keyed = lambda rows: [row[:3] for row in rows]
    parts = [("", "流動資產", ""), ("1100", "現金及約當現金", "現金"), *keyed(CURRENT), ("11XX", "流動資產合計", "流動資產"), ("", "非流動資產", "")]
    parts += [*keyed(FIXED), ("15XX", "非流動資產合計", "非流動資產"), ("1XXX", "資產總計", "資產總計")]
    return balance_grid("assets", "資產", parts)


def liabilities_grid():
    keyed = lambda rows: [row[:3] for row in rows]
    parts = [
        ("", "流動負債", ""),
        *keyed(DUE),
        ("21XX", "流動負債合計", "流動負債"),
        ("", "非流動負債", ""),
        *keyed(LATER),
        ("25XX", "非流動負債合計", "非流動負債"),
    ]
    parts += [
        ("2XXX", "負債總計", "負債總計"),
        ("", "權益", ""),
        ("3110", "普通股股本", "股本"),
        ("3200", "資本公積", "資本公積"),
        ("3310", "法定盈餘公積", "法定盈餘公積"),
    ]
    parts += [
        ("3350", "未分配盈餘", "未分配盈餘"),
        ("3400", "其他權益", "其他權益"),
        ("31XX", "歸屬於母公司業主之權益合計", "母公司權益"),
        ("36XX", "非控制權益", "非控制權益"),
    ]
    parts += [("3XXX", "權益總計", "權益總計"), ("3X2X", "負債及權益總計", "負債及權益")]
    return balance_grid("liabilities", "負債及權益", parts)


INCOME_LINES = (
    "4000|營業收入|營業收入|六(八)\n5000|營業成本|營業成本|六(三)\n5900|營業毛利|營業毛利|\n|營業費用||\n6100|推銷費用|推銷費用|\n6200|管理費用|管理費用|\n6300|研究發展費用|研究發展費用|\n"
    "6450|預期信用減損損失|預期信用減損損失|十二\n6000|營業費用合計|營業費用合計|\n6900|營業利益|營業利益|\n|營業外收入及支出||\n7100|利息收入|利息收入|\n7010|其他收入|其他收入|\n7020|其他利益及損失|其他利益及損失|\n"
    "7050|財務成本|財務成本|\n7000|營業外收入及支出合計|營業外合計|\n7900|稅前淨利|稅前淨利|\n7950|所得稅費用|所得稅費用|\n8200|本期淨利|本期淨利|\n|其他綜合損益||\n8361|國外營運機構財務報表換算之兌換差額|換算差額|\n"
    "8500|本期綜合損益總額|綜合損益|\n|淨利歸屬於：||\n8610|母公司業主|母公司業主|\n8620|非控制權益|非控制權益|\n|綜合損益總額歸屬於：||\n8710|母公司業主|綜合母公司|\n8720|非控制權益|綜合非控制|"
)


def income_grid():
    rows = [["代碼", "項目", "附註", "113年度", "<", "112年度", "<"], SUBHEAD]
    for text in INCOME_LINES.split("\n"):
        code, label, key, note = text.split("|")
        rows.append(line(code, label, note, I[key], I["營業收入"]) if key else [code, label] + [""] * 5)
    rows.append(["", "每股盈餘（新台幣元）", "六(九)"] + [""] * 4)
    rows += [[code, label, "", EPS[0], "", EPS[1], ""] for code, label in (("9750", "基本每股盈餘"), ("9850", "稀釋每股盈餘"))]
    widths = [34, 168, 44, 84, 32, 84, 32]
    return Grid(
        "income", rows, widths, header=2, size=9, align=[LEFT, LEFT, CENTER] + [RIGHT] * 4, caption="合併綜合損益表", unit="新台幣仟元", kind="stream"
    )


CASH_LINES = (
    "營業活動之現金流量|\n本期稅前淨利|稅前\n折舊費用|折舊\n攤銷費用|攤銷\n利息費用|利息費用\n利息收入|利息收入\n與營業活動相關之資產及負債淨變動數|變動\n支付之所得稅|支付所得稅\n營業活動之淨現金流入|營業\n"
    "投資活動之現金流量|\n取得不動產、廠房及設備|取得設備\n處分不動產、廠房及設備價款|處分設備\n取得無形資產|取得無形\n存出保證金增加|存出增加\n收取之利息|收取利息\n投資活動之淨現金流出|投資\n"
    "籌資活動之現金流量|\n短期借款減少|短期借款減少\n舉借長期借款|舉借長期借款\n償還長期借款|償還長期借款\n租賃本金償還|租賃本金償還\n發放現金股利|發放現金股利\n支付之利息|支付之利息\n非控制權益現金股利|非控制權益股利\n"
    "籌資活動之淨現金流出|籌資\n匯率變動對現金及約當現金之影響|匯率\n本期現金及約當現金增加數|增加\n期初現金及約當現金餘額|期初\n期末現金及約當現金餘額|期末"
)


def cash_grid():
    books = {**C, "稅前": I["稅前淨利"]}
    rows = [["項目", "113年度", "112年度"]]
    for text in CASH_LINES.split("\n"):
        label, key = text.split("|")
        rows.append([label, *(amount(x) for x in books[key])] if key else [label, "", ""])
    return Grid("cash", rows, [270, 104, 104], size=9.5, caption="合併現金流量表", unit="新台幣仟元", kind="stream")


def regions_grid():
    rows = [["地區別", "113年度", "112年度"]] + [[k, *map(amount, v)] for k, v in regions().items()] + [["合計", *map(amount, I["營業收入"])]]
    return Grid("regions", rows, [180, 130, 130], size=10, caption="營業收入地區別資訊", unit="新台幣仟元", kind="lattice")


AGES = (("未逾期", 2891, 2498), ("逾期 30 天內", 268, 271), ("逾期 31 至 90 天", 97, 84), ("逾期 91 天以上", None, None))
ALLOWANCE = near((38, 31), "allowance")


def ages_grid():
    parts = [(label, near((a, b), "age", label)) for label, a, b in AGES if a]
    gross = both(B["應收帳款"], ALLOWANCE)
    parts.append((AGES[-1][0], tuple(a - b for a, b in zip(gross, both(*(f for _, f in parts))))))
    rows = [["", "113年12月31日", "112年12月31日"]] + [[k, *map(amount, v)] for k, v in parts]
    rows += [["應收帳款總額", *map(amount, gross)], ["減：備抵損失", *(amount(-x) for x in ALLOWANCE)], ["應收帳款淨額", *map(amount, B["應收帳款"])]]
    return Grid("ages", rows, [180, 130, 130], size=10, caption="應收帳款帳齡分析", unit="新台幣仟元", kind="lattice")


PAGES = {"assets": 3, "liabilities": 3, "income": 4, "cash": 5, "regions": 6, "ages": 6}  # as drawn below


class Made:
    def __init__(self, grids):
        self.grids = {grid.name: grid for grid in grids}


def all_grids():
    return [assets_grid(), liabilities_grid(), income_grid(), cash_grid(), regions_grid(), ages_grid()]


# ------------------------------------------------------------------ drawing (in a process of its own, which sees this font only)

PORTRAIT, LANDSCAPE = (595.28, 841.89), (841.89, 595.28)


class Pen:
    """A cairo page; y runs down."""

    def __init__(self, path):
        import cairocffi

        self.cairo = cairocffi
        self.surface = cairocffi.PDFSurface(str(path), *PORTRAIT)
        self.c, self.number, self.size = cairocffi.Context(self.surface), 0, PORTRAIT

    def page(self, size=PORTRAIT):
        if self.number:
            self.foot()
            self.c.show_page()
        self.size = size
        self.surface.set_size(*size)
        self.number += 1

    def foot(self):
        if self.number > 1:
            self.text(f"~{self.number - 1}~", self.size[0] / 2, self.size[1] - 30, 9, CENTER)

    def close(self):
        self.foot()
        self.surface.finish()

    def font(self, size, bold=False):
        weight = self.cairo.FONT_WEIGHT_BOLD if bold else self.cairo.FONT_WEIGHT_NORMAL
        self.c.select_font_face(FONT, self.cairo.FONT_SLANT_NORMAL, weight)
        self.c.set_font_size(size)

    def width(self, text):
        return self.c.text_extents(text)[4]

    def text(self, text, x, y, size=10, align=LEFT, bold=False):
        self.font(size, bold)
        x -= {LEFT: 0, CENTER: self.width(text) / 2, RIGHT: self.width(text)}[align]
        self.c.move_to(x, y)
        self.c.show_text(text)

    def spread(self, text, y, size, gap=8, bold=True):
        """A centred title with room between its characters."""
        self.font(size, bold)
        whole = sum(self.width(char) for char in text) + gap * (len(text) - 1)
        x = (self.size[0] - whole) / 2
        for char in text:
            self.c.move_to(x, y)
            self.c.show_text(char)
            x += self.width(char) + gap

    def paragraph(self, text, x, y, width, size=11, leading=19, indent=22):
        """Breaks between characters; returns the next y."""
        self.font(size)
        line, room = "", width - indent
        start = x + indent
        for char in text:
            if self.width(line + char) > room and char not in "，。、；：）」":
                self.text(line, start, y, size)
                line, room, start, y = "", width, x, y + leading
            line += char
        self.text(line, start, y, size)
        return y + leading

    def rule(self, x0, x1, y, weight=0.6):
        self.c.set_line_width(weight)
        self.c.move_to(x0, y)
        self.c.line_to(x1, y)
        self.c.stroke()

    def seal(self, words, x, y, side, turn=0.0):
        """A square red seal over what is there; two characters a row."""
        self.c.save()
        self.c.translate(x, y)
        self.c.rotate(turn)
        self.c.set_source_rgba(0.83, 0.1, 0.12, 0.6)
        self.c.set_line_width(2)
        self.c.rectangle(0, 0, side, side)
        self.c.stroke()
        rows = -(-len(words) // 2) if len(words) <= 4 else -(-len(words) // 4)
        columns = -(-len(words) // rows)
        cell = side / max(rows, columns)
        self.font(cell * 0.8, True)
        for n, char in enumerate(words):
            self.c.move_to(
                cell * (n % columns) + cell * 0.1 + (side - cell * columns) / 2, cell * (n // columns) + cell * 0.8 + (side - cell * rows) / 2
            )
            self.c.text_path(char)  # a seal is a picture: its characters are no text
            self.c.fill()
        self.c.restore()
        self.c.set_source_rgb(0, 0, 0)

    def cell(self, text, x, width, y, size, align, bold):
        if text.startswith("(") and align == RIGHT:  # the left bracket stands apart
            self.text("(", x + 3, y, size, LEFT, bold)
            text = text[1:]
        place = {LEFT: x + 2, CENTER: x + width / 2, RIGHT: x + width - 3 + (size * 0.35 if text.endswith(")") else 0)}[align]
        self.text(text, place, y, size, align, bold)

    def grid(self, grid, x, y, leading, boxed=False):
        """Draws a Grid without lines but for those under its header; returns the y below it."""
        lefts = [x + sum(grid.widths[:n]) for n in range(len(grid.widths))]
        right, wide, top = x + sum(grid.widths), dict(grid.spans()), y
        for r, row in enumerate(grid.rows):
            base = y + leading * 0.7
            for c, cell in enumerate(row):
                if not cell or cell in "<^":
                    continue
                end, down = wide.get((c, r), (c, r))
                head = r < grid.header
                width = sum(grid.widths[c : end + 1])
                middle = base + (down - r) * leading / 2
                self.cell(cell, lefts[c], width, middle, grid.size, CENTER if head else grid.align[c], head)
                if head and end > c:
                    self.rule(lefts[c] + 3, lefts[c] + width - 3, y + leading * 0.96, 0.4)
            y += leading
            if boxed or r == grid.header - 1:
                self.rule(x, right, y, 0.5)
            total = row[1 if len(row) == 7 else 0].endswith(("總計", "總額", "合計", "餘額"))
            if not boxed and total:
                for c in range(3 if len(row) == 7 else 1, len(row)):
                    if row[c]:
                        self.rule(lefts[c] + 4, lefts[c] + grid.widths[c] - 2, y - leading * 0.06, 0.4)
        if boxed:
            self.rule(x, right, top, 0.5)
            for left in (*lefts, right):
                self.c.move_to(left, top)
                self.c.line_to(left, y)
                self.c.stroke()
        return y


def signatures(pen, y):
    names = (("董事長", firms.TAIWAN_CHAIR), ("經理人", firms.TAIWAN_MANAGER), ("會計主管", firms.TAIWAN_ACCOUNTANT))
    for n, (post, name) in enumerate(names):
        x = 60 + n * (pen.size[0] - 120) / 3
        pen.text(f"{post}：{name}", x, y, 10)
        pen.seal(name + "印", x + 96, y - 24, 32, 0.03 * (n - 1))


def titles(pen, title, day, y=58):
    pen.spread(f"{firms.TAIWAN}及子公司", y, 13, 3)
    pen.spread(title, y + 20, 13)
    pen.text(day, pen.size[0] / 2, y + 38, 10.5, CENTER)


OPINION = [
    f"{firms.TAIWAN}及其子公司民國 113 年及 112 年 12 月 31 日之合併資產負債表，暨民國 113 年及 112 年 1 月 1 日至 12 月 31 日之合併綜合損益表、合併現金流量表，以及合併財務報表附註（包括重大會計政策彙總），業經本會計師查核竣事。",
    f"依本會計師之意見，上開合併財務報表在所有重大方面係依照證券發行人財務報告編製準則編製，足以允當表達{firms.TAIWAN}及其子公司民國 113 年及 112 年 12 月 31 日之合併財務狀況，暨民國 113 年及 112 年 1 月 1 日至 12 月 31 日之合併財務績效及合併現金流量。",
    "關鍵查核事項係指依本會計師之專業判斷，對民國 113 年度合併財務報表之查核最為重要之事項。存貨之評價：民國 113 年 12 月 31 日之存貨為新台幣 {} 仟元，占合併資產總額百分之 {}。因產品世代更替快速，存貨跌價損失之估計涉及管理階層之主觀判斷，故列為關鍵查核事項。",
]
NOTE_TEXTS = [
    ("(一)現金及約當現金", "現金及約當現金未有提供作為質押擔保之情形，主要為銀行活期存款及三個月內到期之定期存款。"),
    ("(二)應收帳款", "本集團對客戶之平均授信期間為月結 60 天至 90 天。應收帳款之帳齡分析如下："),
    ("(八)客戶合約收入", "本集團主要產品為電源管理模組及車用感測模組。營業收入按客戶所在地區分如下："),
]
CLOSING = [
    ("(七)股本及股利", "民國 113 年 12 月 31 日本公司實收資本額為新台幣 2,860,000 仟元，每股面額 10 元。本公司民國 113 年 6 月 20 日股東會決議配發民國 112 年度現金股利每股新台幣 2.00 元，合計新台幣 {} 仟元。民國 114 年 3 月 12 日董事會擬議配發民國 113 年度現金股利每股新台幣 3.20 元，尚待股東會決議。"),
    ("(九)每股盈餘", "民國 113 年度及 112 年度之加權平均流通在外股數均為 286,000 仟股，基本每股盈餘分別為 {} 元及 {} 元。"),
    ("(十)員工人數", "截至民國 113 年及 112 年 12 月 31 日止，本集團員工人數分別為 4,268 人及 4,105 人。"),
]  # fmt: skip


def cover(pen):
    pen.page()
    pen.text(f"{firms.TAIWAN}及子公司", 297.6, 250, 20, CENTER, True)
    pen.text("合併財務報告暨會計師查核報告", 297.6, 286, 17, CENTER, True)
    pen.text("民國 113 年度及 112 年度", 297.6, 316, 15, CENTER)
    pen.text(f"(股票代碼 {firms.TAIWAN_CODE})", 297.6, 342, 13, CENTER)
    pen.text(firms.TAIWAN_ENGLISH, 297.6, 372, 10, CENTER)
    pen.text(f"公司地址：{firms.TAIWAN_PLACE}", 150, 620, 12)
    pen.text("電    話：(0990)886-0977", 150, 642, 12)


def opinion(pen):
    pen.page()
    pen.spread("會計師查核報告", 80, 16, 6)
    pen.text("(114)衡審字第 1130977 號", 520, 104, 10, RIGHT)
    pen.text(f"{firms.TAIWAN}  公鑒：", 70, 130, 11)
    y = 156
    stock = f"{B['存貨'][0]:,}", str(int(half_up(Decimal(B["存貨"][0]) / B["資產總計"][0] * 100, 0)))
    for title, text in zip(("查核意見", "", "關鍵查核事項"), OPINION):
        if title:
            pen.text(title, 70, y + 4, 11.5, LEFT, True)
            y += 24
        y = pen.paragraph(text.format(*stock), 70, y, 455)
    pen.text(firms.TAIWAN_AUDITOR, 110, 560, 13, LEFT, True)
    for n, name in enumerate(firms.TAIWAN_AUDITORS):
        pen.text(f"會計師  {name}", 290, 590 + n * 40, 12)
        pen.seal(name + "印", 400, 572 + n * 40, 32, 0.04 - 0.07 * n)
    pen.seal("衡嶼聯合會計師事務所之印章", 140, 580, 74, -0.04)
    pen.text("中 華 民 國 1 1 4 年 3 月 1 2 日", 297.6, 710, 12, CENTER)


def draw(path):
    pen = Pen(path)
    cover(pen)
    opinion(pen)
    pen.page(LANDSCAPE)
    titles(pen, "合併資產負債表", "民國 113 年及 112 年 12 月 31 日", 46)
    pen.text("單位：新台幣仟元", LANDSCAPE[0] - 44, 88, 9, RIGHT)
    pen.grid(assets_grid(), 44, 94, 14)
    pen.grid(liabilities_grid(), 430, 94, 14)
    pen.seal("嵐嶼電子股份有限公司", 232, 262, 72, -0.05)
    pen.text("後附合併財務報表附註為本合併財務報告之一部分，請併同參閱。", LANDSCAPE[0] / 2, 512, 9, CENTER)
    signatures(pen, 546)
    pen.page()
    titles(pen, "合併綜合損益表", "民國 113 年及 112 年 1 月 1 日至 12 月 31 日")
    pen.text("單位：新台幣仟元", 536, 108, 9, RIGHT)
    pen.text("（除每股盈餘為新台幣元外）", 536, 120, 9, RIGHT)
    pen.grid(income_grid(), 58, 126, 18.2)
    pen.seal("嵐嶼電子股份有限公司", 318, 400, 76, 0.05)
    signatures(pen, 770)
    pen.page()
    titles(pen, "合併現金流量表", "民國 113 年及 112 年 1 月 1 日至 12 月 31 日")
    pen.text("單位：新台幣仟元", 536, 112, 9, RIGHT)
    pen.grid(cash_grid(), 58, 120, 19)
    signatures(pen, 770)
    notes(pen)
    pen.close()


def notes(pen):
    pen.page()
    titles(pen, "合併財務報表附註", "民國 113 年度及 112 年度", 52)
    pen.text("（除特別註明者外，金額以新台幣仟元為單位）", 297.6, 108, 9.5, CENTER)
    pen.text("六、重要會計項目之說明（節錄）", 70, 134, 12, LEFT, True)
    y = 158
    for (title, text), grid in zip(NOTE_TEXTS, (None, ages_grid(), regions_grid())):
        pen.text(title, 70, y, 11, LEFT, True)
        y = pen.paragraph(text, 70, y + 19, 455)
        if grid:
            pen.text("單位：新台幣仟元", 510, y - 2, 9, RIGHT)
            y = pen.grid(grid, 70, y + 3, 17, True) + 22
        else:
            y += 6
    fill = (f"{dividend(0):,}",), EPS, ()
    for (title, text), words in zip(CLOSING, fill):
        pen.text(title, 70, y, 11, LEFT, True)
        y = pen.paragraph(text.format(*words), 70, y + 19, 455) + 6


def make(path):
    check()
    with tempfile.TemporaryDirectory() as folder:
        fonts = Path(folder) / "fonts.conf"
        folders = "".join(f"<dir>{(PACKAGES / 'noto-serif-tc' / weight).resolve()}</dir>" for weight in ("400Regular", "700Bold"))
        fonts.write_text(
            f"<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>{folders}<cachedir>{folder}/cache</cachedir></fontconfig>"
        )
        environment = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        subprocess.run([sys.executable, __file__, str(path)], check=True, env=environment, timeout=300)
    return Made(all_grids())


if __name__ == "__main__":
    draw(sys.argv[1])
