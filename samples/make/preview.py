"""The earnings preview for 2024 (业绩预告), January 2025: ranges in 万元, not audited, superseded by the annual report. Made by pdfmake."""

import json
import subprocess
from decimal import Decimal
from pathlib import Path

import company as co
import model
from figures import WAN_FEN, half_up, wan
from model import GROUP
from sheet import CENTER, LEFT, RIGHT, Grid, font_file

TITLE = "2024年年度业绩预告"
NUMBER = "2025-003"
ASSURANCE = "本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏，并对其内容的真实性、准确性和完整性承担法律责任。"
RANGES = {"归母净利润": (28_500, 31_500), "扣非净利润": (25_000, 28_000), "营业收入": (320_000, 335_000)}  # 万元


def before():
    """The figures of 2023 as restated, then as first reported, in fen."""
    first, now = model.before_restatement_2023(), GROUP.income["2023"]
    return {
        "归母净利润": (now["归母净利润"], first["归母净利润"]),
        "扣非净利润": (model.deducted("2023"), first["扣非净利润"]),
        "营业收入": (now["营业收入"], first["营业收入"]),
    }


def printed(figure):
    """A whole number of 万元 as printed."""
    return f"{figure:,}.00"


def changes(key):
    """The changes against 2023 restated at both ends of the range: (万元, %) as Decimals, the low end first."""
    base = Decimal(before()[key][0]) / WAN_FEN
    return [(half_up(end - half_up(base, 2), 2), half_up((end - base) / base * 100, 2)) for end in RANGES[key]]


def moved(key):
    """与上年同期（追溯调整后）相比…, with the smaller change first."""
    ends = sorted(changes(key), key=lambda pair: abs(pair[0]))
    word, ratio = ("减少", "同比下降") if ends[0][0] < 0 else ("增加", "同比增长")
    low, high = ((abs(a), abs(b)) for a, b in ends)
    return f"将{word}{low[0]:,}万元到{high[0]:,}万元，{ratio}{low[1]}%到{high[1]}%"


def expected(key, name):
    low, high = map(printed, RANGES[key])
    return f"预计2024年年度实现{name}{low}万元到{high}万元，与上年同期（追溯调整后）相比，{moved(key)}"


NAMES = {
    "归母净利润": "归属于上市公司股东的净利润",
    "扣非净利润": "归属于上市公司股东的扣除非经常性损益的净利润",
    "营业收入": "营业收入",
}


def ranges_grid():
    rows = [["项目", "本报告期预计（2024年）", "上年同期（2023年）", "<", "比上年同期增减变动（%）"], ["^", "^", "追溯调整后", "追溯调整前", "^"]]
    for key in ("营业收入", "归母净利润", "扣非净利润"):
        low, high = map(printed, RANGES[key])
        (_, a), (_, b) = changes(key)
        rows.append([NAMES[key], f"{low}～{high}", *map(wan, before()[key]), f"{a}～{b}"])
    eps = [half_up(Decimal(end) * 10_000 / model.SHARES, 2) for end in RANGES["归母净利润"]]
    old = [str(model.eps(fen)) for fen in before()["归母净利润"]]
    rows.append(["基本每股收益（元/股）", f"{eps[0]}～{eps[1]}", *old, "-"])
    return Grid(
        "ranges",
        rows,
        [120, 118, 70, 70, 76],
        header=2,
        size=9,
        align=[LEFT] + [RIGHT] * 4,
        caption="业绩预告情况",
        unit="万元",
        kind="merged-header",
    )


class Made:
    def __init__(self, grids):
        self.grids = grids


def pdfmake_table(grid):
    """A Grid as pdfmake wants it: spans on the first cell, empty cells under them."""
    wide = dict(grid.spans())
    body = []
    for r, row in enumerate(grid.rows):
        body.append([])
        for c, cell in enumerate(row):
            if cell in "<^" and cell:
                body[r].append({})
                continue
            right, down = wide.get((c, r), (c, r))
            head = r < grid.header
            body[r].append(
                {
                    "text": cell,
                    "bold": head,
                    "alignment": CENTER if head else grid.align[c],
                    "colSpan": right - c + 1,
                    "rowSpan": down - r + 1,
                    "fontSize": grid.size,
                }
            )
    return {"table": {"widths": [width - 9 for width in grid.widths], "headerRows": grid.header, "body": body}, "margin": [0, 2, 0, 6]}


def content(grid):
    p = lambda text: {"text": text, "leadingIndent": 21, "margin": [0, 0, 0, 2]}
    head = lambda text: {"text": text, "bold": True, "font": "Hei", "margin": [0, 8, 0, 3]}
    line = lambda text, **more: {"text": text, "alignment": "left", **more}
    profits = [expected(key, NAMES[key]) for key in ("归母净利润", "扣非净利润")]
    bases = before()
    return [
        {
            "columns": [
                line(f"证券代码：{co.CODE}"),
                {"text": f"证券简称：{co.SHORT}", "alignment": "center"},
                {"text": f"公告编号：{NUMBER}", "alignment": "right"},
            ]
        },
        {"text": co.NAME, "font": "Hei", "bold": True, "fontSize": 18, "alignment": "center", "margin": [0, 26, 0, 0]},
        {"text": TITLE, "font": "Hei", "bold": True, "fontSize": 18, "alignment": "center", "margin": [0, 0, 0, 16]},
        {"text": ASSURANCE, "leadingIndent": 21, "bold": True, "margin": [0, 0, 0, 6]},
        head("重要内容提示："),
        {"ul": [f"{co.NAME}（以下简称“公司”）{profits[0]}。", f"公司{profits[1]}。", "本次业绩预告未经注册会计师审计。"]},
        head("一、本期业绩预告情况"),
        p("（一）业绩预告期间：2024年1月1日至2024年12月31日。"),
        p(f"（二）业绩预告情况：经公司财务部门初步测算，{expected('营业收入', NAMES['营业收入'])}；{profits[0]}；{profits[1]}。具体如下："),
        {"text": "单位：万元  币种：人民币", "alignment": "right", "fontSize": 9, "margin": [0, 2, 0, 0]},
        pdfmake_table(grid),
        p("（三）本次业绩预告为公司自愿披露，未经注册会计师审计。"),
        head("二、上年同期业绩情况"),
        p(
            f"2023年年度，公司归属于上市公司股东的净利润为{wan(bases['归母净利润'][0])}万元（追溯调整后）、{wan(bases['归母净利润'][1])}万元（法定披露数据）；"
            f"归属于上市公司股东的扣除非经常性损益的净利润为{wan(bases['扣非净利润'][1])}万元（法定披露数据）；每股收益为{model.eps(bases['归母净利润'][1])}元（法定披露数据）。"
        ),
        p("2024年6月公司同一控制下企业合并取得澄江软件技术有限公司，故对上年同期数进行追溯调整。"),
        head("三、本期业绩变化的主要原因"),
        p("（一）临江二期精密减速器项目自2024年5月起分批转固，新增折旧较大而产线稼动率尚在爬坡，产品单位成本上升。"),
        p("（二）受行业竞争影响，谐波减速器和RV减速器销售单价下调，综合毛利率下降。"),
        p(
            "（三）控股子公司苇川机电2024年度经营亏损，公司初步判断收购苇川机电形成的商誉存在减值迹象，预计计提商誉减值准备1,000万元至1,200万元，最终金额以评估和审计结果为准。"
        ),
        head("四、风险提示"),
        p("公司不存在影响本次业绩预告内容准确性的重大不确定因素。"),
        head("五、其他说明事项"),
        p("以上预告数据仅为初步核算数据，具体准确的财务数据以公司正式披露的经审计后的2024年年度报告为准，敬请广大投资者注意投资风险。"),
        p("特此公告。"),
        {"text": f"{co.NAME}董事会\n2025年1月18日", "alignment": "right", "margin": [0, 22, 0, 0]},
    ]


def make(path):
    grid = ranges_grid()
    fonts = {family: {"normal": str(font_file(family)), "bold": str(font_file(family + "Bold"))} for family in ("Song", "Hei")}
    definition = {
        "pageSize": "A4",
        "pageMargins": [72, 78, 68, 66],
        "defaultStyle": {"font": "Song", "fontSize": 11, "lineHeight": 1.25, "alignment": "justify"},
        "info": {"title": f"{co.SHORT}：{TITLE}"},
        "content": content(grid),
    }
    words = json.dumps({"definition": definition, "fonts": fonts}, ensure_ascii=False)
    subprocess.run(["node", str(Path(__file__).parent / "print_pdfmake.js"), str(path)], input=words, text=True, check=True, timeout=120)
    return Made({"ranges": grid})
