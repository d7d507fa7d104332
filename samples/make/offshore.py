"""An English earnings release of a company listed abroad: US$ million, brackets for negatives, a page in two columns. WeasyPrint.

Figures are ints of US$ 0.1 million. Columns: three months 2025 and 2024, nine months 2025 and 2024.
"""

from decimal import Decimal

import firms
import markup
from figures import half_up
from sheet import Grid

TITLE = "UNAUDITED RESULTS FOR THE THREE MONTHS AND NINE MONTHS ENDED 30 SEPTEMBER 2025"
WIDTH = 451
SHARES = 2_150_000_000
FAMILIES = {
    "Source Serif": [(f"source-serif-4/{w}/SourceSerif4_{w}.ttf", int(w[:3]), "normal") for w in ("400Regular", "700Bold")]
    + [("source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf", 400, "italic")],
    "Source Sans": [(f"source-sans-3/{w}/SourceSans3_{w}.ttf", int(w[:3]), "normal") for w in ("400Regular", "700Bold")],
    "Ming": [("noto-serif-tc/700Bold/NotoSerifTC_700Bold.ttf", 700, "normal")],
}
SEGMENTS = {  # revenue, then result
    "Utility-scale systems": ((3126, 2684, 8427, 7318), (492, 321, 1166, 748)),
    "Commercial and industrial": ((748, 615, 2054, 1789), (81, 46, 203, 121)),
    "Battery cells": ((583, 719, 1762, 2146), (-117, -86, -318, -259)),
    "Services and software": ((221, 156, 603, 435), (58, 37, 147, 96)),
}
UNALLOCATED = "Unallocated corporate expenses"
INCOME = {
    "Cost of sales": (-3579, -3298, -9964, -9381),
    "Other income": (43, 38, 129, 114),
    "Selling and distribution expenses": (-234, -217, -668, -612),
    "Administrative expenses": (-189, -176, -553, -524),
    "Research and development expenses": (-272, -243, -795, -701),
    "Impairment losses on financial assets": (-26, -41, -79, -118),
    "Finance income": (21, 18, 62, 59),
    "Finance costs": (-97, -104, -298, -316),
    "Share of results of joint ventures": (-14, -22, -47, -58),
    "Income tax expense": (-61, -27, -124, -39),
    "Non-controlling interests": (-5, -8, -16, -21),
}
DEPRECIATION = (251, 232, 742, 689)
ASSETS = {  # 30 September 2025, 31 December 2024
    "Property, plant and equipment": (6128, 5874),
    "Right-of-use assets": (412, 438),
    "Intangible assets": (386, 351),
    "Interests in joint ventures": (598, 645),
    "Deferred tax assets": (214, 198),
}
CURRENT = {
    "Inventories": (3945, 3312),
    "Trade receivables": (4128, 3687),
    "Contract assets": (643, 528),
    "Prepayments and other receivables": (587, 612),
    "Restricted bank deposits": (286, 241),
}
DUE = {
    "Trade and bills payables": (3894, 3426),
    "Contract liabilities": (1276, 984),
    "Accruals and other payables": (1105, 1048),
    "Bank borrowings": (2240, 2385),
    "Lease liabilities": (96, 102),
    "Tax payable": (118, 87),
    "Provisions for warranties": (164, 139),
}
LATER = {"Bank borrowings": (3020, 2890), "Lease liabilities": (318, 341), "Deferred income": (205, 221), "Provisions for warranties": (298, 262)}
CAPITAL, RESERVES_2024, MINORITY_2024 = 215, 6842, 124
TRANSLATION, DIVIDEND, SHARE_PAYMENT = 38, 86, 21
INVESTING = {
    "Purchases of property, plant and equipment": (-812, -964),
    "Purchases of intangible assets": (-71, -66),
    "Increase in restricted bank deposits": (-45, -82),
    "Interest received": (62, 59),
    "Proceeds from disposal of property, plant and equipment": (14, 10),
}
FINANCING = {
    "New bank borrowings": (1840, 2105),
    "Repayment of bank borrowings": (-1855, -1668),
    "Interest paid": (-298, -316),
    "Dividends paid": (-86, -75),
    "Payment of lease liabilities": (-88, -94),
}
OPENING_2024, OPERATING_2024 = 3412, 897  # 1 January 2024; nine months of 2024
EXCHANGE = (11, -9)
SHIPMENTS = {"Utility-scale systems": ("2.31", "1.74", "6.02", "4.66"), "Commercial and industrial": ("0.42", "0.31", "1.13", "0.87")}
GUIDANCE = {"Revenue": "US$1,720 million to US$1,800 million", "Gross margin": "22% to 23%", "Shipments": "10.0 GWh to 10.4 GWh"}
MONTHS, DAYS = ("2025Q3S", "2024Q3S", "2025Q3", "2024Q3"), (("2025Q3", "2025-09-30"), ("2024FY", "2024-12-31"))


def million(tenths):
    """12.3, (12.3) or a dash."""
    if not tenths:
        return "–"
    words = f"{abs(tenths) // 10:,}.{abs(tenths) % 10}"
    return f"({words})" if tenths < 0 else words


def total(*rows):
    return tuple(map(sum, zip(*rows)))


def rate(new, old):
    """Change in percent with one place; brackets for a fall, n/m where the base is no base."""
    if old <= 0 or new < 0:
        return "n/m"
    value = half_up(Decimal(new - old) / old * 100, 1)
    return f"({abs(value)})%" if value < 0 else f"{value}%"


def margin(part, whole):
    return f"{half_up(Decimal(part) / whole * 100, 1)}%"


def income():
    """Every line of the statement of profit or loss, label -> four figures."""
    i = {"Revenue": total(*(revenue for revenue, _ in SEGMENTS.values())), **INCOME}
    i["Gross profit"] = total(i["Revenue"], i["Cost of sales"])
    costs = [i[k] for k in INCOME if k.endswith("expenses")] + [i["Impairment losses on financial assets"]]
    i["Operating profit"] = total(i["Gross profit"], i["Other income"], *costs)
    i["Profit before tax"] = total(i["Operating profit"], i["Finance income"], i["Finance costs"], i["Share of results of joint ventures"])
    i["Profit for the period"] = total(i["Profit before tax"], i["Income tax expense"])
    i["Owners of the Company"] = tuple(a - b for a, b in zip(i["Profit for the period"], i["Non-controlling interests"]))
    i[UNALLOCATED] = tuple(a - b for a, b in zip(i["Operating profit"], total(*(result for _, result in SEGMENTS.values()))))
    i["EBITDA"] = total(i["Operating profit"], DEPRECIATION)
    return i


I = income()
CENTS_IN_UNIT = 10_000_000  # US cents in US$ 0.1 million
CENTS = tuple(f"{half_up(Decimal(x) * CENTS_IN_UNIT / SHARES, 2)}" for x in I["Owners of the Company"])  # a share


def position():
    b = {**{k: v for k, v in ASSETS.items()}, **CURRENT}
    b["Total non-current assets"], b["Total current liabilities"], b["Total non-current liabilities"] = (
        total(*t.values()) for t in (ASSETS, DUE, LATER)
    )
    reserves = RESERVES_2024 + I["Owners of the Company"][2] + TRANSLATION - DIVIDEND + SHARE_PAYMENT
    b["Share capital"], b["Reserves"] = (CAPITAL, CAPITAL), (reserves, RESERVES_2024)
    b["Equity attributable to owners of the Company"] = total(b["Share capital"], b["Reserves"])
    b["Non-controlling interests"] = (MINORITY_2024 + I["Non-controlling interests"][2], MINORITY_2024)
    b["Total equity"] = total(b["Equity attributable to owners of the Company"], b["Non-controlling interests"])
    known = total(b["Total non-current assets"], *CURRENT.values())
    whole = total(b["Total equity"], b["Total current liabilities"], b["Total non-current liabilities"])
    b["Cash and cash equivalents"] = tuple(a - k for a, k in zip(whole, known))
    b["Total current assets"] = total(*CURRENT.values(), b["Cash and cash equivalents"])
    b["Net current assets"] = tuple(a - c for a, c in zip(b["Total current assets"], b["Total current liabilities"]))
    b["Total assets less current liabilities"] = total(b["Total non-current assets"], b["Net current assets"])
    b["Net assets"] = tuple(a - c for a, c in zip(b["Total assets less current liabilities"], b["Total non-current liabilities"]))
    return b


B = position()


def cash():
    c = {**INVESTING, **FINANCING}
    c["Net cash used in investing activities"], c["Net cash used in financing activities"] = total(*INVESTING.values()), total(*FINANCING.values())
    known = total(c["Net cash used in investing activities"], c["Net cash used in financing activities"], EXCHANGE)
    now, start = B["Cash and cash equivalents"]
    c["Net cash generated from operating activities"] = (now - start - known[0], OPERATING_2024)
    moved = total(c["Net cash generated from operating activities"], known)
    c["Net decrease in cash and cash equivalents"] = (moved[0] - EXCHANGE[0], moved[1] - EXCHANGE[1])
    c["Effect of foreign exchange rate changes"] = EXCHANGE
    c["Cash and cash equivalents at 1 January"] = (start, OPENING_2024)
    c["Cash and cash equivalents at 30 September"] = (now, OPENING_2024 + moved[1])
    profit, depreciation = I["Profit before tax"][2:], DEPRECIATION[2:]
    c["Profit before tax"], c["Depreciation and amortisation"] = profit, depreciation
    c["Finance costs, net"] = tuple(-a - b for a, b in zip(I["Finance costs"][2:], I["Finance income"][2:]))
    c["Income tax paid"] = (-109, -71)
    rest = [c[k] for k in ("Profit before tax", "Depreciation and amortisation", "Finance costs, net", "Income tax paid")]
    c["Changes in working capital and other items"] = tuple(a - b for a, b in zip(c["Net cash generated from operating activities"], total(*rest)))
    return c


C = cash()


def check():
    """The identities that are not true by their definition above."""
    assert B["Net assets"] == B["Total equity"]
    assert all(x > 0 for x in B["Cash and cash equivalents"])
    assert all(x < 0 for x in I[UNALLOCATED]) and all(x < 0 for x in C["Net decrease in cash and cash equivalents"])
    assert B["Interests in joint ventures"][1] + I["Share of results of joint ventures"][2] == B["Interests in joint ventures"][0]


# ------------------------------------------------------------------ grids

PERIODS = [
    ["US$ million", "Three months ended 30 September", "<", "<", "Nine months ended 30 September", "<", "<"],
    ["^", "2025", "2024", "Change"] + ["2025", "2024", "Change"],
]
SEVEN = [151, 50, 50, 50, 50, 50, 50]


def both(label, figures):
    a, b, c, d = figures
    return [label, million(a), million(b), rate(a, b), million(c), million(d), rate(c, d)]


def highlights():
    rows = [both(k, I[k]) for k in ("Revenue", "Gross profit")]
    gross = [margin(g, r) for g, r in zip(I["Gross profit"], I["Revenue"])]
    points = lambda a, b: f"{half_up(Decimal(a.strip('%')) - Decimal(b.strip('%')), 1)} pts"
    rows.append(["Gross margin", gross[0], gross[1], points(*gross[:2]), gross[2], gross[3], points(*gross[2:])])
    rows += [both(k, I[k]) for k in ("Operating profit", "EBITDA", "Profit for the period")]
    rows.append(both("Profit attributable to owners of the Company", I["Owners of the Company"]))
    rows.append(["Basic earnings per share (US cents)", *CENTS[:2], "", *CENTS[2:], ""])
    return Grid("highlights", PERIODS + rows, SEVEN, header=2, size=9, kind="merged-header", caption="FINANCIAL HIGHLIGHTS", unit="US$ million")


def segments():
    rows = [[title] + ["<"] * 6 for title in ("Revenue", "Segment results")]
    parts = [[both(k, v[n]) for k, v in SEGMENTS.items()] for n in (0, 1)]
    body = PERIODS + [rows[0], *parts[0], both("Total revenue", I["Revenue"]), rows[1], *parts[1]]
    body += [both(UNALLOCATED, I[UNALLOCATED]), both("Operating profit", I["Operating profit"])]
    bold = (2, 7, 8, 14)
    return Grid("segments", body, SEVEN, header=2, size=9, bold_rows=bold, kind="stream", caption="SEGMENT INFORMATION", unit="US$ million")


def shipments():
    rows = [["GWh", "3Q25", "3Q24", "9M25", "9M24"]] + [[k, *v] for k, v in SHIPMENTS.items()]
    rows.append(["Total", *(f"{sum(map(Decimal, column))}" for column in zip(*SHIPMENTS.values()))])
    return Grid("shipments", rows, [171, 70, 70, 70, 70], size=9, bold_rows=(3,), kind="stream", caption="SHIPMENTS", unit="GWh")


FOUR = [203, 62, 62, 62, 62]
PROFIT = (
    "Revenue|Cost of sales|Gross profit*|Other income|Selling and distribution expenses|Administrative expenses|Research and development expenses|"
    "Impairment losses on financial assets|Operating profit*|Finance income|Finance costs|Share of results of joint ventures|Profit before tax*|"
    "Income tax expense|Profit for the period*|Attributable to:#|Owners of the Company|Non-controlling interests"
)


def lines(text, books, columns):
    """Rows of a statement: `*` is a bold total, `#` a title without figures."""
    rows, bold = [], []
    for n, label in enumerate(text.split("|")):
        name = label.rstrip("*#@")
        if label != name:
            bold.append(n)
        rows.append([name] + ([""] * columns if label.endswith("#") else [million(x) for x in books[name]]))
    return rows, bold


def profit_or_loss():
    rows, bold = lines(PROFIT, I, 4)
    rows += [["Earnings per share (US cents)", "", "", "", ""], ["– Basic", *CENTS], ["– Diluted", *CENTS]]
    head = [["US$ million", "Three months ended 30 September", "<", "Nine months ended 30 September", "<"], ["^", "2025", "2024", "2025", "2024"]]
    head += [["", "(Unaudited)", "(Unaudited)", "(Unaudited)", "(Unaudited)"]]
    caption = "CONDENSED CONSOLIDATED STATEMENT OF PROFIT OR LOSS"
    return Grid("profit", head + rows, FOUR, header=3, size=9, bold_rows=[n + 3 for n in bold], kind="stream", caption=caption, unit="US$ million")


def financial_position():
    groups = [
        ("Non-current assets", ASSETS, "Total non-current assets"),
        ("Current assets", [*CURRENT, "Cash and cash equivalents"], "Total current assets"),
        ("Current liabilities", DUE, "Total current liabilities"),
    ]
    rows, bold = [["US$ million", "30 September 2025", "31 December 2024"], ["", "(Unaudited)", "(Audited)"]], []

    def put(label, figures=None, heavy=False):
        if heavy:
            bold.append(len(rows))
        rows.append([label] + ([million(x) for x in figures] if figures else ["", ""]))

    for title, names, sum_line in groups:
        put(title, heavy=True)
        for name in names:
            put(name, DUE[name] if title == "Current liabilities" else B[name])
        put(sum_line, B[sum_line], True)
    for name in ("Net current assets", "Total assets less current liabilities"):
        put(name, B[name], True)
    put("Non-current liabilities", heavy=True)
    for name, figures in LATER.items():
        put(name, figures)
    for name in ("Total non-current liabilities", "Net assets"):
        put(name, B[name], True)
    put("Equity", heavy=True)
    for name in ("Share capital", "Reserves", "Equity attributable to owners of the Company", "Non-controlling interests"):
        put(name, B[name])
    put("Total equity", B["Total equity"], True)
    caption = "CONDENSED CONSOLIDATED STATEMENT OF FINANCIAL POSITION"
    return Grid("position", rows, [271, 90, 90], header=2, size=9, bold_rows=bold, kind="stream", caption=caption, unit="US$ million")


CASH = (
    "Cash flows from operating activities#|Profit before tax|Depreciation and amortisation|Finance costs, net|Income tax paid|Changes in working capital and other items|"
    "Net cash generated from operating activities*|Cash flows from investing activities#|"
    + "|".join(INVESTING)
    + "|Net cash used in investing activities*|"
    "Cash flows from financing activities#|"
    + "|".join(FINANCING)
    + "|Net cash used in financing activities*|Net decrease in cash and cash equivalents*|"
    "Cash and cash equivalents at 1 January|Effect of foreign exchange rate changes|Cash and cash equivalents at 30 September*"
)


def cash_flows():
    rows, bold = lines(CASH, C, 2)
    head = [["US$ million", "Nine months ended 30 September", "<"], ["^", "2025", "2024"]]
    caption = "CONDENSED CONSOLIDATED STATEMENT OF CASH FLOWS"
    return Grid(
        "cash", head + rows, [271, 90, 90], header=2, size=9, bold_rows=[n + 2 for n in bold], kind="stream", caption=caption, unit="US$ million"
    )


# ------------------------------------------------------------------ words

R3, R9 = (million(I["Revenue"][n]) for n in (0, 2))
BULLETS = [
    f"Revenue for the third quarter reached US${R3} million, up {rate(*I['Revenue'][:2])} year on year; nine-month revenue was US${R9} million, up {rate(*I['Revenue'][2:])}.",
    f"Gross margin widened to {margin(I['Gross profit'][0], I['Revenue'][0])} from {margin(I['Gross profit'][1], I['Revenue'][1])} a year earlier, helped by lower cell costs and a richer mix of overseas projects.",
    f"Profit attributable to owners of the Company was US${million(I['Owners of the Company'][0])} million, compared with US${million(I['Owners of the Company'][1])} million in the third quarter of 2024.",
    f"The Battery cells segment recorded a loss of US${million(-SEGMENTS['Battery cells'][1][0])} million as external cell prices continued to fall.",
    f"Full-year revenue guidance is narrowed to {GUIDANCE['Revenue']} (previously US$1,650 million to US$1,850 million).",
]
COLUMNS = [
    (
        "Chief Executive’s statement",
        [
            f"“Demand for long-duration storage was stronger than we had planned for,” said {firms.OFFSHORE_CHIEF}, Chief Executive Officer. “We shipped 2.73 GWh in the quarter, a third more than a year ago, and we did so with less inventory in transit. Our largest project to date, a 640 MWh station in the southern grid of Veltria, was energised on 18 September, eleven days ahead of schedule.”",
            "“We are not satisfied with the Battery cells business. We have stopped taking external orders below cash cost and will move one of the four cell lines to in-house use before the end of the year.”",
        ],
    ),
    (
        "Business review",
        [
            f"Utility-scale systems. Revenue rose {rate(*SEGMENTS['Utility-scale systems'][0][:2])} to US${million(SEGMENTS['Utility-scale systems'][0][0])} million. Overseas customers accounted for 58% of segment revenue (third quarter of 2024: 44%). The order backlog at 30 September 2025 stood at US$1,136 million, of which about 70% is scheduled for delivery in 2026.",
            "Commercial and industrial. Growth came mainly from cabinet products sold through distributors. Average selling prices fell by about 9%, less than the fall in cell costs.",
            "Battery cells. Utilisation of the cell lines was 61%. An inventory write-down of US$3.8 million is included in cost of sales.",
            "Services and software. Contracted sites under management increased to 412 from 287 a year earlier; recurring revenue made up 63% of segment revenue.",
        ],
    ),
    (
        "Liquidity",
        [
            f"Net cash generated from operating activities for the nine months was US${million(C['Net cash generated from operating activities'][0])} million. Cash and cash equivalents amounted to US${million(B['Cash and cash equivalents'][0])} million at 30 September 2025. Capital expenditure for the year is expected to be about US$110 million.",
        ],
    ),
    (
        "Outlook",
        [
            f"For the year ending 31 December 2025 the Group expects revenue of {GUIDANCE['Revenue']}, a gross margin of {GUIDANCE['Gross margin']} and shipments of {GUIDANCE['Shipments']}. The guidance assumes no further change in import tariffs and an average exchange rate close to that of the third quarter.",
        ],
    ),
]
NOTES = [
    ("1. Basis of preparation", "The financial information has been prepared on the basis of the accounting policies used in the annual financial statements for the year ended 31 December 2024. It has not been audited or reviewed by the auditor. Amounts are in millions of United States dollars (“US$ million”) unless stated otherwise."),
    ("2. Earnings per share", f"Basic earnings per share is calculated on profit attributable to owners of the Company and {SHARES:,} ordinary shares in issue throughout the periods. There were no dilutive potential ordinary shares."),
    ("3. Dividends", f"A final dividend for 2024 of US$0.40 cent per share, US${million(DIVIDEND)} million in total, was paid in June 2025. The Board does not recommend the payment of a dividend for the nine months ended 30 September 2025."),
    ("4. EBITDA", f"EBITDA is operating profit before depreciation and amortisation. Depreciation and amortisation for the third quarter was US${million(DEPRECIATION[0])} million (third quarter of 2024: US${million(DEPRECIATION[1])} million)."),
    ("Forward-looking statements", "This announcement contains forward-looking statements. They rest on current expectations and are subject to risks and uncertainties; actual results may differ materially. Shareholders and potential investors should exercise caution when dealing in the securities of the Company."),
]  # fmt: skip

STYLE = """
@page { size: A4; margin: 64pt 72pt 58pt; @bottom-center { content: counter(page); font: 9pt 'Source Sans'; } }
body { font: 10pt/1.42 'Source Serif'; text-align: justify; hyphens: none; }
p { margin: 0 0 6pt; } .small { font-size: 8pt; } .center { text-align: center; }
h1 { font: 700 12pt 'Source Serif'; text-align: center; margin: 10pt 0 8pt; } h2 { font: 700 10.5pt 'Source Sans'; margin: 10pt 0 4pt; break-after: avoid; }
h3 { font: 700 10pt 'Source Sans'; margin: 0 0 3pt; color: #0B4F6C; break-after: avoid; }
ul { margin: 4pt 0 8pt; padding-left: 14pt; } li { margin-bottom: 4pt; }
.columns { columns: 2; column-gap: 20pt; text-align: left; font-size: 9.5pt; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: 3pt 0 8pt; font-family: 'Source Sans'; line-height: 1.25; }
td, th { padding: 1.7pt 2pt; vertical-align: bottom; } thead, tr { break-inside: avoid; }
table.open th { border-bottom: 0.5pt solid #0B4F6C; color: #0B4F6C; } table.open tr:last-child td { border-bottom: 1pt solid #0B4F6C; }
table.bands tr:nth-child(even) td { background: #E8F1F5; } table.bands th { background: #0B4F6C; color: white; }
.next { break-before: page; }
"""


class Made:
    def __init__(self, grids):
        self.grids = {grid.name: grid for grid in grids}


def make(path):
    check()
    grids = [highlights(), segments(), shipments(), profit_or_loss(), financial_position(), cash_flows()]
    g = Made(grids).grids
    table = lambda name, kind="open", title=True: (f"<h2>{g[name].caption}</h2>" if title else "") + markup.table(g[name], kind)
    columns = "".join(f"<h3>{markup.text(head)}</h3>" + "".join(map(markup.paragraph, texts)) for head, texts in COLUMNS)
    notes = "".join(f"<h3>{markup.text(head)}</h3>{markup.paragraph(text)}" for head, text in NOTES)
    html = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Hanxi Energy Storage 3Q25 results</title>
<style>{markup.faces(FAMILIES)}{STYLE}</style></head><body>
<p class="small"><i>The exchange on which the shares are listed takes no responsibility for the contents of this announcement, makes no representation as to its accuracy or completeness and expressly disclaims any liability whatsoever for any loss howsoever arising from or in reliance upon the whole or any part of the contents of this announcement.</i></p>
<div class="center" style="margin-top:18pt"><div style="font:700 17pt 'Source Serif'">{firms.OFFSHORE}</div><div style="font:700 15pt Ming">{firms.OFFSHORE_CHINESE}</div>
<div><i>(Incorporated in the Cayman Islands with limited liability)</i></div><div style="font-weight:700">(Stock Code: {firms.OFFSHORE_CODE})</div></div>
<h1>{TITLE}</h1>
<p>The board of directors (the “Board”) of {firms.OFFSHORE} (the “Company”, together with its subsidiaries, the “Group”) announces the unaudited consolidated results of the Group for the three months and nine months ended 30 September 2025.</p>
<ul>{"".join(f"<li>{markup.text(b)}</li>" for b in BULLETS)}</ul>
{table("highlights", "bands")}
<div class="next columns">{columns}</div>
<div class="next">{table("segments")}{table("shipments")}</div>
<div class="next">{table("profit")}</div>
<div class="next">{table("position")}</div>
<div class="next">{table("cash")}</div>
<div class="next"><h2>NOTES</h2>{notes}
<p style="margin-top:16pt">By order of the Board<br><b>{firms.OFFSHORE}</b><br>{firms.OFFSHORE_CHAIR}<br><i>Chairperson</i></p><p>30 October 2025</p>
<p class="small">As at the date of this announcement, the Board comprises {firms.OFFSHORE_BOARD}.</p></div>
</body></html>"""
    markup.weasyprint(html, path)
    return Made(grids)
