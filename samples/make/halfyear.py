"""The half-year report of 澄江制药, 2025: typst; a page in two columns, a page on its side, light lines. Not audited, group and parent.

Its short name and code differ from the first company's by a character and by two digits that changed places.
"""

import shutil
import tempfile
from decimal import Decimal
from pathlib import Path

import typst

import firms
import lines
import pharma
from annual import scale
from figures import change, half_up, money, near, percent, points, ratio, split, wan
from pharma import BEFORE, GROUP, NOW, PARENT, SHARES, YEAR_END
from sheet import CENTER, LEFT, RIGHT, Grid, font_file

TITLE = f"{firms.PHARMA}2025年半年度报告"
WIDTH, LAND_WIDTH = 443, 700
YES, NO = "√适用 □不适用", "□适用 √不适用"
I, I0 = GROUP.income[NOW], GROUP.income[BEFORE]
B, B0 = GROUP.balance[NOW], GROUP.balance[YEAR_END]
C, C0 = GROUP.cash[NOW], GROUP.cash[BEFORE]
PAID = SHARES * pharma.DIVIDEND_FEN


class Report:
    """The document under way: `grids` as drawn, the parts as typst source."""

    def __init__(self):
        self.grids, self.parts = {}, []

    def add(self, *parts):
        self.parts += parts

    def section(self, words):
        self.add(f"#section({q(words)})")

    def head(self, words, level=1):
        self.add(f"#{'head' if level == 1 else 'sub'}({q(words)})")

    def p(self, *texts):
        self.parts += [f"#par[#{q(text)}]" for text in texts]

    def line(self, words, align=LEFT):
        self.add(f"#flat({align}, {q(words)})")

    def tick(self, applies=False):
        self.line(YES if applies else NO)

    def unit(self, words="单位：元  币种：人民币"):
        self.add(f"#unit({q(words)})")

    def grid(self, name, rows, widths, total=WIDTH, **options):
        self.grids[name] = Grid(name, rows, scale(widths, total), **options)
        self.add(typst_grid(self.grids[name]))


def q(text):
    """A typst string literal."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def typst_grid(grid):
    """A Grid as a typst table: spans, header, indents; it may break between rows."""
    wide = dict(grid.spans())
    cells, head = [], []
    for r, row in enumerate(grid.rows):
        for c, cell in enumerate(row):
            if cell in "<^" and cell:
                continue
            right, down = wide.get((c, r), (c, r))
            title = r < grid.header or r in grid.subheads
            full = right - c + 1 == len(row) > 2
            align = CENTER if title or full else LEFT if right - c > 2 else grid.align[c]
            indent = grid.indents.get(r, 0) * grid.size / 2 if c == 0 else 0
            words = "#linebreak()".join(f"#{q(part)}" for part in cell.split("\n")) if cell else ""
            body = f"#h({indent:.1f}pt){words}" if indent else words
            heavy = title or r in grid.bold_rows
            fill = ", fill: luma(238)" if title and grid.style != "open" else ""
            text = f"[#strong[{body}]]" if heavy and body else f"[{body}]"
            target = head if r < grid.header and grid.repeat else cells
            target.append(f"table.cell(colspan: {right - c + 1}, rowspan: {down - r + 1}, align: {align} + horizon{fill})" + text)
    header = f"table.header({', '.join(head)}),\n" if head else ""
    stroke = "(x, y) => (top: 0.4pt, bottom: 0.4pt, left: if x > 0 { 0.4pt }, right: none)" if grid.style == "open" else "0.4pt"
    columns = ", ".join(f"{width:.2f}pt" for width in grid.widths)
    return f"#sheet({grid.size}pt, ({columns}), {stroke},\n{header}" + ",\n".join(cells) + ")"


PREAMBLE = """
#set document(title: TITLE, date: none)
#set text(font: "Noto Serif SC", size: 10.5pt, lang: "zh", region: "cn", top-edge: 0.85em, bottom-edge: -0.2em)
#set par(justify: true, leading: 0.55em, spacing: 0.75em, first-line-indent: (amount: 2em, all: true))
#set page(paper: "a4", margin: (left: 76pt, right: 76pt, top: 78pt, bottom: 62pt),
  header: context if counter(page).get().first() > 1 [#align(center, text(size: 9pt, TITLE))#v(-7pt)#line(length: 100%, stroke: 0.5pt)],
  footer: context align(center, text(size: 9pt)[#counter(page).display() / #counter(page).final().first()]))
#let black(size, body) = text(font: "Noto Sans SC", weight: 700, size: size, body)
#let section(words) = block(width: 100%, above: 18pt, below: 12pt, sticky: true, align(center, black(15pt, words)))
#let head(words) = block(above: 11pt, below: 7pt, sticky: true, black(10.5pt, words))
#let sub(words) = block(above: 9pt, below: 6pt, sticky: true, black(10pt, words))
#let flat(place, words) = block(width: 100%, above: 6pt, below: 6pt, align(place, words))
#let unit(words) = block(width: 100%, above: 6pt, below: 3pt, sticky: true, align(right, text(size: 9.5pt, words)))
#let sheet(size, columns, stroke, ..cells) = block(above: 3pt, below: 8pt, breakable: true)[
  #set text(size: size)
  #set par(justify: false, leading: 0.4em, first-line-indent: 0pt)
  #table(columns: columns, inset: (x: 2.5pt, y: 2.6pt), stroke: stroke, ..cells)]
"""


def make(path):
    pharma.check()
    r = Report()
    for part in (cover, profile, discussion, pipeline, figures_explained, governance, matters, shares, finance):
        part(r)
    words = PREAMBLE.replace("TITLE", q(TITLE)) + "\n".join(r.parts)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("Song", "SongBold", "HeiBold"):
            shutil.copy(font_file(name), folder)
        source = Path(folder) / "report.typ"
        source.write_text(words, encoding="utf-8")
        typst.compile(str(source), output=str(path), font_paths=[folder], ignore_system_fonts=True, pdf_tags=False)
    return r


# ------------------------------------------------------------------ front, sections one and two


def cover(r):
    r.add(f"#grid(columns: (1fr, auto), [公司代码：{firms.PHARMA_CODE}], [公司简称：{firms.PHARMA_SHORT}])", "#v(190pt)")
    r.add(f"#align(center)[#black(22pt, {q(firms.PHARMA)})\n\n#black(22pt, [2025 年半年度报告])]", "#pagebreak()")
    r.section("重要提示")
    r.line(
        "一、本公司董事会、监事会及董事、监事、高级管理人员保证半年度报告内容的真实性、准确性、完整性，不存在虚假记载、误导性陈述或重大遗漏，并承担个别和连带的法律责任。"
    )
    r.line("二、公司全体董事出席董事会会议。")
    r.line("三、本半年度报告未经审计。")
    r.line(
        f"四、公司负责人{firms.PHARMA_CHAIR}、主管会计工作负责人{firms.PHARMA_FINANCE}及会计机构负责人（会计主管人员）{firms.PHARMA_ACCOUNTING}声明：保证半年度报告中财务报告的真实、准确、完整。"
    )
    r.line("五、董事会决议通过的本报告期利润分配预案或公积金转增股本预案：本报告期不进行利润分配，也不以公积金转增股本。")
    r.line("六、前瞻性陈述的风险声明：本报告所涉及的未来计划、研发进度等前瞻性描述不构成公司对投资者的实质承诺，敬请投资者注意投资风险。")
    r.line("七、是否存在被控股股东及其他关联方非经营性占用资金情况：否")
    r.line("八、重大风险提示：公司已在本报告“第三节 五、可能面对的风险”中描述，敬请投资者查阅。")
    r.add("#v(10pt)")
    r.section("第一节  释义")
    rows = [
        ["本公司、公司、澄江制药", "指", firms.PHARMA],
        ["控股股东、苇岸医药", "指", firms.PHARMA_HOLDING],
        ["报告期、本报告期", "指", "2025年1月1日至2025年6月30日"],
        *(
            [short, "指", f"{full}，公司{'全资' if share == '100.00' else '控股'}子公司"]
            for short, (full, _, share) in firms.PHARMA_SUBSIDIARIES.items()
        ),
        ["集采", "指", "药品集中带量采购"],
        ["IND", "指", "Investigational New Drug，新药临床试验申请"],
        ["NDA", "指", "New Drug Application，新药上市申请"],
        ["CDE", "指", "药品审评中心"],
    ]
    r.grid("definitions", rows, [130, 24, 289], header=0, align=[LEFT, CENTER, LEFT], size=10)
    r.line("注：本公司与名称相近的其他上市公司不存在关联关系。")


def profile(r):
    r.section("第二节  公司简介和主要财务指标")
    r.head("一、公司信息")
    pairs = [
        ["公司的中文名称", firms.PHARMA],
        ["公司的中文简称", firms.PHARMA_SHORT],
        ["公司的外文名称", firms.PHARMA_ENGLISH],
        ["公司的法定代表人", firms.PHARMA_CHAIR],
        ["公司注册地址", firms.PHARMA_PLACE],
        ["公司网址", firms.PHARMA_SITE],
    ]
    r.grid("profile", pairs, [150, 293], header=0, align=[LEFT, LEFT], size=10)
    r.head("二、联系人和联系方式")
    contacts = [["", "董事会秘书", "证券事务代表"], ["姓名", firms.PHARMA_SECRETARY, firms.PHARMA_REPRESENTATIVE]]
    contacts += [[k, v, v] for k, v in (("联系地址", firms.PHARMA_PLACE), ("电话", firms.PHARMA_PHONE), ("电子信箱", firms.PHARMA_MAIL))]
    r.grid("contacts", contacts, [83, 180, 180], align=[LEFT] * 3, size=10)
    r.head("三、公司股票简况")
    stock = [["股票种类", "股票上市交易所", "股票简称", "股票代码", "变更前股票简称"], ["A股", "主板", firms.PHARMA_SHORT, firms.PHARMA_CODE, "无"]]
    r.grid("stock", stock, [1, 1.3, 1, 1, 1.3], align=[CENTER] * 5, size=10)
    key_figures(r)


def key_rows():
    flows = [
        ("营业收入", I["营业收入"], I0["营业收入"]),
        ("利润总额", I["利润总额"], I0["利润总额"]),
        ("归属于上市公司股东的净利润", I["归母净利润"], I0["归母净利润"]),
        ("归属于上市公司股东的扣除非经常性损益的净利润", pharma.deducted(0), pharma.deducted(1)),
        ("经营活动产生的现金流量净额", C["经营净额"], C0["经营净额"]),
    ]
    stocks = [("归属于上市公司股东的净资产", B["归母权益"], B0["归母权益"]), ("总资产", B["总资产"], B0["总资产"])]
    rows = [["主要会计数据", "本报告期（1－6月）", "上年同期", "本报告期比上年同期增减(%)"]]
    rows += [[label, money(a), money(b), percent(a, b)] for label, a, b in flows]
    rows.append(["", "本报告期末", "上年度末", "本报告期末比上年度末增减(%)"])
    return rows + [[label, money(a), money(b), percent(a, b)] for label, a, b in stocks]


def ratio_rows():
    pairs = {
        "基本每股收益（元／股）": (I["归母净利润"], I0["归母净利润"]),
        "稀释每股收益（元／股）": (I["归母净利润"], I0["归母净利润"]),
        "扣除非经常性损益后的基本每股收益（元／股）": (pharma.deducted(0), pharma.deducted(1)),
    }
    rows = [["主要财务指标", "本报告期（1－6月）", "上年同期", "本报告期比上年同期增减(%)"]]
    for label, (a, b) in pairs.items():
        now, old = pharma.eps(a), pharma.eps(b)
        rows.append([label, f"{now}", f"{old}", f"{half_up((now - old) / old * 100, 2)}"])
    opening_2024 = near(139_800, "pharma", "equity 2023")
    for label, key in (("加权平均净资产收益率（%）", 0), ("扣除非经常性损益后的加权平均净资产收益率（%）", 1)):
        a = (I["归母净利润"], pharma.deducted(0))[key]
        b = (I0["归母净利润"], pharma.deducted(1))[key]
        now, old = pharma.roe(a, B0["归母权益"]), pharma.roe(b, opening_2024)
        rows.append([label, f"{now}", f"{old}", points(now, old)])
    return rows


def key_figures(r):
    r.head("四、公司主要会计数据和财务指标")
    r.head("（一）主要会计数据", 2)
    r.unit()
    r.grid("key_figures", key_rows(), [150, 105, 105, 83], size=9, subheads=(6,), kind="merged-header", caption="主要会计数据", unit="元")
    r.head("（二）主要财务指标", 2)
    r.grid("key_ratios", ratio_rows(), [178, 90, 80, 95], size=9, kind="lattice", caption="主要财务指标", unit="元/股")
    r.line("注：加权平均净资产收益率未年化。")
    r.head("五、非经常性损益项目和金额")
    r.unit()
    items = [
        ("非流动性资产处置损益，包括已计提资产减值准备的冲销部分", I["资产处置收益"]),
        ("计入当期损益的政府补助，但与公司正常经营业务密切相关、符合国家政策规定、按照确定的标准享有、对公司损益产生持续影响的政府补助除外", near(980, "pharma nr", 1)),
        ("除同公司正常经营业务相关的有效套期保值业务外，非金融企业持有金融资产和金融负债产生的公允价值变动损益以及处置金融资产和金融负债产生的损益", I["公允价值变动收益"]),
        ("委托他人投资或管理资产的损益", near(150, "pharma nr", 3)),
        ("除上述各项之外的其他营业外收入和支出", I["营业外收入"] - I["营业外支出"]),
    ]  # fmt: skip
    total, minority = I["归母净利润"] - pharma.deducted(0), near(48, "pharma nr", 5)
    tax = sum(fen for _, fen in items) - minority - total
    rows = [["非经常性损益项目", "金额", "附注（如适用）"]] + [[label, money(fen), ""] for label, fen in items]
    rows += [["减：所得税影响额", money(tax), ""], ["少数股东权益影响额（税后）", money(minority), ""], ["合计", money(total), ""]]
    r.grid("non_recurring", rows, [283, 95, 65], size=9, indents={7: 2}, caption="非经常性损益项目和金额", unit="元")


# ------------------------------------------------------------------ section three

PRODUCTS = {  # revenue weight, margin in percent: the first halves of 2025 and 2024
    "心脑血管类": (41_300, 52_800, "71.2", "76.9"),
    "呼吸系统类": (24_600, 23_900, "68.4", "67.8"),
    "消化系统类": (15_200, 14_700, "60.1", "59.6"),
    "中药饮片": (9_900, 10_300, "21.5", "22.4"),
    "药品批发": (6_800, 6_700, "8.3", "8.9"),
}


def products():
    """name -> ((revenue, cost) 2025, 2024); revenue adds up to the main business."""
    names, found = list(PRODUCTS), {}
    for n, i in enumerate((I, I0)):
        main = i["营业收入"] - near((760, 820)[n], "pharma other revenue", n)
        main_cost = i["营业成本"] - near((410, 450)[n], "pharma other cost", n)
        revenues = split(main, [PRODUCTS[k][n] for k in names], "pharma products", n)
        costs = split(main_cost, [PRODUCTS[k][n] * (100 - float(PRODUCTS[k][2 + n])) for k in names], "pharma costs", n)
        for name, revenue, cost in zip(names, revenues, costs):
            found.setdefault(name, []).append((revenue, cost))
    return found


def margin(revenue, cost):
    return half_up(Decimal(revenue - cost) / Decimal(revenue) * 100, 2)


def research():
    """Expensed, capitalised, together."""
    capital = near(1_620, "pharma capitalised")
    return I["研发费用"], capital, I["研发费用"] + capital


def discussion(r):
    r.section("第三节  管理层讨论与分析")
    r.head("一、报告期内公司所属行业及主营业务情况说明")
    r.p(
        "公司所属行业为医药制造业。报告期内，第十一批药品集采在多数省份落地执行，化学药制剂价格继续下行；院外零售市场客流恢复缓慢。创新药审评审批提速，为具备研发能力的企业提供了新的空间。",
        "公司主要从事心脑血管、呼吸系统、消化系统用药的研发、生产和销售，主要产品包括澄心安片、络清颗粒和澄胃舒胶囊；子公司澄江中药生产中药饮片，澄江医贸从事区域药品批发。公司医院端销售以学术推广为主，零售端以连锁药店为主。",
    )
    r.head("二、经营情况的讨论与分析")
    r.p(
        f"报告期内，公司实现营业收入{wan(I['营业收入'])}万元，同比下降{abs(change(I['营业收入'], I0['营业收入']))}%；归属于上市公司股东的净利润{wan(I['归母净利润'])}万元，同比下降{abs(change(I['归母净利润'], I0['归母净利润']))}%。"
        "收入下降主要是核心产品澄心安片自2025年3月起执行集采价格，单价下降约46%，销量增长未能弥补价格影响；净利润下降幅度大于收入，主要是毛利率下降以及研发投入增加所致。",
        "面对集采影响，公司主动压缩推广费用，销售费用同比下降；加快络清颗粒的县域市场覆盖，呼吸系统类产品收入保持增长；消化系统新品澄胃舒胶囊进入16个省份的双通道目录。",
        "报告期内，公司完成口服固体制剂二期车间的主体施工，预计2026年下半年投产，投产后口服固体制剂年产能将由48亿片提高到70亿片。",
    )
    r.head("三、报告期内核心竞争力分析")
    r.p(
        "1、产品梯队。公司拥有药品批准文号138个，其中独家品种11个；进入国家医保目录的品种96个。",
        f"2、研发能力。苇岸生物负责创新药研发，报告期末研发人员364人；报告期研发投入{wan(research()[2])}万元，占营业收入的{ratio(research()[2], I['营业收入'])}%。",
        "3、渠道网络。公司产品覆盖全国3,200余家等级医院和9.6万家零售门店。",
    )


PIPELINE = [
    ("CJ-1203（澄宁泰片）", "CJ-1203为公司自主研发的口服小分子Lp-PLA2抑制剂，用于动脉粥样硬化性心血管疾病的二级预防。III期临床试验计划入组1,860例，截至报告期末已入组1,524例，预计2025年第四季度完成全部入组，2027年提交NDA。"),
    ("CJ-2107（雾化吸入溶液）", "CJ-2107为长效M受体拮抗剂的雾化吸入制剂，用于慢性阻塞性肺疾病。II期临床试验于2025年4月达到主要终点，第12周谷值FEV1较安慰剂改善0.132升。公司计划于2026年上半年启动III期临床试验。"),
    ("CJ-3051（注射用双抗）", "CJ-3051为PD-1/VEGF双特异性抗体，2025年6月18日获得IND批准，拟用于晚期非小细胞肺癌。首例受试者预计于2025年第四季度入组。"),
    ("CJ-4418（口崩片）", "CJ-4418为偏头痛急性治疗药物，目前处于临床前研究阶段，计划2026年提交IND。"),
    ("仿制药一致性评价", "报告期内，公司有5个品种通过或视同通过仿制药质量和疗效一致性评价，累计通过32个品种。另有9个品种在审评中。"),
    ("研发合作", "2025年5月，公司将CJ-2107在东南亚地区的开发和商业化权益许可给Selat Biomed公司，首付款800万美元已于7月收到，后续里程碑付款最高5,600万美元。该笔首付款不影响报告期损益，预计在2025年下半年确认收入。"),
    ("质量与环保", "报告期内公司接受药品监督管理部门检查11次，均一次通过。主要生产基地的单位产品综合能耗同比下降4.7%，化学需氧量排放浓度年均值为52mg/L。"),
    ("知识产权", "报告期内新增授权发明专利14件，期末有效发明专利203件。CJ-1203的化合物专利保护期至2039年。"),
]  # fmt: skip


COLUMN_HEIGHT = 355  # points: what both columns need


def pipeline(r):
    """The page in two columns."""
    text = "\n".join(f"#sub({q(name)})\n#par[#{q(words)}]" for name, words in PIPELINE)
    r.add(
        "#pagebreak()",
        '#head("四、研发管线与重点事项")',
        f"#block(height: {COLUMN_HEIGHT}pt, columns(2, gutter: 20pt)[#set text(size: 10pt)\n{text}])",
        "#pagebreak()",
    )


def figures_explained(r):
    r.head("五、报告期内主要经营情况")
    r.head("（一）财务报表相关科目变动分析表", 2)
    r.unit()
    rows = [["科目", "本期数", "上年同期数", "变动比例（%）"]]
    for key in ("营业收入", "营业成本", "销售费用", "管理费用", "财务费用", "研发费用"):
        rows.append([key, money(I[key]), money(I0[key]), percent(I[key], I0[key])])
    for key in ("经营", "投资", "筹资"):
        rows.append([f"{key}活动产生的现金流量净额", money(C[f"{key}净额"]), money(C0[f"{key}净额"]), percent(C[f"{key}净额"], C0[f"{key}净额"])])
    r.grid("income_changes", rows, [163, 100, 100, 80], size=9.5, style="open", kind="open-sided", caption="财务报表相关科目变动分析表", unit="元")
    for words in (
        "营业收入变动原因说明：核心产品澄心安片执行集采价格，收入下降所致；",
        "销售费用变动原因说明：集采品种推广费用减少所致；",
        "财务费用变动原因说明：借款利率下降所致；",
        "研发费用变动原因说明：CJ-1203的III期临床试验投入增加所致；",
        "经营活动产生的现金流量净额变动原因说明：销售回款减少，同时临床试验费用预付增加所致；",
        "投资活动产生的现金流量净额变动原因说明：理财产品净赎回增加所致；",
        "筹资活动产生的现金流量净额变动原因说明：新增口服固体制剂二期车间项目贷款所致。",
    ):
        r.line(words)
    r.head("（二）主营业务分产品情况", 2)
    r.unit()
    rows = [["分产品", "营业收入", "营业成本", "毛利率（%）", "营业收入比上年同期增减（%）", "毛利率比上年同期增减（%）"]]
    for name, ((a, cost), (b, cost0)) in products().items():
        now, old = margin(a, cost), margin(b, cost0)
        rows.append([name, money(a), money(cost), f"{now}", percent(a, b), points(now, old)])
    r.grid("products", rows, [72, 92, 92, 50, 66, 71], size=9, kind="lattice", caption="主营业务分产品情况", unit="元")
    r.head("（三）研发投入", 2)
    r.unit()
    expensed, capital, total = research()
    rows = [["费用化研发投入", money(expensed)], ["资本化研发投入", money(capital)], ["研发投入合计", money(total)]]
    rows += [["研发投入总额占营业收入比例（%）", f"{ratio(total, I['营业收入'])}"], ["研发投入资本化的比重（%）", f"{ratio(capital, total)}"]]
    r.grid("research", rows, [270, 173], header=0, size=10, caption="研发投入", unit="元")
    r.head("（四）资产、负债情况分析", 2)
    r.unit()
    rows = [["项目名称", "本期期末数", "占总资产比例（%）", "上年期末数", "占总资产比例（%）", "变动比例（%）", "情况说明"]]
    for key, why in (
        ("应收账款", "集采配送商账期延长"),
        ("在建工程", "口服固体制剂二期车间投入"),
        ("开发支出", "III期临床资本化投入"),
        ("短期借款", "补充流动资金"),
        ("合同负债", "预收货款减少"),
        ("长期借款", "项目贷款增加"),
    ):
        rows.append(
            [key, money(B[key]), f"{ratio(B[key], B['总资产'])}", money(B0[key]), f"{ratio(B0[key], B0['总资产'])}", percent(B[key], B0[key]), why]
        )
    r.grid("balance_changes", rows, [54, 86, 46, 86, 46, 46, 79], size=8.5, align=[LEFT] + [RIGHT] * 5 + [LEFT], caption="资产及负债状况", unit="元")
    r.head("（五）主要控股参股公司分析", 2)
    r.unit("单位：万元  币种：人民币")
    figures = {
        "澄江中药": ("6,000.00", 21_300, 11_800, 10_150, 620),
        "苇岸生物": ("12,000.00", 14_650, 7_930, 180, -3_240),
        "澄江医贸": ("3,000.00", 9_870, 4_260, 7_020, 210),
    }
    rows = [["公司名称", "主要业务", "持股比例（%）", "注册资本", "总资产", "净资产", "营业收入", "净利润"]]
    for short, (_, business, held) in firms.PHARMA_SUBSIDIARIES.items():
        capital, *numbers = figures[short]
        rows.append([short, business, held, capital] + [wan(near(x, "pharma subsidiary", short, n)) for n, x in enumerate(numbers)])
    r.grid(
        "subsidiaries",
        rows,
        [52, 70, 46, 54, 58, 56, 58, 52],
        size=8.5,
        align=[LEFT, LEFT] + [RIGHT] * 6,
        caption="主要控股参股公司分析",
        unit="万元",
    )
    r.head("六、可能面对的风险")
    r.p(
        "1、药品降价风险。若集采和医保谈判范围进一步扩大，公司主要产品价格存在继续下降的可能。",
        "2、研发风险。新药研发周期长、投入大，临床试验结果存在不确定性，可能导致研发失败或上市延迟。",
        "3、原材料价格波动风险。中药材价格受种植面积、气候等因素影响波动较大，可能影响公司成本。",
    )


# ------------------------------------------------------------------ sections four to seven


def governance(r):
    r.section("第四节  公司治理、环境和社会")
    r.head("一、公司董事、监事、高级管理人员变动情况")
    r.tick()
    r.head("二、利润分配或资本公积金转增预案")
    r.p(
        f"本报告期不进行利润分配。公司2024年年度利润分配方案为每10股派发现金红利2.50元（含税），合计派发现金红利{money(PAID)}元（含税），已于2025年6月20日实施完毕。"
    )
    r.head("三、员工持股计划的情况")
    r.p("公司2023年员工持股计划报告期内未解锁，确认股份支付费用180万元左右，计入管理费用和资本公积。")
    r.head("四、巩固拓展脱贫攻坚成果、乡村振兴等工作具体情况")
    r.p("公司在苇川市三个乡镇开展中药材订单种植，报告期内收购金额1,086.30万元，带动农户412户。")


def matters(r):
    r.section("第五节  重要事项")
    r.head("一、重大诉讼、仲裁事项")
    r.tick()
    r.head("二、重大关联交易")
    r.unit("单位：万元  币种：人民币")
    rows = [
        ["关联交易方", "关联关系", "关联交易内容", "关联交易金额", "占同类交易金额的比例（%）"],
        ["苇岸医药", "控股股东", "房屋租赁", "96.00", "21.05"],
        ["白鹭洲冷链", "联营企业", "冷链运输", "318.42", "12.60"],
    ]
    r.grid("related", rows, [90, 80, 100, 85, 88], size=9.5, align=[LEFT, CENTER, CENTER, RIGHT, RIGHT], caption="重大关联交易", unit="万元")
    r.head("三、重大担保情况")
    r.p("截至报告期末，公司对子公司担保余额合计8,500.00万元，占公司净资产的比例为" + f"{ratio(8_500 * 10_000 * 100, B['归母权益'])}%，无逾期担保。")


def shares(r):
    r.section("第六节  股份变动及股东情况")
    r.head("一、股东总数")
    r.grid("holders_count", [["截至报告期末普通股股东总数（户）", "23,618"]], [300, 143], header=0, size=10, caption="股东总数", unit="户")
    r.head("二、截至报告期末前十名股东持股情况")
    r.unit("单位：股")
    rows = [
        ["股东名称（全称）", "报告期内增减", "期末持股数量", "比例(%)", "质押、标记或冻结情况", "<", "股东性质"],
        ["^", "^", "^", "^", "股份状态", "数量", "^"],
    ]
    for name, moved, held, state, locked, kind in firms.PHARMA_HOLDERS:
        rows.append([name, f"{moved:,}", f"{held:,}", f"{ratio(held, SHARES)}", state, f"{locked:,}", kind])
    r.grid(
        "holders",
        rows,
        [126, 58, 68, 40, 42, 60, 56],
        size=8.5,
        header=2,
        align=[LEFT, RIGHT, RIGHT, RIGHT, CENTER, RIGHT, CENTER],
        repeat=True,
        kind="merged-header",
        caption="前十名股东持股情况",
        unit="股",
    )
    r.p(f"{firms.PHARMA_HOLDING}为公司控股股东，苏见微先生为公司实际控制人。报告期内公司控股股东和实际控制人未发生变更。")
    r.section("第七节  债券相关情况")
    r.tick()


# ------------------------------------------------------------------ section eight

STATEMENTS = {  # grid -> title, in printed order
    "balance": "合并资产负债表",
    "parent_balance": "母公司资产负债表",
    "income": "合并利润表",
    "parent_income": "母公司利润表",
    "cash": "合并现金流量表",
    "parent_cash": "母公司现金流量表",
    "equity": "合并所有者权益变动表",
}
AFTER_STATEMENTS = "三、公司基本情况"


def used(form, *books):
    """The form without the lines that are empty in all of these; titles stay."""
    return [line for line in form if line[1] == "#" or line[1] == "eps" or any(b.get(line[1]) for b in books)]


def statement(r, name, day, form, now, before, columns, eps=()):
    r.add(f"#block(width: 100%, above: 14pt, below: 4pt, sticky: true, align(center, black(12pt, {q(STATEMENTS[name])})))")
    r.add(f"#block(width: 100%, above: 2pt, below: 2pt, sticky: true, align(center, {q(day)}))")
    r.add(f"#block(width: 100%, above: 2pt, below: 2pt, sticky: true, text(size: 9.5pt, {q('编制单位：' + firms.PHARMA)}))")
    r.unit()
    rows, indents, bold = [["项目", *columns]], {}, []
    for label, key, _, indent in used(form, now, before):
        indents[len(rows)] = indent
        if key == "#":
            bold.append(len(rows))
        rows.append([label, *(eps if key == "eps" else [money(now.get(key)), money(before.get(key))])])
    r.grid(
        name,
        rows,
        [233, 105, 105],
        size=9.5,
        style="open",
        repeat=True,
        indents=indents,
        bold_rows=bold,
        kind="cross-page",
        caption=STATEMENTS[name],
        unit="元",
    )
    r.add(f"#block(above: 4pt, below: 8pt, text(size: 9pt, {q(SIGNED)}))")


SIGNED = f"公司负责人：{firms.PHARMA_CHAIR}    主管会计工作负责人：{firms.PHARMA_FINANCE}    会计机构负责人：{firms.PHARMA_ACCOUNTING}"
EPS = f"{pharma.eps(I['归母净利润'])}", f"{pharma.eps(I0['归母净利润'])}"


def finance(r):
    r.section("第八节  财务报告")
    r.head("一、审计报告")
    r.tick()
    r.head("二、财务报表")
    stock, flow = ("2025年6月30日", "2024年12月31日"), ("2025年半年度", "2024年半年度")
    P, P0 = PARENT.balance[NOW], PARENT.balance[YEAR_END]
    statement(r, "balance", "2025年6月30日", lines.BALANCE, B, B0, stock)
    statement(r, "parent_balance", "2025年6月30日", lines.parent_lines(lines.BALANCE), P, P0, stock)
    statement(r, "income", "2025年1—6月", lines.INCOME, I, I0, flow, EPS)
    statement(r, "parent_income", "2025年1—6月", lines.parent_lines(lines.INCOME), PARENT.income[NOW], PARENT.income[BEFORE], flow)
    statement(r, "cash", "2025年1—6月", lines.CASH, C, C0, flow)
    statement(r, "parent_cash", "2025年1—6月", lines.parent_lines(lines.CASH), PARENT.cash[NOW], PARENT.cash[BEFORE], flow)
    equity(r)
    notes(r)


def equity(r):
    """The landscape page."""
    columns = ["股本", "资本公积", "其他综合收益", "盈余公积", "未分配利润"]
    rows = [
        ["项目", "2025年半年度"] + ["<"] * 7,
        ["^", "归属于母公司所有者权益"] + ["<"] * 5 + ["少数股东权益", "所有者权益合计"],
        ["^", "实收资本（或股本）", *columns[1:], "小计", "^", "^"],
    ]

    def line(label, amounts):
        own, minority = [amounts.get(c) for c in columns], amounts.get("少数股东权益")
        some = any(x is not None for x in own)
        subtotal = sum(x or 0 for x in own)
        rows.append(
            [
                label,
                *map(money, own),
                money(subtotal) if some else "",
                money(minority),
                money(subtotal + (minority or 0)) if some or minority is not None else "",
            ]
        )

    moves = GROUP.moves()
    every = {c: sum(m.get(c) or 0 for m in moves.values()) for c in columns[1:] + ["少数股东权益"] if any(m.get(c) for m in moves.values())}
    for c in columns[1:] + ["少数股东权益"]:
        assert B0[c] + every.get(c, 0) == B[c], c
    line("一、上年期末余额", B0)
    line("加：会计政策变更", {})
    line("二、本年期初余额", B0)
    line("三、本期增减变动金额（减少以“－”号填列）", every)
    line("（一）综合收益总额", moves["综合收益"])
    line("（二）所有者投入和减少资本", moves["股份支付"])
    line("1．股份支付计入所有者权益的金额", moves["股份支付"])
    line("（三）利润分配", moves["分配"])
    line("1．提取盈余公积", {})
    line("2．对所有者（或股东）的分配", moves["分配"])
    line("（四）其他", {})
    line("四、本期期末余额", B)
    r.add("#set page(flipped: true)")
    r.add(f"#block(width: 100%, below: 4pt, align(center, black(12pt, {q(STATEMENTS['equity'])})))", f"#align(center)[#{q('2025年1—6月')}]")
    r.unit()
    r.grid("equity", rows, [140] + [70] * 8, total=LAND_WIDTH - 10, size=8, header=3, kind="landscape", caption=STATEMENTS["equity"], unit="元")
    r.add(f"#text(size: 9pt, {q(SIGNED)})", "#set page(flipped: false)")


AGES = {"1年以内": (40_950, 36_700, 5), "1至2年": (3_260, 3_120, 10), "2至3年": (1_180, 940, 30), "3年以上": (None, None, 100)}


def receivables():
    """By age: (gross now, gross at the year-end), and the allowances; the oldest class takes what is left."""
    allowance = near(3_180, "pharma allowance", 0), near(2_790, "pharma allowance", 1)
    gross = B["应收账款"] + allowance[0], B0["应收账款"] + allowance[1]
    parts = {k: (near(a, "pharma age", k, 0), near(b, "pharma age", k, 1)) for k, (a, b, _) in AGES.items() if a}
    parts["3年以上"] = tuple(whole - sum(part[n] for part in parts.values()) for n, whole in enumerate(gross))
    assert min(parts["3年以上"]) > 0
    return parts, gross, allowance


def notes(r):
    r.head(AFTER_STATEMENTS)
    r.p(
        f"{firms.PHARMA}成立于2003年，2019年首次公开发行股票并上市。公司注册资本为人民币{SHARES / 10_000:,.2f}万元，注册地址为{firms.PHARMA_PLACE}。本财务报表经公司董事会于2025年8月21日批准报出。"
    )
    r.head("四、财务报表的编制基础")
    r.p("本公司财务报表以持续经营为基础，按照企业会计准则的规定编制。本中期财务报表未经审计。")
    r.head("五、合并财务报表项目注释（节选）")
    r.head("1、货币资金", 2)
    r.unit()
    held = near(3, "pharma notes and coins", 0), near(3, "pharma notes and coins", 1)
    restricted = B["受限资金"], B0["受限资金"]
    bank = [b["货币资金"] - a - c for b, a, c in zip((B, B0), held, restricted)]
    rows = [["项目", "期末余额", "期初余额"]] + [
        [k, *map(money, v)] for k, v in (("库存现金", held), ("银行存款", bank), ("其他货币资金（票据保证金等，使用受限）", restricted))
    ]
    rows.append(["合计", money(B["货币资金"]), money(B0["货币资金"])])
    r.grid("note_cash", rows, [213, 115, 115], size=9.5, style="open", kind="open-sided", caption="货币资金", unit="元")
    r.head("2、应收账款", 2)
    r.unit()
    parts, gross, allowance = receivables()
    rows = [["账龄", "期末账面余额", "期初账面余额"]] + [[k, *map(money, v)] for k, v in parts.items()]
    rows += [["小计", *map(money, gross)], ["减：坏账准备", *map(money, allowance)], ["合计", money(B["应收账款"]), money(B0["应收账款"])]]
    r.grid("note_receivables", rows, [213, 115, 115], size=9.5, style="open", kind="open-sided", caption="应收账款", unit="元")
    r.head("3、存货", 2)
    r.unit()
    inventory(r)
    r.head("4、营业收入和营业成本", 2)
    r.unit()
    other = [i["营业收入"] - sum(x[n][0] for x in products().values()) for n, i in enumerate((I, I0))]
    main_cost = [sum(x[n][1] for x in products().values()) for n in (0, 1)]
    rows = [["项目", "本期发生额", "<", "上期发生额", "<"], ["^", "收入", "成本", "收入", "成本"]]
    rows.append(["主营业务", money(I["营业收入"] - other[0]), money(main_cost[0]), money(I0["营业收入"] - other[1]), money(main_cost[1])])
    rows.append(["其他业务", money(other[0]), money(I["营业成本"] - main_cost[0]), money(other[1]), money(I0["营业成本"] - main_cost[1])])
    rows.append(["合计", money(I["营业收入"]), money(I["营业成本"]), money(I0["营业收入"]), money(I0["营业成本"])])
    r.grid("note_revenue", rows, [79, 91, 91, 91, 91], size=9, header=2, kind="merged-header", caption="营业收入和营业成本", unit="元")
    r.head("5、销售费用", 2)
    r.unit()
    rows = [["项目", "本期发生额", "上期发生额"]]
    names = ("市场推广费", "职工薪酬", "差旅费", "业务招待费", "其他")
    columns = [split(i["销售费用"], w, "pharma selling", n) for n, (i, w) in enumerate(((I, (168, 74, 16, 6, 10)), (I0, (226, 76, 18, 7, 9))))]
    rows += [[k, money(a), money(b)] for k, a, b in zip(names, *columns)] + [["合计", money(I["销售费用"]), money(I0["销售费用"])]]
    r.grid("note_selling", rows, [213, 115, 115], size=9.5, style="open", caption="销售费用", unit="元")
    r.head("六、资产负债表日后事项")
    r.p("2025年7月11日，公司收到CJ-2107海外许可的首付款800万美元。除此之外，无其他应披露的资产负债表日后事项。")
    r.line(f"董事长：{firms.PHARMA_CHAIR}", RIGHT)
    r.line("董事会批准报送日期：2025年8月21日", RIGHT)


def inventory(r):
    names = ("原材料", "在产品", "库存商品", "周转材料")
    weights = ((9_800, 5_200, 20_300, 2_400), (9_100, 4_900, 18_900, 2_250))
    allowances = [split(near(w, "pharma inventory allowance", n), (2, 0, 7, 0), "pharma inventory allowance", n) for n, w in enumerate((1_240, 910))]
    net = [split(b["存货"], w, "pharma inventory", n) for n, (b, w) in enumerate(zip((B, B0), weights))]
    rows = [["项目", "期末余额", "<", "<", "期初余额", "<", "<"], ["^", "账面余额", "跌价准备", "账面价值", "账面余额", "跌价准备", "账面价值"]]
    for k, name in enumerate(names):
        rows.append(
            [name]
            + [
                cell
                for n in (0, 1)
                for cell in (money(net[n][k] + allowances[n][k]), money(allowances[n][k]) if allowances[n][k] else "", money(net[n][k]))
            ]
        )
    total = lambda n: [money(sum(net[n]) + sum(allowances[n])), money(sum(allowances[n])), money(sum(net[n]))]
    rows.append(["合计", *total(0), *total(1)])
    r.grid("note_inventory", rows, [50, 70, 56, 70, 70, 56, 71], size=8, header=2, kind="wrapped-cells", caption="存货", unit="元")
