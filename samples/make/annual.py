"""The annual report for 2024: frame, running lines, sections one to nine. Section ten is in annual_notes.py.

reportlab, embedded TrueType subsets with ToUnicode; the two cover pages carry no number, so printed = physical - 2.
"""

from decimal import Decimal

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Frame, NextPageTemplate, PageBreak, PageTemplate, Spacer

import company as co
import model
from figures import WAN_FEN, change, half_up, million, money, near, percent, points, ratio, split, wan, yi
from model import GROUP, PARENT, SHARES
from sheet import CENTER, JUSTIFY, LEFT, RIGHT, Book, Grid, Mark, Text, register_embedded

TITLE = f"{co.NAME}2024年年度报告"
COVERS = 2  # unnumbered pages before the printed page 1
WIDTH, LEFT_MARGIN, TOP, BOTTOM = 432, 81.6, 78, 66
LAND_WIDTH = 714
HEADING_ROOM, UNIT_ROOM = 96, 62  # points: a heading or a unit line is not left alone at the bottom; tables break anywhere
SECTIONS = [
    "释义",
    "公司简介和主要财务指标",
    "管理层讨论与分析",
    "公司治理",
    "环境与社会责任",
    "重要事项",
    "股份变动及股东情况",
    "优先股相关情况",
    "债券相关情况",
    "财务报告",
]
NUMERALS = "一二三四五六七八九十"
YES, NO = "√适用 □不适用", "□适用 √不适用"

I24, I23, I22 = (GROUP.income[y] for y in ("2024", "2023", "2022"))
B24, B23, B22 = (GROUP.balance[y] for y in ("2024", "2023", "2022"))
C24, C23 = GROUP.cash["2024"], GROUP.cash["2023"]
CFO_2022 = near(31260, "cfo2022")


# ------------------------------------------------------------------ small words of the report


class Story(list):
    """The flowables of the report, with a word for each thing that it is made of."""

    def __init__(self, book):
        super().__init__()
        self.book = book

    def section(self, number):
        if number != 1:
            self.append(Spacer(1, 14))
            self.append(CondPageBreak(150))
        self.append(Mark(self.book, f"section{number}"))
        self.head(f"第{NUMERALS[number - 1]}节    {SECTIONS[number - 1]}", 15, CENTER, before=4, after=8, fake=True)

    def head(self, text, size=10.5, align=LEFT, before=7, after=3, fake=False):
        self.append(CondPageBreak(HEADING_ROOM))
        self.append(Text(text, "HeiBold" if not fake else "Hei", size, align=align, before=before, after=after, fake_bold=fake))

    def sub(self, text):
        self.head(text, 10.5, before=5, after=2)

    def p(self, text):
        self.append(Text(text, size=10.5, leading=17, indent=21, after=1))

    def line(self, text, align=LEFT, size=10.5, font="Song", before=0, after=0, keep=False):
        if keep:
            self.append(CondPageBreak(UNIT_ROOM))
        self.append(Text(text, font, size, align=align, before=before, after=after))

    def tick(self, applies=False):
        self.line(YES if applies else NO)

    def unit(self, text="单位：元  币种：人民币"):
        self.line(text, RIGHT, 9.5, before=2, keep=True)

    def grid(self, name, rows, widths, **options):
        self.append(Grid(name, rows, scale(widths, options.pop("total", WIDTH)), **options).table(self.book))

    def gap(self, height=6):
        self.append(Spacer(1, height))


def scale(widths, total):
    whole = sum(widths)
    return [w * total / whole for w in widths]


def yoy(new, old):
    return percent(new, old)


# ------------------------------------------------------------------ cover to contents


def covers(s):
    s.append(Spacer(1, 40))
    s.line(f"公司代码：{co.CODE}                                              公司简称：{co.SHORT}", JUSTIFY)
    s.append(Spacer(1, 190))
    s.append(Text(co.NAME, "Hei", 24, align=CENTER, color=colors.HexColor("#C00000"), fake_bold=True))
    s.append(Spacer(1, 14))
    s.append(Text("2024 年年度报告", "Hei", 24, align=CENTER, color=colors.HexColor("#C00000"), fake_bold=True))
    s.append(Spacer(1, 250))
    s.line("二〇二五年四月", CENTER, 14)
    s += [NextPageTemplate("plain"), PageBreak()]
    s.append(Mark(s.book, "letter"))
    s.head("董事长致辞", 16, CENTER, before=20, after=14, fake=True)
    s.line("各位股东：", after=4)
    for text in LETTER.strip().split("\n"):
        s.p(text)
    s.gap(20)
    s.line(f"董事长：{co.CHAIRMAN}", RIGHT)
    s.line("2025 年 4 月 24 日", RIGHT)
    s += [NextPageTemplate("body"), PageBreak()]


LETTER = f"""
2024 年对机器人零部件行业是分化的一年。下游整机厂压缩库存、招标价格下行，海外客户的交期要求反而更短。我们在这一年完成了临江二期厂房的转固，减速器名义产能从 42 万台提高到 60 万台，同时把研发投入占收入的比重守在 9% 以上。
全年公司实现营业收入 {yi(I24["营业收入"])} 亿元，比上年增长 {yoy(I24["营业收入"], I23["营业收入"])}%；但新产线折旧、价格让利和商誉减值三件事叠加，归属于上市公司股东的净利润为 {yi(I24["归母净利润"])} 亿元，比上年下降 {abs(change(I24["归母净利润"], I23["归母净利润"]))}%。收入在长、利润在退，这不是我们满意的结果，原因在第三节里逐项写明。
可以告慰各位股东的是，经营活动产生的现金流量净额达到 {yi(C24["经营净额"])} 亿元，高于当年净利润；谐波减速器在协作机器人领域的装机量继续增长，伺服驱动系统首次取得两家海外主机厂的定点。
2025 年我们只设三个目标：新产线的良率和稼动率到位、应收账款周转天数下降、海外两个基地形成独立交付能力。董事会提议每 10 股派发现金红利 1.80 元（含税），与各位股东分享经营成果。
"""


def important(s):
    s.head("重要提示", 15, CENTER, after=10, fake=True)
    items = [
        (
            "一、本公司董事会、监事会及董事、监事、高级管理人员保证年度报告内容的真实性、准确性、完整性，不存在虚假记载、误导性陈述或重大遗漏，并承担个别和连带的法律责任。",
            None,
        ),
        ("二、公司全体董事出席董事会会议。", None),
        (f"三、{co.AUDITOR}为本公司出具了标准无保留意见的审计报告。", None),
        (
            f"四、公司负责人{co.CHAIRMAN}、主管会计工作负责人{co.FINANCE}及会计机构负责人（会计主管人员）{co.ACCOUNTING}声明：保证年度报告中财务报告的真实、准确、完整。",
            None,
        ),
        (
            "五、董事会决议通过的本报告期利润分配预案或公积金转增股本预案",
            f"以实施权益分派股权登记日的总股本为基数，拟向全体股东每10股派发现金红利1.80元（含税），不送红股，不以公积金转增股本。按截至2024年12月31日的总股本{SHARES:,}股计算，"
            f"合计拟派发现金红利{money(SHARES * 18)}元（含税），占2024年度合并报表归属于上市公司股东净利润的{ratio(SHARES * 18, I24['归母净利润'])}%。该预案尚需提交公司2024年年度股东大会审议。",
        ),
        (
            "六、前瞻性陈述的风险声明\n" + YES,
            "本报告所涉及的产能、订单、经营计划等前瞻性描述，因存在不确定性，不构成公司对投资者的实质承诺，敬请投资者注意投资风险。",
        ),
        ("七、是否存在被控股股东及其他关联方非经营性占用资金情况\n否", None),
        ("八、是否存在违反规定决策程序对外提供担保的情况\n否", None),
        ("九、是否存在半数以上董事无法保证公司所披露年度报告的真实性、准确性和完整性\n否", None),
        ("十、重大风险提示", "公司已在本报告第三节“六、（四）可能面对的风险”中描述可能存在的风险，敬请投资者查阅。"),
        ("十一、其他\n" + NO, None),
    ]
    for heading, text in items:
        first, *rest = heading.split("\n")
        s.append(Text(first, "HeiBold", 10.5, before=7, after=1))
        for line in rest:
            s.line(line)
        if text:
            s.p(text)
    s.append(PageBreak())


def contents(s, numbers):
    s.head("目录", 15, CENTER, after=12, fake=True)
    for n, title in enumerate(SECTIONS, 1):
        label, page = f"第{NUMERALS[n - 1]}节    {title} ", str(numbers.get(f"section{n}", 99))
        room = WIDTH - pdfmetrics.stringWidth(label + " " + page, "Song", 10.5)
        dots = int(room / pdfmetrics.stringWidth(".", "Song", 10.5))
        s.line(label + "." * dots + " " + page, after=5)
    s.gap(30)
    s.grid(
        "files",
        [
            ["备查文件目录", "载有公司负责人、主管会计工作负责人、会计机构负责人（会计主管人员）签名并盖章的财务报表。"],
            ["^", "载有会计师事务所盖章、注册会计师签名并盖章的审计报告原件。"],
            ["^", "报告期内公开披露过的所有公司文件的正本及公告的原稿。"],
        ],
        [100, 332],
        header=0,
        align=[CENTER, LEFT],
        size=10,
    )
    s.append(PageBreak())


# ------------------------------------------------------------------ sections one and two


def definitions(s):
    s.section(1)
    s.head("一、释义")
    s.line("在本报告书中，除非文义另有所指，下列词语具有如下含义：", after=2)
    rows = [
        ["常用词语释义", "<", "<"],
        ["本公司、公司、澄江智造", "指", co.NAME],
        ["控股股东、澄江控股", "指", co.HOLDING],
        ["报告期、本期", "指", "2024年1月1日至2024年12月31日"],
        ["报告期末、本期末", "指", "2024年12月31日"],
    ]
    rows += [
        [short, "指", f"{full}，{'全资子公司' if share == '100.00' else f'控股子公司，公司持股{float(share):g}%'}"]
        for short, (full, _, _, share, _) in co.SUBSIDIARIES.items()
    ]
    rows += [[short, "指", f"{full}，公司的联营企业，公司持股{float(share):g}%"] for short, (full, share) in co.ASSOCIATES.items()]
    rows += [
        [
            "谐波减速器",
            "指",
            "Harmonic Drive，由波发生器、柔轮和刚轮组成，靠柔轮的弹性变形传递运动的减速装置，体积小、减速比大，多用于协作机器人和多关节机器人的小臂与腕部",
        ],
        ["RV减速器", "指", "Rotary Vector 减速器，由行星齿轮与摆线针轮两级传动组成，刚度高、承载大，多用于机器人基座和大臂"],
        ["伺服驱动系统", "指", "由伺服驱动器、伺服电机和编码器组成的运动执行单元，按上位指令精确控制转矩、速度和位置"],
        ["智能装备", "指", "以自产零部件集成的柔性装配线、检测工站等自动化成套设备"],
        ["MES", "指", "Manufacturing Execution System，制造执行系统"],
        ["稼动率", "指", "设备实际运行时间与计划运行时间之比"],
        ["EHS", "指", "Environment, Health and Safety，环境、健康与安全管理体系"],
        ["交易所", "指", "公司股票上市的证券交易所"],
        ["元、万元、亿元", "指", "人民币元、人民币万元、人民币亿元"],
    ]
    s.grid("definitions", rows, [122, 24, 286], align=[LEFT, CENTER, LEFT], size=10, split_in_row=True)


def two_columns(s, name, rows, left=150):
    s.grid(name, rows, [left, WIDTH - left], header=0, align=[LEFT, LEFT], size=10)


def profile(s):
    s.section(2)
    s.head("一、公司信息")
    two_columns(
        s,
        "profile",
        [
            ["公司的中文名称", co.NAME],
            ["公司的中文简称", co.SHORT],
            ["公司的外文名称", co.ENGLISH],
            ["公司的外文名称缩写", co.ENGLISH_SHORT],
            ["公司的法定代表人", co.CHAIRMAN],
        ],
    )
    s.head("二、联系人和联系方式")
    s.grid(
        "contacts",
        [
            ["", "董事会秘书", "证券事务代表"],
            ["姓名", co.SECRETARY, co.REPRESENTATIVE],
            ["联系地址", co.PLACE, co.PLACE],
            ["电话", co.PHONE, co.PHONE],
            ["传真", co.FAX, co.FAX],
            ["电子信箱", co.MAIL, co.MAIL],
        ],
        [80, 176, 176],
        align=[LEFT, LEFT, LEFT],
        size=10,
    )
    s.head("三、基本情况简介")
    two_columns(
        s,
        "basics",
        [
            ["公司注册地址", co.PLACE],
            ["公司注册地址的历史变更情况", "2016年由澄川市东津路12号变更为现址"],
            ["公司办公地址", co.PLACE],
            ["公司办公地址的邮政编码", co.POSTCODE],
            ["公司网址", co.SITE],
            ["电子信箱", co.MAIL],
        ],
    )
    s.head("四、信息披露及备置地点")
    two_columns(s, "disclosure", [["公司披露年度报告的媒体名称", "《江南证券报》"], ["公司年度报告备置地点", "公司证券事务部"]])
    s.head("五、公司股票简况")
    s.grid(
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
    )
    s.head("六、其他相关资料")
    s.grid(
        "auditor",
        [
            ["公司聘请的会计师事务所（境内）", "名称", co.AUDITOR],
            ["^", "办公地址", co.AUDITOR_PLACE],
            ["^", "签字会计师姓名", "、".join(co.AUDIT_PARTNERS)],
        ],
        [120, 100, 212],
        header=0,
        align=[LEFT] * 3,
        size=10,
    )
    key_figures(s)


def equity_of(books, year):
    return books.balance[year]["归母权益"]


def roes(profit_of):
    """Weighted ROE of 2024, 2023, 2022 for a profit; dividends were paid in June. The opening equity of 2022 is chosen."""
    found = []
    for year, before in (("2024", "2023"), ("2023", "2022"), ("2022", None)):
        opening = equity_of(GROUP, before) if before else near(219_600, "equity2021")
        if year == "2024":
            opening -= model.CASH_PAID_MERGER_WAN * WAN_FEN // 2  # the price of the merger left equity in the middle of the year
        found.append(model.roe(profit_of(year), opening, 0, SHARES * model.DIVIDEND_FEN[int(year) - 1], 6))
    return found


def key_figures(s):
    before = model.before_restatement_2023()
    s.head("七、近三年主要会计数据和财务指标")
    s.sub("（一）主要会计数据")
    s.unit()
    flows = [
        ("营业收入", "营业收入", I24["营业收入"], I23["营业收入"], I22["营业收入"]),
        ("归属于上市公司股东的净利润", "归母净利润", I24["归母净利润"], I23["归母净利润"], I22["归母净利润"]),
        ("归属于上市公司股东的扣除非经常性损益的净利润", "扣非净利润", *(model.deducted(y) for y in ("2024", "2023", "2022"))),
        ("经营活动产生的现金流量净额", "经营现金流", C24["经营净额"], C23["经营净额"], CFO_2022),
    ]
    stocks = [
        ("归属于上市公司股东的净资产", "净资产", B24["归母权益"], B23["归母权益"], B22["归母权益"]),
        ("总资产", "总资产", B24["总资产"], B23["总资产"], B22["总资产"]),
    ]
    rows = [["主要会计数据", "2024年", "2023年", "<", "本期比上年同期增减(%)", "2022年"], ["^", "^", "调整后", "调整前", "^", "^"]]
    rows += [[label, money(a), money(b), money(before[key]), yoy(a, b), money(c)] for label, key, a, b, c in flows]
    rows += [["", "2024年末", "2023年末", "<", "本期末比上年同期末增减（%）", "2022年末"], ["^", "^", "调整后", "调整前", "^", "^"]]
    rows += [[label, money(a), money(b), money(before[key]), yoy(a, b), money(c)] for label, key, a, b, c in stocks]
    s.grid(
        "key_figures", rows, [82, 78, 78, 78, 48, 78], size=8.5, header=2, subheads=(6, 7), kind="merged-header", caption="主要会计数据", unit="元"
    )
    s.sub("（二）主要财务指标")
    ratios = key_ratios()
    before_eps, before_deducted = model.eps(before["归母净利润"]), model.eps(before["扣非净利润"])
    r = ratios
    rows = [
        ["主要财务指标", "2024年", "2023年", "<", "本期比上年同期增减(%)", "2022年"],
        ["^", "^", "调整后", "调整前", "^", "^"],
        ["基本每股收益（元／股）", f"{r['eps'][0]}", f"{r['eps'][1]}", f"{before_eps}", percent_of(r["eps"]), f"{r['eps'][2]}"],
        ["稀释每股收益（元／股）", f"{r['eps'][0]}", f"{r['eps'][1]}", f"{before_eps}", percent_of(r["eps"]), f"{r['eps'][2]}"],
        [
            "扣除非经常性损益后的基本每股收益（元／股）",
            f"{r['eps_d'][0]}",
            f"{r['eps_d'][1]}",
            f"{before_deducted}",
            percent_of(r["eps_d"]),
            f"{r['eps_d'][2]}",
        ],
        ["加权平均净资产收益率（%）", f"{r['roe'][0]}", f"{r['roe'][1]}", f"{r['roe_before']}", points(r["roe"][0], r["roe"][1]), f"{r['roe'][2]}"],
        [
            "扣除非经常性损益后的加权平均净资产收益率（%）",
            f"{r['roe_d'][0]}",
            f"{r['roe_d'][1]}",
            f"{r['roe_d_before']}",
            points(r["roe_d"][0], r["roe_d"][1]),
            f"{r['roe_d'][2]}",
        ],
    ]
    s.grid("key_ratios", rows, [120, 52, 52, 52, 84, 52], size=9, header=2, align=[LEFT] + [RIGHT] * 5, kind="merged-header", caption="主要财务指标")
    s.line("报告期末公司前三年主要会计数据和财务指标的说明", before=4)
    s.tick(True)
    s.p(
        f"2024年6月，公司以现金6,800.00万元向控股股东{co.HOLDING}收购澄江软件技术有限公司100%股权，构成同一控制下企业合并。公司按照企业会计准则的规定对2023年度的比较数据进行了追溯调整，"
        "上表“调整前”为2023年年度报告已披露的数据，“调整后”为追溯调整后的数据。"
    )
    s.head("八、境内外会计准则下会计数据差异")
    s.tick()
    s.head("九、2024年分季度主要财务数据")
    s.unit()
    q = model.quarters_2024()
    rows = [["", "第一季度\n（1-3月份）", "第二季度\n（4-6月份）", "第三季度\n（7-9月份）", "第四季度\n（10-12月份）"]]
    rows += [
        [label, *map(money, q[key])]
        for label, key in (
            ("营业收入", "营业收入"),
            ("归属于上市公司股东的净利润", "归母净利润"),
            ("归属于上市公司股东的扣除非经常性损益后的净利润", "扣非净利润"),
            ("经营活动产生的现金流量净额", "经营现金流"),
        )
    ]
    s.grid("quarters", rows, [108, 81, 81, 81, 81], size=9, caption="2024年分季度主要财务数据", unit="元")
    s.line("季度数据与已披露定期报告数据差异说明", before=4)
    s.tick(True)
    s.p("因同一控制下企业合并，第一季度数据已包含被合并方自年初起的经营成果，与已披露的2024年第一季度报告存在差异。")
    s.head("十、非经常性损益项目和金额")
    s.tick(True)
    s.unit()
    non_recurring(s)
    s.line("对公司将解释性公告第1号未列举的项目认定为非经常性损益项目且金额重大的，应说明原因。", before=4)
    s.tick()
    s.head("十一、采用公允价值计量的项目")
    s.tick(True)
    s.unit()
    fair = [
        ("交易性金融资产", B23["交易性金融资产"], B24["交易性金融资产"], I24["公允价值变动收益"]),
        ("应收款项融资", B23["应收款项融资"], B24["应收款项融资"], None),
        ("其他权益工具投资", B23["其他权益工具投资"], B24["其他权益工具投资"], None),
    ]
    rows = [["项目名称", "期初余额", "期末余额", "当期变动", "对当期利润的影响金额"]]
    rows += [[n, money(a), money(b), money(b - a), money(e)] for n, a, b, e in fair]
    rows.append(
        [
            "合计",
            money(sum(x[1] for x in fair)),
            money(sum(x[2] for x in fair)),
            money(sum(x[2] - x[1] for x in fair)),
            money(I24["公允价值变动收益"]),
        ]
    )
    s.grid("fair_value", rows, [96, 84, 84, 84, 84], size=9, style="open", caption="采用公允价值计量的项目", unit="元", kind="open-sided")
    s.head("十二、其他")
    s.tick()


def percent_of(pair):
    return f"{half_up((pair[0] - pair[1]) / pair[1] * 100, 2)}"


def key_ratios():
    before = model.before_restatement_2023()
    opening = equity_of(GROUP, "2022") - near(3900, "merged2022")
    dividend = SHARES * model.DIVIDEND_FEN[2022]
    return {
        "eps": [model.eps(GROUP.income[y]["归母净利润"]) for y in ("2024", "2023", "2022")],
        "eps_d": [model.eps(model.deducted(y)) for y in ("2024", "2023", "2022")],
        "roe": roes(lambda y: GROUP.income[y]["归母净利润"]),
        "roe_d": roes(model.deducted),
        "roe_before": model.roe(before["归母净利润"], opening, 0, dividend, 6),
        "roe_d_before": model.roe(before["扣非净利润"], opening, 0, dividend, 6),
    }


NON_RECURRING = [
    ("非流动性资产处置损益，包括已计提资产减值准备的冲销部分", 0),
    ("计入当期损益的政府补助，但与公司正常经营业务密切相关、符合国家政策规定、按照确定的标准享有、对公司损益产生持续影响的政府补助除外", 1),
    ("除同公司正常经营业务相关的有效套期保值业务外，非金融企业持有金融资产和金融负债产生的公允价值变动损益以及处置金融资产和金融负债产生的损益", 2),
    ("计入当期损益的对非金融企业收取的资金占用费", None),
    ("委托他人投资或管理资产的损益", 3),
    ("因不可抗力因素，如遭受自然灾害而产生的各项资产损失", None),
    ("单独进行减值测试的应收款项减值准备转回", 4),
    ("同一控制下企业合并产生的子公司期初至合并日的当期净损益", 5),
    ("除上述各项之外的其他营业外收入和支出", 6),
    ("其他符合非经常性损益定义的损益项目", None),
    ("减：所得税影响额", 7),
    ("少数股东权益影响额（税后）", 8),
]


def non_recurring_of(year):
    """The items of one year; the income tax effect takes what is left, so that the total is 归母 less 扣非."""
    i, merged = GROUP.income[year], {"2024": 640, "2023": 0, "2022": 0}[year]
    items = [
        i["资产处置收益"],
        near({"2024": 3120, "2023": 3480, "2022": 2990}[year], "nr", year, 1),
        i["公允价值变动收益"],
        near({"2024": 530, "2023": 810, "2022": 690}[year], "nr", year, 3),
        near({"2024": 148, "2023": 62, "2022": 0}[year], "nr", year, 4),
        near(merged, "nr", year, 5) if merged else None,
        i["营业外收入"] - i["营业外支出"],
    ]
    minority = near({"2024": 96, "2023": 118, "2022": 74}[year], "nr", year, 8)
    total = i["归母净利润"] - model.deducted(year)
    tax = sum(x or 0 for x in items) - minority - total
    return items + [tax, minority], total


def non_recurring(s):
    years = [non_recurring_of(y) for y in ("2024", "2023", "2022")]
    rows = [["非经常性损益项目", "2024年金额", "附注（如适用）", "2023年金额", "2022年金额"]]
    for label, n in NON_RECURRING:
        a, b, c = ("" if n is None else money(items[n]) for items, _ in years)
        rows.append([label, a, "", b, c])
    rows.append(["合计", money(years[0][1]), "", money(years[1][1]), money(years[2][1])])
    s.grid("non_recurring", rows, [156, 78, 42, 78, 78], size=9, kind="cross-page", caption="非经常性损益项目和金额", unit="元")


# ------------------------------------------------------------------ section three

SEGMENTS = {  # name: (revenue weight 2024, 2023; gross margin % 2024, 2023)
    "行业": {"机器人零部件": (236100, 209800, 35.1, 36.6), "智能装备": (72300, 61200, 24.0, 26.1), "工业软件": (19400, 15500, 31.6, 35.9)},
    "产品": {
        "谐波减速器": (112800, 96400, 39.4, 40.8),
        "RV减速器": (67200, 63900, 28.3, 30.7),
        "伺服驱动系统": (56100, 49500, 34.6, 35.9),
        "智能装备": (72300, 61200, 24.0, 26.1),
        "工业软件": (19400, 15500, 31.6, 35.9),
    },
    "地区": {"境内": (264200, 239600, 31.1, 33.2), "境外": (63600, 46900, 37.8, 38.9)},
    "模式": {"直销": (249300, 214800, 31.9, 33.6), "经销": (78500, 71700, 34.0, 35.9)},
}


def main_business():
    """Revenue and cost of the main business, in fen: what is not 其他业务."""
    other = {
        y: (near({"2024": 6120, "2023": 5480}[y], "other revenue", y), near({"2024": 3870, "2023": 3310}[y], "other cost", y))
        for y in ("2024", "2023")
    }
    return {y: (GROUP.income[y]["营业收入"] - other[y][0], GROUP.income[y]["营业成本"] - other[y][1]) for y in ("2024", "2023")}, other


def segment_table(kind):
    """name -> ((revenue, cost) 2024, (revenue, cost) 2023); equal names have equal figures in every kind."""
    main, _ = main_business()
    names = SEGMENTS[kind]
    if kind == "产品":
        industries = segment_table("行业")
        parts = {}
        inside = ["谐波减速器", "RV减速器", "伺服驱动系统"]
        for n, year in enumerate(("2024", "2023")):
            revenue, cost = industries["机器人零部件"][n]
            weights = [names[k][n] for k in inside]
            costs = [names[k][n] * (100 - names[k][2 + n]) for k in inside]
            for k, r, c in zip(inside, split(revenue, weights, kind, year), split(cost, costs, kind, year, "cost")):
                parts.setdefault(k, []).append((r, c))
        return {**{k: tuple(v) for k, v in parts.items()}, "智能装备": industries["智能装备"], "工业软件": industries["工业软件"]}
    found = {}
    for n, year in enumerate(("2024", "2023")):
        revenues = split(main[year][0], [v[n] for v in names.values()], kind, year)
        costs = split(main[year][1], [v[n] * (100 - v[2 + n]) for v in names.values()], kind, year, "cost")
        for k, r, c in zip(names, revenues, costs):
            found.setdefault(k, []).append((r, c))
    return {k: tuple(v) for k, v in found.items()}


def margin(revenue, cost):
    return half_up(Decimal(revenue - cost) / Decimal(revenue) * 100, 2)


def discussion(s):
    s.section(3)
    s.head("一、经营情况讨论与分析")
    for text in DISCUSSION.strip().split("\n"):
        s.p(text)
    s.head("二、报告期内公司所处行业情况")
    for text in INDUSTRY.strip().split("\n"):
        s.p(text)
    s.head("三、报告期内公司从事的业务情况")
    for text in BUSINESS.strip().split("\n"):
        s.p(text)
    s.line("公司主要产品与应用领域", CENTER, 9.5, "HeiBold", before=4, keep=True)
    s.grid(
        "products",
        [
            ["产品", "代表系列", "主要应用", "2024年末名义产能"],
            ["谐波减速器", "CH-Ⅲ、CH-Ⅳ", "协作机器人、多关节机器人腕部", "42万台/年"],
            ["RV减速器", "CRV-E、CRV-N", "机器人基座与大臂、变位机", "18万台/年"],
            ["伺服驱动系统", "CS-7、CS-9", "机器人关节、数控转台", "25万套/年"],
            ["智能装备", "柔性装配线", "汽车电子、家电", "—"],
            ["工业软件", "砺锋MES", "离散制造工厂", "—"],
        ],
        [80, 90, 160, 102],
        style="zebra",
        align=[LEFT, LEFT, LEFT, CENTER],
        size=9.5,
        kind="zebra",
        caption="公司主要产品与应用领域",
    )
    s.head("四、报告期内核心竞争力分析")
    s.tick(True)
    for text in STRENGTHS.strip().split("\n"):
        s.p(text)
    s.head("五、报告期内主要经营情况")
    s.p(
        f"2024年公司实现营业收入{money(I24['营业收入'])}元，同比增长{yoy(I24['营业收入'], I23['营业收入'])}%；实现归属于上市公司股东的净利润{money(I24['归母净利润'])}元，同比下降"
        f"{abs(change(I24['归母净利润'], I23['归母净利润']))}%；实现归属于上市公司股东的扣除非经常性损益的净利润{money(model.deducted('2024'))}元，同比下降{abs(change(model.deducted('2024'), model.deducted('2023')))}%。"
    )
    s.line("近三年经营概览（单位：百万元）", CENTER, 9.5, "HeiBold", before=4, keep=True)
    overview(s)
    s.sub("（一）主营业务分析")
    s.sub("1、利润表及现金流量表相关科目变动分析表")
    s.unit()
    income_changes(s)
    s.sub("2、收入和成本分析")
    s.tick(True)
    main, _ = main_business()
    s.p(
        f"报告期内，公司实现主营业务收入{wan(main['2024'][0])}万元，同比增长{yoy(main['2024'][0], main['2023'][0])}%；主营业务成本{wan(main['2024'][1])}万元，同比增长{yoy(main['2024'][1], main['2023'][1])}%。"
        "收入增长主要来自谐波减速器出货量增加和境外客户放量；成本增幅高于收入增幅，主要系临江二期产线转固后折旧增加、产品价格下调所致。"
    )
    s.sub("（1）主营业务分行业、分产品、分地区、分销售模式情况")
    s.unit()
    segments(s)
    s.line("主营业务分行业、分产品、分地区、分销售模式情况的说明", before=3)
    s.p("谐波减速器毛利率下降主要系单价下调；智能装备毛利率下降主要系部分项目验收周期拉长、现场调试成本上升。")
    s.sub("（2）产销量情况分析表")
    s.tick(True)
    volumes(s)
    s.sub("（3）重大采购合同、重大销售合同的履行情况")
    s.tick()
    s.sub("（4）成本分析表")
    s.unit()
    costs(s)
    s.sub("（5）报告期主要子公司股权变动导致合并范围变化")
    s.tick(True)
    s.p("报告期内新增合并单位1家：澄江软件技术有限公司（同一控制下企业合并取得）。")
    s.sub("（6）公司报告期内业务、产品或服务发生重大变化或调整有关情况")
    s.tick()
    customers(s)
    expenses(s)
    research(s)
    cash_changes(s)
    s.sub("（二）非主营业务导致利润重大变化的说明")
    s.tick()
    s.sub("（三）资产、负债情况分析")
    s.sub("1、资产及负债状况")
    s.unit()
    balance_changes(s)
    s.sub("2、境外资产情况")
    s.tick(True)
    foreign = near(38600, "foreign assets")
    s.p(f"其中：境外资产{money(foreign)}（单位：元  币种：人民币），占总资产的比例为{ratio(foreign, B24['总资产'])}%。")
    s.sub("3、截至报告期末主要资产受限情况")
    s.tick(True)
    s.p("详见本报告第十节“财务报告”之“七、22、所有权或使用权受到限制的资产”。")
    investments(s)
    outlook(s)


DISCUSSION = f"""
2024年，国内工业机器人产量保持增长，但整机价格竞争向上游零部件传导。面对压力，公司围绕“扩产能、提良率、走出去”三条主线开展工作，主要情况如下：
1、产能建设。临江二期精密减速器项目于2024年5月起分批转入固定资产，新增谐波减速器年产能14万台、RV减速器年产能4万台。转固后全年新增折旧约4,200万元，产线稼动率由三季度的58%提高到四季度的71%，尚未达到设计水平，是报告期毛利率下降的重要原因。
2、市场开拓。公司与前二十大客户的合作保持稳定，新增协作机器人客户9家。境外收入达到{yi(segment_table("地区")["境外"][0][0])}亿元，同比增长{yoy(segment_table("地区")["境外"][0][0], segment_table("地区")["境外"][1][0])}%，德国服务中心投入运行，越南装配基地完成首批样机交付。
3、研发与产品。CH-Ⅳ系列谐波减速器实现批量供货，额定寿命提高到一万五千小时；CS-9驱动器通过两家海外主机厂的定点测试。全年新增授权发明专利47件，期末有效专利612件。
4、资源整合。公司以现金收购澄江软件技术有限公司100%股权，补齐设备联网与MES能力，减少与控股股东之间的日常关联交易。
5、管理改善。公司推行以现金回款为中心的考核，扩大票据结算比例，经营活动产生的现金流量净额同比增长{yoy(C24["经营净额"], C23["经营净额"])}%。
"""
INDUSTRY = """
公司所处行业为通用设备制造业中的机器人关键零部件制造。机器人本体的成本中，减速器、伺服系统和控制器合计占比超过六成，其中减速器占比最高。过去几年国产减速器在精度保持性和寿命上的差距逐步缩小，国产化率持续上升，但行业新增产能也较多，价格呈下降趋势。
从下游看，汽车及零部件、电子、金属加工仍是主要需求来源，协作机器人和移动操作机器人的增速高于行业平均。人形机器人尚处于样机和小批量阶段，对公司报告期收入的贡献很小，其产业化进度存在较大不确定性。
行业具有一定的季节性，一季度受春节假期影响收入占比较低，三、四季度为交付高峰。
"""
BUSINESS = """
公司主要从事精密减速器、伺服驱动系统、智能装备和工业软件的研发、生产和销售。公司采取“以销定产、适度备货”的生产模式，柔轮、波发生器、轴承等关键零件自制，壳体等一般零件外协。
采购方面，轴承钢、铝合金和电子元器件按年度框架协议采购，价格按季度调整。销售方面，对大中型整机厂采用直销，对中小客户和备件市场采用经销；境外销售通过澄江德国和代理商进行。
"""
STRENGTHS = """
1、柔轮材料与热处理工艺。公司自建材料实验室，掌握柔轮坯料的锻造、等温退火与喷丸强化全流程工艺，疲劳寿命数据积累超过八年。
2、规模与交付能力。报告期末公司减速器名义产能达到60万台，位居国内同行前列，可支持客户在四周内完成批量交付。
3、从零部件到软件的完整链条。减速器、电机、驱动器与MES软件由同一团队协同开发，便于向客户提供关节模组和整线方案。
4、客户基础。公司累计服务客户1,360家，覆盖国内主要机器人整机厂，前五名客户销售占比适中，不依赖单一客户。
"""


def overview(s):
    rows = [["", "2024年", "2023年", "2022年", "2024年同比"]]
    items = [("营业收入", "营业收入"), ("归母净利润", "归母净利润"), ("研发费用", "研发费用")]
    for label, key in items:
        a, b, c = (million(GROUP.income[y][key]) for y in ("2024", "2023", "2022"))
        rows.append([label, a, b, c, f"{yoy(GROUP.income['2024'][key], GROUP.income['2023'][key])}%"])
    rows.append(
        ["经营活动现金流量净额", million(C24["经营净额"]), million(C23["经营净额"]), million(CFO_2022), f"{yoy(C24['经营净额'], C23['经营净额'])}%"]
    )
    rows.append(["期末总资产", million(B24["总资产"]), million(B23["总资产"]), million(B22["总资产"]), f"{yoy(B24['总资产'], B23['总资产'])}%"])
    rows.append(["期末员工人数（人）", "3,268", "2,954", "2,611", "10.63%"])
    s.grid("overview", rows, [130, 75, 75, 75, 77], style="plain", size=9.5, kind="stream", caption="近三年经营概览", unit="百万元")


def income_changes(s):
    rows = [["科目", "本期数", "上年同期数", "变动比例（%）"]]
    for label, a, b in [(k, I24[k], I23[k]) for k in ("营业收入", "营业成本", "销售费用", "管理费用", "财务费用", "研发费用")] + [
        (f"{k}活动产生的现金流量净额", C24[f"{k}净额"], C23[f"{k}净额"]) for k in ("经营", "投资", "筹资")
    ]:
        rows.append([label, money(a), money(b), yoy(a, b)])
    s.grid("income_changes", rows, [150, 100, 100, 82], size=9.5, caption="利润表及现金流量表相关科目变动分析表", unit="元")
    for text in (
        "营业收入变动原因说明：谐波减速器销量增加、境外业务放量以及智能装备项目验收增加所致；",
        "营业成本变动原因说明：随收入增长，以及临江二期产线转固后折旧增加所致；",
        "销售费用变动原因说明：境外服务中心人员及参展费用增加所致；",
        "管理费用变动原因说明：职工薪酬、股份支付费用及中介机构费用增加所致；",
        "财务费用变动原因说明：借款规模增加导致利息费用增加、存款利率下行导致利息收入减少所致；",
        "研发费用变动原因说明：CH-Ⅳ、CS-9等项目投入增加所致；",
        "经营活动产生的现金流量净额变动原因说明：销售回款增加、票据结算比例上升所致；",
        "投资活动产生的现金流量净额变动原因说明：理财产品到期收回所致；",
        "筹资活动产生的现金流量净额变动原因说明：取得借款收到的现金增加，同时支付同一控制下企业合并对价所致。",
    ):
        s.line(text)


def segments(s):
    rows = []
    heads = {
        "行业": ("主营业务分行业情况", "分行业"),
        "产品": ("主营业务分产品情况", "分产品"),
        "地区": ("主营业务分地区情况", "分地区"),
        "模式": ("主营业务分销售模式情况", "销售模式"),
    }
    bold = []
    for kind, (title, first) in heads.items():
        bold += [len(rows), len(rows) + 1]
        rows.append([title] + ["<"] * 6)
        rows.append([first, "营业收入", "营业成本", "毛利率（%）", "营业收入比上年增减（%）", "营业成本比上年增减（%）", "毛利率比上年增减（%）"])
        for name, ((r24, c24), (r23, c23)) in segment_table(kind).items():
            rows.append(
                [name, money(r24), money(c24), f"{margin(r24, c24)}", yoy(r24, r23), yoy(c24, c23), points(margin(r24, c24), margin(r23, c23))]
            )
    s.grid(
        "segments",
        rows,
        [56, 84, 84, 42, 52, 52, 62],
        size=8.5,
        header=2,
        subheads=bold,
        kind="merged-header",
        caption="主营业务分行业、分产品、分地区、分销售模式情况",
        unit="元",
    )


VOLUMES = [
    ("谐波减速器", "台", 318_460, 309_275, 41_820, 272_110, 263_940),
    ("RV减速器", "台", 121_350, 117_904, 15_266, 114_280, 112_635),
    ("伺服驱动系统", "套", 187_920, 184_377, 22_145, 161_480, 160_212),
]


def volumes(s):
    rows = [["主要产品", "单位", "生产量", "销售量", "库存量", "生产量比上年增减（%）", "销售量比上年增减（%）", "库存量比上年增减（%）"]]
    for name, unit, made, sold, stock, made0, sold0 in VOLUMES:
        stock0 = stock - (made - sold)
        rows.append(
            [name, unit, f"{made:,}", f"{sold:,}", f"{stock:,}", f"{change(made, made0)}", f"{change(sold, sold0)}", f"{change(stock, stock0)}"]
        )
    s.grid("volumes", rows, [84, 30, 54, 54, 54, 52, 52, 52], size=9, align=[LEFT, CENTER] + [RIGHT] * 6, caption="产销量情况分析表")


def costs(s):
    """Cost by nature: of each industry, with its share of the total."""
    rows = [
        ["分行业情况"] + ["<"] * 7,
        [
            "分行业",
            "成本构成项目",
            "本期金额",
            "本期占总成本比例（%）",
            "上年同期金额",
            "上年同期占总成本比例（%）",
            "本期金额较上年同期变动比例（%）",
            "情况说明",
        ],
    ]
    main, _ = main_business()
    mix = {
        "机器人零部件": {"直接材料": (52, 54), "直接人工": (17, 18), "制造费用": (31, 28)},
        "智能装备": {"直接材料": (66, 67), "直接人工": (14, 14), "制造费用": (20, 19)},
        "工业软件": {"人工成本": (82, 83), "其他": (18, 17)},
    }
    notes = {"制造费用": "产线转固折旧增加"}
    for name, ((_, c24), (_, c23)) in segment_table("行业").items():
        now = split(c24, [v[0] for v in mix[name].values()], "cost", name, 24)
        old = split(c23, [v[1] for v in mix[name].values()], "cost", name, 23)
        for n, (item, a, b) in enumerate(zip(mix[name], now, old)):
            note = notes.get(item, "") if name == "机器人零部件" else ""
            rows.append(
                [name if n == 0 else "^", item, money(a), f"{ratio(a, main['2024'][1])}", money(b), f"{ratio(b, main['2023'][1])}", yoy(a, b), note]
            )
    s.grid(
        "costs",
        rows,
        [52, 48, 76, 42, 76, 42, 46, 50],
        size=8.5,
        header=2,
        align=[LEFT, LEFT] + [RIGHT] * 5 + [LEFT],
        kind="merged-header",
        caption="成本分析表",
        unit="元",
    )


def purchases():
    return near(168_400, "purchases")


def bearings():
    """Bought from 星轴轴承, an associate and the fourth supplier."""
    return near(6_930, "supplier", 3)


def customers(s):
    s.sub("（7）主要销售客户及主要供应商情况")
    s.line("A.公司主要销售客户情况")
    s.tick(True)
    top = [near(x, "customer", n) for n, x in enumerate((31240, 24680, 19870, 14320, 11950))]
    rows = [["序号", "客户名称", "销售额", "占年度销售总额比例（%）"]] + [
        [str(n + 1), f"客户{'甲乙丙丁戊'[n]}", wan(x), f"{ratio(x, I24['营业收入'])}"] for n, x in enumerate(top)
    ]
    rows.append(["合计", "<", wan(sum(top)), f"{ratio(sum(top), I24['营业收入'])}"])
    s.p(
        f"前五名客户销售额{wan(sum(top))}万元，占年度销售总额{ratio(sum(top), I24['营业收入'])}%；其中前五名客户销售额中关联方销售额0万元，占年度销售总额0%。"
    )
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "customers",
        rows,
        [40, 160, 116, 116],
        size=9.5,
        align=[CENTER, LEFT, RIGHT, RIGHT],
        style="rules",
        kind="stream",
        caption="前五名客户",
        unit="万元",
    )
    s.line("B.公司主要供应商情况", before=4)
    s.tick(True)
    bought = purchases()
    top = [near(x, "supplier", n) for n, x in enumerate((13860, 9740, 8210, 6930, 5480))]
    s.p(
        f"前五名供应商采购额{wan(sum(top))}万元，占年度采购总额{ratio(sum(top), bought)}%；其中前五名供应商采购额中关联方采购额{wan(top[3])}万元，占年度采购总额{ratio(top[3], bought)}%，关联方为联营企业澄川星轴轴承有限公司。"
    )


def expenses(s):
    s.sub("3、费用")
    s.tick(True)
    s.unit("单位：万元  币种：人民币")
    rows = [["项目", "2024年", "2023年", "增减额", "占2024年营业收入比例"]]
    for k in ("销售费用", "管理费用", "研发费用", "财务费用"):
        rows.append([k, wan(I24[k]), wan(I23[k]), wan(I24[k] - I23[k]), f"{ratio(I24[k], I24['营业收入'])}%"])
    s.grid("expenses", rows, [90, 84, 84, 84, 90], size=9.5, style="open", kind="open-sided", caption="费用", unit="万元")


def research_total():
    """研发投入: expensed (研发费用) and capitalised."""
    capital = near(2480, "capitalised research")
    return I24["研发费用"], capital, I24["研发费用"] + capital


def research(s):
    expensed, capital, total = research_total()
    s.sub("4、研发投入")
    s.sub("（1）研发投入情况表")
    s.tick(True)
    s.unit()
    s.grid(
        "research",
        [
            ["本期费用化研发投入", money(expensed)],
            ["本期资本化研发投入", money(capital)],
            ["研发投入合计", money(total)],
            ["研发投入总额占营业收入比例（%）", f"{ratio(total, I24['营业收入'])}"],
            ["研发投入资本化的比重（%）", f"{ratio(capital, total)}"],
        ],
        [260, 172],
        header=0,
        size=10,
        caption="研发投入情况表",
        unit="元",
    )
    s.sub("（2）研发人员情况表")
    s.tick(True)
    s.grid(
        "researchers",
        [
            ["公司研发人员的数量", "<", "742"],
            ["研发人员数量占公司总人数的比例（%）", "<", "22.71"],
            ["研发人员学历结构", "<", "<"],
            ["学历结构类别", "<", "学历结构人数"],
            ["博士研究生", "<", "31"],
            ["硕士研究生", "<", "236"],
            ["本科", "<", "412"],
            ["专科", "<", "63"],
            ["研发人员年龄结构", "<", "<"],
            ["年龄结构类别", "<", "年龄结构人数"],
            ["30岁以下（不含30岁）", "<", "298"],
            ["30-40岁（含30岁，不含40岁）", "<", "305"],
            ["40-50岁（含40岁，不含50岁）", "<", "106"],
            ["50岁及以上", "<", "33"],
        ],
        [130, 130, 172],
        header=0,
        size=10,
        align=[LEFT, LEFT, CENTER],
        caption="研发人员情况表",
    )
    s.sub("（3）主要研发项目")
    s.unit("单位：万元")
    s.grid(
        "projects",
        [
            ["项目名称", "预算总额", "累计投入", "本期投入", "进展"],
            ["长寿命谐波减速器CH-Ⅳ", "9,600.00", "8,214.35", "3,870.12", "批量供货"],
            ["高刚度RV减速器CRV-N", "7,200.00", "5,036.80", "2,655.47", "小批试制"],
            ["高密度驱动器CS-9", "6,800.00", "4,418.92", "2,983.60", "客户定点"],
            ["关节模组一体化平台", "5,400.00", "1,962.77", "1,540.08", "样机测试"],
            ["砺锋MES 5.0", "3,000.00", "1,887.41", "1,216.33", "已发布"],
        ],
        [150, 70, 70, 70, 72],
        size=9.5,
        align=[LEFT, RIGHT, RIGHT, RIGHT, CENTER],
        style="zebra",
        kind="zebra",
        caption="主要研发项目",
        unit="万元",
    )


def cash_changes(s):
    s.sub("5、现金流")
    s.tick(True)
    s.unit()
    rows = [["项目", "本期数", "上年同期数", "变动额", "变动比例（%）"]]
    for label, key in (
        ("经营活动现金流入小计", "经营流入"),
        ("经营活动现金流出小计", "经营流出"),
        ("经营活动产生的现金流量净额", "经营净额"),
        ("投资活动现金流入小计", "投资流入"),
        ("投资活动现金流出小计", "投资流出"),
        ("投资活动产生的现金流量净额", "投资净额"),
        ("筹资活动现金流入小计", "筹资流入"),
        ("筹资活动现金流出小计", "筹资流出"),
        ("筹资活动产生的现金流量净额", "筹资净额"),
        ("现金及现金等价物净增加额", "净增加"),
    ):
        rows.append([label, money(C24[key]), money(C23[key]), money(C24[key] - C23[key]), yoy(C24[key], C23[key])])
    s.grid("cash_changes", rows, [126, 88, 88, 84, 46], size=9, caption="现金流", unit="元", kind="lattice")


def balance_changes(s):
    reasons = [
        ("货币资金", "货币资金", "销售回款增加"),
        ("交易性金融资产", "交易性金融资产", "理财产品到期收回"),
        ("应收账款", "应收账款", "收入增长及部分客户账期延长"),
        ("存货", "存货", "为新产线备料及在制品增加"),
        ("固定资产", "固定资产", "临江二期项目转固"),
        ("在建工程", "在建工程", "临江二期项目转固"),
        ("使用权资产", "使用权资产", "新增境外厂房租赁"),
        ("开发支出", "开发支出", "符合资本化条件的项目增加"),
        ("商誉", "商誉", "计提苇川机电商誉减值准备"),
        ("其他非流动资产", "其他非流动资产", "预付设备款结转"),
        ("短期借款", "短期借款", "补充流动资金借款增加"),
        ("合同负债", "合同负债", "智能装备预收款增加"),
        ("一年内到期的非流动负债", "一年内到期的非流动负债", "一年内到期的长期借款增加"),
        ("租赁负债", "租赁负债", "新增境外厂房租赁"),
    ]
    rows = [
        [
            "项目名称",
            "本期期末数",
            "本期期末数占总资产的比例（%）",
            "上期期末数",
            "上期期末数占总资产的比例（%）",
            "本期期末金额较上期期末变动比例（%）",
            "情况说明",
        ]
    ]
    for label, key, why in reasons:
        a, b = B24[key], B23[key]
        rows.append([label, money(a), f"{ratio(a, B24['总资产'])}", money(b), f"{ratio(b, B23['总资产'])}", yoy(a, b), why])
    s.grid(
        "balance_changes",
        rows,
        [64, 82, 48, 82, 48, 48, 60],
        size=8.5,
        align=[LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, LEFT],
        repeat=True,
        kind="cross-page",
        caption="资产及负债状况",
        unit="元",
    )


def investments(s):
    s.sub("（四）投资状况分析")
    s.sub("1、重大的股权投资")
    s.tick(True)
    s.p(f"2024年6月，公司以6,800.00万元受让控股股东{co.HOLDING}持有的澄江软件100%股权，资金来源为自有资金，工商变更登记已完成。")
    s.sub("2、重大的非股权投资")
    s.tick(True)
    s.unit("单位：万元")
    s.grid(
        "construction_plan",
        [
            ["项目", "计划总投资", "本期投入", "累计投入", "资金来源", "工程进度（%）"],
            ["临江二期精密减速器项目", "68,000.00", "14,236.50", "63,918.27", "自筹", "94.00"],
            ["越南装配基地", "12,500.00", "4,872.31", "6,104.88", "自筹", "48.84"],
            ["研发中心大楼", "9,800.00", "1,315.06", "1,315.06", "自筹", "13.42"],
        ],
        [130, 66, 62, 62, 50, 62],
        size=9,
        align=[LEFT, RIGHT, RIGHT, RIGHT, CENTER, RIGHT],
        caption="重大的非股权投资",
        unit="万元",
    )
    s.sub("（五）重大资产和股权出售")
    s.tick()
    s.sub("（六）主要控股参股公司分析")
    s.tick(True)
    s.unit("单位：万元")
    rows = [["公司名称", "主要业务", "持股比例（%）", "注册资本", "总资产", "净资产", "营业收入", "净利润"]]
    figures = {
        "澄江传动": ("20,000.00", 138_420, 72_610, 118_300, 6_940),
        "澄江伺服": ("12,000.00", 61_380, 33_270, 58_120, 3_180),
        "澄江软件": ("3,000.00", 10_940, 5_120, 21_630, 1_270),
        "苇川机电": ("8,000.00", 24_810, 11_930, 19_440, -860),
        "澄江德国": ("EUR 200万", 9_260, 2_140, 22_350, 385),
        "澄江越南": ("USD 600万", 11_870, 3_410, 960, -1_245),
    }
    for short, (full, place, business, share, _) in co.SUBSIDIARIES.items():
        capital, *numbers = figures[short]
        rows.append([short, business, share, capital] + [wan(near(x, "subsidiary", short, n)) for n, x in enumerate(numbers)])
    s.grid(
        "subsidiaries",
        rows,
        [48, 60, 42, 54, 58, 54, 58, 52],
        size=8.5,
        align=[LEFT, LEFT] + [RIGHT] * 6,
        caption="主要控股参股公司分析",
        unit="万元",
    )
    s.sub("（七）公司控制的结构化主体情况")
    s.tick()


def outlook(s):
    s.head("六、公司关于公司未来发展的讨论与分析")
    for heading, text in (
        (
            "（一）行业格局和趋势",
            "中高端减速器的国产替代仍将继续，但价格竞争短期内难以缓解，行业集中度有望提高。具备材料、热处理和批量一致性能力的企业将获得更大份额。",
        ),
        (
            "（二）公司发展战略",
            "公司坚持“核心零部件+系统方案+软件”的路线，巩固谐波减速器的领先地位，做大伺服驱动系统，审慎布局面向新型机器人的关节模组。",
        ),
        (
            "（三）经营计划",
            "2025年公司计划实现营业收入增长10%以上，减速器产线平均稼动率达到80%，应收账款周转天数较2024年缩短10天，研发投入占营业收入的比重不低于9%。上述计划不构成对投资者的业绩承诺。",
        ),
        ("（四）可能面对的风险", "1、价格下行风险。若零部件价格继续下降而公司降本不及预期，毛利率存在继续下滑的可能。"),
        ("", "2、应收账款回收风险。报告期末应收账款占营业收入的比重较高，若客户经营恶化，可能增加坏账损失。"),
        ("", "3、商誉减值风险。苇川机电2024年出现亏损，公司已计提部分商誉减值准备，若其经营未能好转，仍有进一步减值的可能。"),
        ("", "4、汇率及海外经营风险。公司境外收入占比上升，汇率波动、贸易政策变化可能影响公司业绩。"),
    ):
        if heading:
            s.sub(heading)
        s.p(text)
    s.head("七、公司因不适用准则规定或国家秘密、商业秘密等特殊原因，未按准则披露的情况和原因说明")
    s.tick()


# ------------------------------------------------------------------ sections four to nine


def governance(s):
    s.section(4)
    s.head("一、公司治理相关情况说明")
    s.p(
        "报告期内，公司按照有关法律、法规和公司章程的规定，持续完善股东大会、董事会、监事会和经理层的运作机制。公司共召开股东大会3次、董事会9次、监事会7次，会议的召集、召开和表决程序合法有效。"
    )
    s.head("二、股东大会情况简介")
    s.grid(
        "meetings",
        [
            ["会议届次", "召开日期", "决议刊登日期", "会议决议"],
            ["2024年第一次临时股东大会", "2024年1月19日", "2024年1月20日", "审议通过为子公司提供担保等2项议案"],
            ["2023年年度股东大会", "2024年5月16日", "2024年5月17日", "审议通过2023年度利润分配方案等11项议案"],
            ["2024年第二次临时股东大会", "2024年6月12日", "2024年6月13日", "审议通过收购澄江软件100%股权暨关联交易议案"],
        ],
        [120, 84, 84, 144],
        size=9.5,
        align=[LEFT, CENTER, CENTER, LEFT],
        caption="股东大会情况简介",
    )
    s.head("三、董事、监事和高级管理人员的情况")
    s.sub("（一）现任及报告期内离任董事、监事和高级管理人员持股变动及报酬情况")
    s.tick(True)
    s.unit("单位：股")
    rows = [
        [
            "姓名",
            "职务",
            "性别",
            "年龄",
            "任期起始日期",
            "任期终止日期",
            "年初持股数",
            "年末持股数",
            "增减变动量",
            "增减变动原因",
            "报告期内从公司获得的税前报酬总额（万元）",
            "是否在公司关联方获取报酬",
        ]
    ]
    for name, post, sex, age, start, end, a, b, why, pay, other in co.DIRECTORS:
        rows.append([name, post, sex, age, start, end, f"{a:,}", f"{b:,}", f"{b - a:,}" if b != a else "0", why or "/", pay, other])
    rows.append(
        [
            "合计",
            "/",
            "/",
            "/",
            "/",
            "/",
            f"{sum(d[6] for d in co.DIRECTORS):,}",
            f"{sum(d[7] for d in co.DIRECTORS):,}",
            f"{sum(d[7] - d[6] for d in co.DIRECTORS):,}",
            "/",
            str(sum(Decimal(d[9]) for d in co.DIRECTORS)),
            "/",
        ]
    )
    s.grid(
        "directors",
        rows,
        [33, 40, 20, 20, 44, 44, 46, 46, 40, 36, 42, 30],
        size=7.5,
        align=[CENTER] * 6 + [RIGHT] * 3 + [CENTER, RIGHT, CENTER],
        repeat=True,
        kind="wrapped-cells",
        caption="董事、监事和高级管理人员持股变动及报酬情况",
        unit="股",
    )
    s.line("其他情况说明：阮清和先生自2024年5月16日起任独立董事，其报酬为任职期间所得。", before=3)
    s.tick()
    s.sub("（二）董事、监事、高级管理人员报酬情况")
    s.p(
        "董事、监事报酬由股东大会审议决定，高级管理人员报酬由董事会薪酬与考核委员会考核后提交董事会决定。报告期末全体董事、监事和高级管理人员实际获得的报酬合计"
        f"{sum(Decimal(d[9]) for d in co.DIRECTORS)}万元。"
    )
    s.head("四、报告期末母公司和主要子公司的员工情况")
    s.sub("（一）员工情况")
    employees(s)
    s.sub("（二）薪酬政策")
    s.p("公司实行以岗位价值和绩效为基础的薪酬制度，研发与技术骨干另行实施项目奖励，并按规定缴纳社会保险和住房公积金。")
    s.head("五、利润分配或资本公积金转增预案")
    s.sub("（一）现金分红政策的制定、执行或调整情况")
    s.tick(True)
    s.p(
        "公司章程规定，在满足现金分红条件时，每年以现金方式分配的利润不少于当年实现的可分配利润的20%。报告期内公司实施了2023年度利润分配方案，每10股派发现金红利2.20元（含税），"
        f"共计派发现金红利{money(SHARES * 22)}元（含税），已于2024年6月27日实施完毕。"
    )
    s.sub("（二）本报告期利润分配及资本公积金转增股本预案")
    s.unit()
    s.grid(
        "dividend",
        [
            ["每10股送红股数（股）", "0"],
            ["每10股派息数（元）（含税）", "1.80"],
            ["每10股转增数（股）", "0"],
            ["现金分红金额（含税）", money(SHARES * 18)],
            ["合并报表中归属于上市公司普通股股东的净利润", money(I24["归母净利润"])],
            ["现金分红金额占合并报表中归属于上市公司普通股股东的净利润的比率（%）", f"{ratio(SHARES * 18, I24['归母净利润'])}"],
        ],
        [300, 132],
        header=0,
        size=10,
        caption="本报告期利润分配预案",
        unit="元",
    )
    s.sub("（三）最近三个会计年度现金分红情况")
    s.unit()
    three = [SHARES * model.DIVIDEND_FEN[y] for y in (2022, 2023, 2024)]
    profits = [GROUP.income[y]["归母净利润"] for y in ("2022", "2023", "2024")]
    s.grid(
        "dividend3",
        [
            ["最近三个会计年度累计现金分红金额（含税）(1)", money(sum(three))],
            ["最近三个会计年度年均净利润金额(2)", money(int(half_up(Decimal(sum(profits)) / 3, 0)))],
            ["最近三个会计年度现金分红比例（%）(3)=(1)/(2)", f"{ratio(sum(three), Decimal(sum(profits)) / 3)}"],
            ["最近一个会计年度合并报表中归属于上市公司普通股股东的净利润", money(profits[2])],
            ["最近一个会计年度母公司报表年度末未分配利润", money(PARENT.balance["2024"]["未分配利润"])],
        ],
        [300, 132],
        header=0,
        size=10,
        caption="最近三个会计年度现金分红情况",
        unit="元",
    )
    s.head("六、公司股权激励计划、员工持股计划或其他员工激励措施的情况及其影响")
    s.tick(True)
    s.p("公司2022年员工持股计划首批份额于2024年9月解锁，报告期内因该计划确认股份支付费用350余万元，计入管理费用和资本公积。")
    s.head("七、报告期内的内部控制制度建设及实施情况")
    s.p(f"公司不存在财务报告内部控制重大缺陷。{co.AUDITOR}对公司财务报告内部控制的有效性出具了标准无保留意见的内部控制审计报告。")


def employees(s):
    rows = [
        ["母公司在职员工的数量", "<", "1,684"],
        ["主要子公司在职员工的数量", "<", "1,584"],
        ["在职员工的数量合计", "<", "3,268"],
        ["母公司及主要子公司需承担费用的离退休职工人数", "<", "0"],
        ["专业构成", "<", "<"],
        ["专业构成类别", "<", "专业构成人数"],
        ["生产人员", "<", "1,842"],
        ["销售人员", "<", "286"],
        ["技术人员", "<", "742"],
        ["财务人员", "<", "58"],
        ["行政人员", "<", "340"],
        ["合计", "<", "3,268"],
        ["教育程度", "<", "<"],
        ["教育程度类别", "<", "数量（人）"],
        ["硕士及以上", "<", "318"],
        ["本科", "<", "1,026"],
        ["大专", "<", "1,137"],
        ["大专以下", "<", "787"],
        ["合计", "<", "3,268"],
    ]
    s.grid("employees", rows, [150, 110, 172], header=0, size=10, align=[LEFT, LEFT, CENTER], caption="员工情况", unit="人", kind="merged-header")


def environment(s):
    s.section(5)
    s.head("一、环境信息情况")
    s.sub("（一）属于环境保护部门公布的重点排污单位的公司及其主要子公司的环保情况说明")
    s.tick(True)
    s.grid(
        "emissions",
        [
            ["公司名称", "主要污染物", "排放方式", "排放口数量", "排放浓度", "执行的排放标准", "排放总量（吨）", "超标情况"],
            ["澄江传动", "化学需氧量", "间接排放", "1", "86mg/L", "≤500mg/L", "3.62", "无"],
            ["澄江传动", "氨氮", "间接排放", "1", "7.4mg/L", "≤45mg/L", "0.31", "无"],
            ["澄江传动", "非甲烷总烃", "有组织排放", "4", "11.2mg/m3", "≤60mg/m3", "1.08", "无"],
        ],
        [52, 58, 54, 44, 58, 62, 56, 48],
        size=9,
        align=[CENTER] * 8,
        caption="排污信息",
    )
    s.p("澄江传动热处理车间的油烟经静电净化后排放，含油废水经气浮和生化处理后纳入园区污水管网。报告期内公司未发生环境污染事故，未受到环保行政处罚。")
    s.sub("（二）在报告期内为减少其碳排放所采取的措施及效果")
    s.grid(
        "carbon",
        [["是否采取减碳措施", "是"], ["减少排放二氧化碳当量（单位：吨）", "4,716"], ["减碳措施类型", "使用清洁能源发电、在生产过程中使用减碳技术"]],
        [200, 232],
        header=0,
        size=10,
        align=[LEFT, LEFT],
        caption="减碳措施",
    )
    s.p("厂区屋顶光伏二期于2024年3月并网，装机容量6.2兆瓦，全年发电582万千瓦时。")
    s.head("二、社会责任工作情况")
    s.p("公司2024年对外捐赠及公益项目投入46.50万元，主要用于职业教育助学和社区公共设施改善。")


def matters(s):
    s.section(6)
    s.head("一、承诺事项履行情况")
    s.tick(True)
    s.grid(
        "promises",
        [
            ["承诺背景", "承诺类型", "承诺方", "承诺内容", "承诺时间", "是否及时严格履行"],
            ["与首次公开发行相关的承诺", "解决同业竞争", co.HOLDING, "不从事与公司相同或相近的业务，避免同业竞争", "2017-03-10", "是"],
            ["^", "股份限售", co.CHAIRMAN, "任职期间每年转让的股份不超过所持股份的25%", "2017-03-10", "是"],
            [
                "收购报告书或权益变动报告书中所作承诺",
                "盈利预测及补偿",
                co.HOLDING,
                "澄江软件2024年至2026年扣除非经常性损益后的净利润分别不低于900万元、1,100万元和1,300万元，不足部分以现金补偿",
                "2024-06-12",
                "是",
            ],
        ],
        [72, 54, 66, 140, 50, 50],
        size=9,
        align=[LEFT, CENTER, LEFT, LEFT, CENTER, CENTER],
        caption="承诺事项履行情况",
    )
    s.p("业绩承诺完成情况：澄江软件2024年度经审计的扣除非经常性损益后的净利润为1,183.46万元，完成承诺数的131.50%。")
    for heading in (
        "二、报告期内控股股东及其他关联方非经营性占用资金情况",
        "三、违规担保情况",
        "四、公司董事会对会计师事务所“非标准意见审计报告”的说明",
    ):
        s.head(heading)
        s.tick()
    s.head("五、公司对会计政策、会计估计变更或重大会计差错更正原因和影响的分析说明")
    s.tick(True)
    s.p("公司自2024年1月1日起执行《企业会计准则解释第17号》，执行该规定未对公司财务状况和经营成果产生重大影响。")
    s.head("六、聘任、解聘会计师事务所情况")
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "audit_fee",
        [
            ["", "现聘任"],
            ["境内会计师事务所名称", co.AUDITOR],
            ["境内会计师事务所报酬", "128"],
            ["境内会计师事务所审计年限", "6年"],
            ["境内会计师事务所注册会计师姓名", "、".join(co.AUDIT_PARTNERS)],
            ["内部控制审计会计师事务所报酬", "32"],
        ],
        [220, 212],
        size=10,
        align=[LEFT, CENTER],
        caption="聘任、解聘会计师事务所情况",
        unit="万元",
    )
    s.head("七、重大诉讼、仲裁事项")
    s.tick(True)
    s.p("子公司苇川机电与其客户的货款纠纷案，涉案金额1,276.40万元，一审判决苇川机电胜诉，对方已提起上诉，截至本报告披露日二审尚未判决。")
    s.head("八、重大关联交易")
    s.sub("（一）与日常经营相关的关联交易")
    s.tick(True)
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "related",
        [
            ["关联交易方", "关联关系", "关联交易类型", "关联交易内容", "关联交易定价原则", "关联交易金额", "占同类交易金额的比例（%）"],
            ["星轴轴承", "联营企业", "购买商品", "轴承", "市场价", wan(bearings()), f"{ratio(bearings(), purchases())}"],
            ["砺锋互联", "联营企业", "接受劳务", "平台服务", "市场价", wan(near(412.36, "related", 24)), "8.05"],
            [co.HOLDING[:4], "控股股东", "租入租出", "房屋租赁", "协议价", "186.00", "11.27"],
        ],
        [56, 52, 58, 60, 62, 72, 72],
        size=9,
        align=[LEFT, CENTER, CENTER, CENTER, CENTER, RIGHT, RIGHT],
        caption="与日常经营相关的关联交易",
        unit="万元",
    )
    s.head("九、重大合同及其履行情况")
    s.sub("（一）担保情况")
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "guarantees",
        [
            ["公司及其子公司对子公司的担保情况", "<"],
            ["报告期内对子公司担保发生额合计", "18,500.00"],
            ["报告期末对子公司担保余额合计（B）", "26,300.00"],
            ["公司担保总额情况（包括对子公司的担保）", "<"],
            ["担保总额（A+B）", "26,300.00"],
            ["担保总额占公司净资产的比例（%）", f"{ratio(26_300 * WAN_FEN, B24['归母权益'])}"],
        ],
        [300, 132],
        header=1,
        size=10,
        bold_rows=(3,),
        caption="担保情况",
        unit="万元",
    )
    s.sub("（二）委托理财情况")
    s.unit("单位：万元  币种：人民币")
    s.grid(
        "wealth",
        [["类型", "资金来源", "发生额", "未到期余额", "逾期未收回金额"], ["银行理财产品", "自有资金", "114,600.00", "15,500.00", "0"]],
        [1, 1, 1, 1, 1],
        size=10,
        align=[CENTER, CENTER, RIGHT, RIGHT, RIGHT],
        caption="委托理财",
        unit="万元",
    )


def shares(s):
    s.section(7)
    s.head("一、股本变动情况")
    s.p(f"报告期内，公司股份总数及股本结构未发生变化，期末股份总数为{SHARES:,}股，均为无限售条件流通股。")
    s.head("二、股东和实际控制人情况")
    s.sub("（一）股东总数")
    s.grid(
        "holders_count",
        [["截至报告期末普通股股东总数（户）", "38,742"], ["年度报告披露日前上一月末的普通股股东总数（户）", "41,065"]],
        [300, 132],
        header=0,
        size=10,
        caption="股东总数",
        unit="户",
    )
    s.sub("（二）截至报告期末前十名股东、前十名流通股东持股情况表")
    s.unit("单位：股")
    rows = [
        ["前十名股东持股情况（不含通过转融通出借股份）"] + ["<"] * 7,
        ["股东名称（全称）", "报告期内增减", "期末持股数量", "比例（%）", "持有有限售条件股份数量", "质押、标记或冻结情况", "<", "股东性质"],
        ["^", "^", "^", "^", "^", "股份状态", "数量", "^"],
    ]
    for name, moved, held, state, locked, kind in co.HOLDERS:
        rows.append([name, f"{moved:,}", f"{held:,}", f"{ratio(held, SHARES)}", "0", state, f"{locked:,}" if locked else "0", kind])
    s.grid(
        "holders",
        rows,
        [96, 56, 66, 36, 40, 34, 56, 48],
        size=8.5,
        header=3,
        align=[LEFT, RIGHT, RIGHT, RIGHT, RIGHT, CENTER, RIGHT, CENTER],
        kind="merged-header",
        caption="前十名股东持股情况",
        unit="股",
    )
    s.p(
        f"上述股东中，{co.HOLDING}为公司控股股东，陆砚秋先生为公司实际控制人，与控股股东为一致行动人。除此之外，公司未知其他股东之间是否存在关联关系或一致行动关系。"
    )
    s.head("三、控股股东及实际控制人情况")
    two_columns(
        s,
        "controller",
        [
            ["控股股东名称", co.HOLDING],
            ["单位负责人或法定代表人", "陆闻笙"],
            ["成立日期", "2009年8月14日"],
            ["主要经营业务", "实业投资、企业管理咨询"],
            ["实际控制人姓名", "陆砚秋"],
            ["国籍", "中国"],
            ["是否取得其他国家或地区居留权", "否"],
        ],
    )
    s.section(8)
    s.tick()
    s.section(9)
    s.head("一、公司债券（含企业债券）和非金融企业债务融资工具")
    s.tick()
    s.head("二、可转换公司债券情况")
    s.tick()


# ------------------------------------------------------------------ frame


def on_page(total):
    def running(canvas, document, numbered=True):
        width, height = canvas._pagesize
        margin = LEFT_MARGIN if width < height else (width - LAND_WIDTH) / 2
        canvas.saveState()
        if numbered:
            canvas.setFont("Song", 9)
            canvas.drawCentredString(width / 2, height - 46, TITLE)
            canvas.setLineWidth(0.7)
            canvas.line(margin, height - 51, width - margin, height - 51)
            canvas.setFont("SongBold", 9)
            canvas.drawCentredString(width / 2, 38, f"{canvas.getPageNumber() - COVERS} / {total}")
        canvas.restoreState()

    return running


def render(path, story_of, numbers, total):
    """One pass. Returns the book with the pages of everything."""
    book = Book()
    running = on_page(total)
    tall, wide = A4, landscape(A4)
    body = Frame(LEFT_MARGIN, BOTTOM, WIDTH + 2, tall[1] - TOP - BOTTOM, 0, 0, 0, 0)
    land = Frame((wide[0] - LAND_WIDTH) / 2, 56, LAND_WIDTH + 2, wide[1] - 130, 0, 0, 0, 0)
    document = BaseDocTemplate(
        str(path), pagesize=A4, invariant=1, title=TITLE, author="", subject="模拟文件", creator="samples/make", pageCompression=1
    )
    document.addPageTemplates(
        [
            PageTemplate("plain", [Frame(LEFT_MARGIN, BOTTOM, WIDTH + 2, tall[1] - TOP - BOTTOM, 0, 0, 0, 0)], pagesize=tall),
            PageTemplate("body", [body], onPage=running, pagesize=tall),
            PageTemplate("land", [land], onPage=running, pagesize=wide),
        ]
    )
    document.build(story_of(book, numbers))
    book.pages = document.page
    return book


def story(book, numbers):
    import annual_notes

    s = Story(book)
    covers(s)
    important(s)
    contents(s, numbers)
    for part in (definitions, profile, discussion, governance, environment, matters, shares):
        part(s)
    annual_notes.add(s)
    return s


def make(path):
    """Writes the report; the second pass knows the page numbers for the contents and the footers."""
    register_embedded()
    model.check()
    first = render(path, story, {}, 99)
    numbers = {name: page - COVERS for name, page in first.marks.items()}
    book = render(path, story, numbers, first.pages - COVERS)
    assert book.marks == first.marks, "the second pass broke its pages elsewhere"
    return book
