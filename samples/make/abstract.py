"""The abstract of the annual report: HTML printed by Chromium (Skia). Every figure is taken from the full report's own tables.

Sections start on new pages and nothing is printed on the first but the title, as in the real ones.
"""

import company as co
import markup
from annual import BUSINESS, DISCUSSION, INDUSTRY, I23, I24, NO, SHARES, YES, margin, scale, segment_table
from figures import change, money, ratio, yi
from sheet import CENTER, LEFT, RIGHT, Grid

TITLE = f"{co.NAME}2024年年度报告摘要"
WIDTH = 435


class Abstract:
    """The document under way: `grids` as drawn, the body as HTML."""

    def __init__(self, full):
        self.full, self.grids, self.parts = full, {}, []

    def add(self, *parts):
        self.parts += parts

    def p(self, *texts, kind=""):
        self.parts += [markup.paragraph(text, kind) for text in texts]

    def grid(self, name, rows, widths, kind="", **options):
        self.grids[name] = Grid(name, rows, scale(widths, WIDTH), **options)
        self.parts.append(markup.table(self.grids[name], kind))

    def figures(self, table, label):
        """The row of the full report with this label."""
        return next(row for row in self.full.grids[table].whole() if row[0] == label)


def make(path, full):
    """`full`: the annual report as made, whose figures are repeated."""
    a = Abstract(full)
    important(a)
    profile(a)
    key_figures(a)
    holders(a)
    matters(a)
    markup.chromium(page(a), path)
    return a


def page(a):
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{TITLE}</title><style>
{markup.faces()}
@page {{ size: 595.3pt 841.9pt; margin: 74pt 80pt 62pt 80pt;
  @top-center {{ content: "{TITLE}"; font: 9pt Song; border-bottom: 0.6pt solid black; vertical-align: bottom; padding-bottom: 3pt; margin-bottom: 6pt; }}
  @bottom-center {{ content: counter(page); font: 9pt Song; }} }}
@page :first {{ @top-center {{ content: none; border: 0; }} @bottom-center {{ content: none; }} }}
body {{ font: 10.5pt/1.9 Song; margin: 0; text-align: justify; }}
p {{ margin: 0 0 1pt 0; text-indent: 2em; }}
p.flat, p.tick {{ text-indent: 0; }}
p.unit {{ text-indent: 0; text-align: right; font-size: 9.5pt; break-after: avoid; margin-top: 3pt; }}
p.cover {{ text-indent: 0; text-align: center; font: 700 22pt/1.6 Hei; color: #C00000; }}
p.codes {{ text-indent: 0; display: flex; justify-content: space-between; }}
h1 {{ font: 700 15pt Hei; text-align: center; break-before: page; margin: 8pt 0 10pt; }}
h2 {{ font: 700 10.5pt Hei; margin: 9pt 0 3pt; break-after: avoid; }}
h3 {{ font: 700 10.5pt Hei; margin: 6pt 0 2pt; break-after: avoid; }}
table {{ border-collapse: collapse; width: 100%; table-layout: fixed; margin: 2pt 0 5pt; line-height: 1.3; }}
td, th {{ border: 0.5pt solid black; padding: 2.2pt 3pt; overflow-wrap: anywhere; }}
th {{ font-weight: 700; }}
tr {{ break-inside: avoid; }}
</style></head><body>
{"".join(a.parts)}
</body></html>"""


def heading(level, words):
    return f"<h{level}>{markup.text(words)}</h{level}>"


# ------------------------------------------------------------------ section one


def important(a):
    a.add(f"<p class='codes'><span>公司代码：{co.CODE}</span><span>公司简称：{co.SHORT}</span></p><div style='height:200pt'></div>")
    a.p(co.NAME, "2024 年年度报告摘要", kind="cover")
    a.add(heading(1, "第一节  重要提示"))
    a.add(heading(2, "1、重要声明"))
    a.p(
        f"本年度报告摘要来自年度报告全文，为全面了解本公司的经营成果、财务状况及未来发展规划，投资者应当到{co.SITE}网站仔细阅读年度报告全文。",
        "本公司董事会、监事会及董事、监事、高级管理人员保证年度报告内容的真实性、准确性、完整性，不存在虚假记载、误导性陈述或重大遗漏，并承担个别和连带的法律责任。",
        "公司全体董事出席董事会会议。",
        f"{co.AUDITOR}为本公司出具了标准无保留意见的审计报告。",
    )
    a.add(heading(2, "2、董事会决议通过的本报告期利润分配预案或公积金转增股本预案"))
    a.p(
        f"以实施权益分派股权登记日的总股本为基数，拟向全体股东每10股派发现金红利1.80元（含税），不送红股，不以公积金转增股本。按截至2024年12月31日的总股本{SHARES:,}股计算，"
        f"合计拟派发现金红利{money(SHARES * 18)}元（含税），占2024年度合并报表归属于上市公司股东净利润的{ratio(SHARES * 18, I24['归母净利润'])}%。"
    )
    a.add(heading(2, "3、前瞻性陈述的风险声明"))
    a.p(YES, kind="tick")
    a.p("本摘要所涉及的产能、订单、经营计划等前瞻性描述，因存在不确定性，不构成公司对投资者的实质承诺，敬请投资者注意投资风险。")


# ------------------------------------------------------------------ section two


def profile(a):
    a.add(heading(1, "第二节  公司基本情况"), heading(2, "1、公司简介"))
    a.grid(
        "stock",
        [
            ["公司股票简况", "<", "<", "<", "<"],
            ["股票种类", "股票上市交易所", "股票简称", "股票代码", "变更前股票简称"],
            ["A股", "主板", co.SHORT, co.CODE, co.FORMER_SHORT],
        ],
        [1, 1.4, 1, 1, 1.4],
        header=2,
        align=[CENTER] * 5,
        size=10,
        caption="公司股票简况",
    )
    a.grid(
        "contacts",
        [
            ["联系人和联系方式", "董事会秘书", "证券事务代表"],
            ["姓名", co.SECRETARY, co.REPRESENTATIVE],
            ["联系地址", co.PLACE, co.PLACE],
            ["电话", co.PHONE, co.PHONE],
            ["传真", co.FAX, co.FAX],
            ["电子信箱", co.MAIL, co.MAIL],
        ],
        [95, 170, 170],
        align=[LEFT, LEFT, LEFT],
        size=10,
        caption="联系人和联系方式",
    )
    a.add(heading(2, "2、报告期公司主要业务简介"), heading(3, "2.1 行业情况"))
    a.p(*INDUSTRY.strip().split("\n"))
    a.add(heading(3, "2.2 主要业务"))
    a.p(*BUSINESS.strip().split("\n"))
    a.add(heading(3, "2.3 经营情况"))
    a.p(*DISCUSSION.strip().split("\n"))


def key_figures(a):
    """One table of what the full report prints in two."""
    a.add(heading(2, "3、公司主要会计数据和财务指标"), heading(3, "3.1 近3年的主要会计数据和财务指标"))
    a.p("单位：元  币种：人民币", kind="unit")
    rows = [["", "2024年", "2023年", "<", "本年比上年增减(%)", "2022年"], ["^", "^", "调整后", "调整前", "^", "^"]]
    for label in (
        "总资产",
        "归属于上市公司股东的净资产",
        "营业收入",
        "归属于上市公司股东的净利润",
        "归属于上市公司股东的扣除非经常性损益的净利润",
        "经营活动产生的现金流量净额",
    ):
        rows.append(list(a.figures("key_figures", label)))
    for label in ("加权平均净资产收益率（%）", "基本每股收益（元／股）", "稀释每股收益（元／股）"):
        rows.append(list(a.figures("key_ratios", label)))
    a.grid("key", rows, [84, 78, 78, 78, 50, 78], size=8.5, header=2, kind="merged-header", caption="近3年的主要会计数据和财务指标", unit="元")
    a.p("2024年6月，公司同一控制下企业合并取得澄江软件技术有限公司，对2023年度的比较数据进行了追溯调整。")
    a.add(heading(3, "3.2 报告期分季度的主要会计数据"))
    a.p("单位：元  币种：人民币", kind="unit")
    a.grid(
        "quarters",
        a.full.grids["quarters"].rows,
        [103, 83, 83, 83, 83],
        size=8.5,
        caption="报告期分季度的主要会计数据",
        unit="元",
    )
    a.p("季度数据与已披露定期报告数据差异说明", YES, kind="flat")
    a.p("因同一控制下企业合并，第一季度数据已包含被合并方自年初起的经营成果，与已披露的2024年第一季度报告存在差异。")


def holders(a):
    a.add(heading(2, "4、股东情况"))
    a.add(heading(3, "4.1 报告期末及年报披露前一个月末的普通股股东总数及前10名股东情况"))
    a.p("单位：股", kind="unit")
    rows = [
        ["截至报告期末普通股股东总数（户）", "<", "<", "<", "<", "<", "38,742", "<"],
        ["年度报告披露日前上一月末的普通股股东总数（户）", "<", "<", "<", "<", "<", "41,065", "<"],
        *a.full.grids["holders"].rows,
        ["上述股东关联关系或一致行动的说明", "<", f"{co.HOLDING}为公司控股股东，陆砚秋先生为公司实际控制人，与控股股东为一致行动人。"] + ["<"] * 5,
    ]
    a.grid(
        "holders",
        rows,
        [98, 56, 66, 36, 40, 34, 58, 48],
        size=8.5,
        header=0,
        subheads=(2, 3, 4),
        align=[LEFT, RIGHT, RIGHT, RIGHT, RIGHT, CENTER, RIGHT, CENTER],
        caption="前十名股东持股情况",
        unit="股",
    )
    a.add(heading(3, "4.2 公司与控股股东之间的产权及控制关系的方框图"))
    a.p(YES, kind="tick")
    a.add(boxes([co.HOLDING, co.NAME], ["31.42%"]))
    a.add(heading(3, "4.3 公司与实际控制人之间的产权及控制关系的方框图"))
    a.p(YES, kind="tick")
    a.add(boxes([co.CHAIRMAN, co.HOLDING, co.NAME], ["68.50%", "31.42%"]))
    a.p("注：陆砚秋先生另直接持有公司3.03%的股份。", kind="flat")
    a.add(heading(2, "5、公司债券情况"))
    a.p(NO, kind="tick")


def boxes(names, shares):
    """Owners above, each joined to the next by a line with the share held."""
    parts = []
    for n, name in enumerate(names):
        y = n * 52
        parts.append(f"<rect x='120' y='{y + 1}' width='195' height='24' fill='none' stroke='black' stroke-width='0.8'/>")
        parts.append(f"<text x='217' y='{y + 17}' text-anchor='middle' font-size='10' font-family='Song'>{markup.text(name)}</text>")
        if n < len(shares):
            parts.append(f"<line x1='217' y1='{y + 25}' x2='217' y2='{y + 53}' stroke='black' stroke-width='0.8'/>")
            parts.append(f"<text x='224' y='{y + 43}' font-size='9' font-family='Song'>{shares[n]}</text>")
    return f"<svg width='435' height='{52 * len(names) - 24}' style='display:block;margin:4pt 0;break-inside:avoid'>{''.join(parts)}</svg>"


# ------------------------------------------------------------------ section three


def matters(a):
    a.add(heading(1, "第三节  重要事项"))
    a.p(
        "1、公司应当根据重要性原则，披露报告期内公司经营情况的重大变化，以及报告期内发生的对公司经营情况有重大影响和预计未来会有重大影响的事项。",
        kind="flat",
    )
    a.p(
        f"报告期内，公司实现营业收入{yi(I24['营业收入'])}亿元，比上年增长{change(I24['营业收入'], I23['营业收入'])}%；归属于上市公司股东的净利润{yi(I24['归母净利润'])}亿元，"
        f"比上年下降{abs(change(I24['归母净利润'], I23['归母净利润']))}%。利润下降主要受新产线转固后折旧增加、部分产品价格下调以及计提苇川机电商誉减值准备的影响。"
    )
    a.p("主营业务分产品情况如下：")
    a.p("单位：元  币种：人民币", kind="unit")
    rows = [["产品", "营业收入", "营业成本", "毛利率（%）", "营业收入比上年增减（%）"]]
    for name, ((r24, c24), (r23, _)) in segment_table("产品").items():
        rows.append([name, money(r24), money(c24), f"{margin(r24, c24)}", f"{change(r24, r23)}"])
    a.grid("products", rows, [95, 100, 100, 60, 80], size=9, kind="lattice", caption="主营业务分产品情况", unit="元")
    a.p("2、公司年度报告披露后存在退市风险警示或终止上市情形的，应当披露导致退市风险警示或终止上市情形的原因。", NO, kind="flat")
