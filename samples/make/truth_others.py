"""What is asked of the documents that came after the first four, and their metadata. `q` is a truth_questions.Questions."""

from decimal import Decimal

import correction
import halfyear
import minutes
import model
import offshore
import pharma
import preview
import quarterly
import scan
import taiwan
from brokers import FORECASTS
from figures import FEN, change, money, percent
from model import GROUP
from names import ABSTRACT, ANNUAL, CORRECTION, FIRMS, HALF, HONGDU, MINUTES, OFFSHORE, PREVIEW, QUARTER, SCAN, TAIWAN, WANGLAN

REFUSED = "资料中没有（应拒答并说明）"


def yuan(fen):
    return str(Decimal(fen) / FEN)


def from_wan(printed):
    """1,234.56 万元 in yuan."""
    return str(Decimal(str(printed).replace(",", "")) * 10_000)


def ask(q):
    for part in (abstract, earnings_preview, corrected, investors, scanned, english, traditional, half_year, similar_names, more):
        part(q)


def metadata():
    kinds = {
        ABSTRACT: ("annual_report", "2024FY"),
        PREVIEW: ("announcement", "2024FY"),
        CORRECTION: ("announcement", ""),
        MINUTES: ("meeting_minutes", ""),
        SCAN: ("announcement", ""),
        OFFSHORE: ("quarterly_report", "2025Q3"),
        TAIWAN: ("annual_report", "2024FY"),
        HALF: ("semiannual_report", "2025H1"),
    }
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


def earnings_preview(q):
    low, high = preview.RANGES["归母净利润"]
    profit = GROUP.income["2024"]["归母净利润"]
    ends = f"{preview.printed(low)}万元到{preview.printed(high)}万元"
    e = lambda anchor, *near: q.place(PREVIEW, anchor, *near)
    q.ask(
        "澄江智造2024年年度业绩预告预计归母净利润是多少？",
        f"{ends}（未经审计；年报实际{money(profit)}元）",
        e(ends),
        gold=[("预计下限", from_wan(low), "元"), ("预计上限", from_wan(high), "元")],
        kind="factual",
        wrong=[(yuan(profit), "元")],
        trap="preview_vs_final",
    )
    q.ask(
        "澄江智造2024年归母净利润最终实现多少，不要业绩预告的数？",
        f"{money(profit)}元",
        q.row("key_figures", "归属于上市公司股东的净利润", 1),
        gold=[("2024年归母净利润", yuan(profit), "元")],
        style="paraphrase",
        wrong=[(from_wan(low), "元"), (from_wan(high), "元")],
        trap="preview_vs_final",
    )
    q.ask(
        "澄江智造2024年实际的归母净利润落在业绩预告的区间里吗？",
        f"在区间内：预告{ends}，实际{money(profit)}元",
        e(ends),
        q.row("key_figures", "归属于上市公司股东的净利润", 1),
        gold=[("实际归母净利润", yuan(profit), "元"), ("预计下限", from_wan(low), "元"), ("预计上限", from_wan(high), "元")],
        kind="cross-doc",
        style="paraphrase",
    )
    less = preview.changes("扣非净利润")
    q.ask(
        "业绩预告里澄江智造2024年扣非净利润预计同比下降多少？",
        f"下降{abs(less[1][1])}%到{abs(less[0][1])}%",
        e(f"{abs(less[1][1])}%到{abs(less[0][1])}%"),
        gold=[("降幅下限", less[1][1], "%"), ("降幅上限", less[0][1], "%")],
        kind="factual",
        style="paraphrase",
        wrong=[(preview.changes("归母净利润")[1][1], "%")],
        asks=("change",),
        trap="sign",
    )
    q.ask(
        "澄江智造在业绩预告里预计计提多少商誉减值准备？",
        "1,000万元至1,200万元，以评估和审计结果为准",
        e("1,000万元至1,200万元"),
        gold=[("预计下限", "10000000", "元"), ("预计上限", "12000000", "元")],
        kind="factual",
        trap="preview_vs_final",
    )


def corrected(q):
    e = lambda anchor, *near: q.place(CORRECTION, anchor, *near)
    q.ask(
        "苇川机电货款纠纷案的涉案金额是多少？",
        f"{correction.RIGHT_CLAIM}万元（更正公告；年报原文{correction.WRONG_CLAIM}万元已被更正）",
        e(f"{correction.RIGHT_CLAIM}万元"),
        gold=[("涉案金额", from_wan(correction.RIGHT_CLAIM), "元")],
        kind="factual",
        wrong=[(from_wan(correction.WRONG_CLAIM), "元")],
        trap="superseded",
    )
    q.ask(
        "澄江智造研发中心大楼项目到2024年底一共投了多少钱？",
        f"{correction.RIGHT_TOTAL}万元（更正后；年报原为{correction.WRONG_TOTAL}万元）",
        e(correction.RIGHT_TOTAL),
        gold=[("累计投入", from_wan(correction.RIGHT_TOTAL), "元")],
        style="paraphrase",
        wrong=[(from_wan(correction.WRONG_TOTAL), "元")],
        trap="superseded",
    )
    q.ask(
        "澄江智造研发中心大楼的工程进度更正前后分别是多少？",
        "更正前13.42%，更正后15.62%",
        e("15.62", "更正后"),
        gold=[("更正前", "13.42", "%"), ("更正后", "15.62", "%")],
    )
    q.ask(
        "澄江智造2024年年报后来更正了哪些内容？",
        "研发中心大楼的累计投入与工程进度；苇川机电货款纠纷案的涉案金额",
        e("重大的非股权投资", "更正后"),
        text=[["研发中心大楼", "非股权投资"], ["涉案金额", "诉讼"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
        trap="superseded",
    )
    q.ask(
        "年报更正公告会影响澄江智造2024年的财务报表吗？",
        "不涉及财务报表，不影响2024年度财务状况和经营成果",
        e("本次更正不涉及公司财务报表"),
        text=[["不涉及", "不影响"]],
        kind="factual",
        asks=("text",),
    )


def investors(q):
    e = lambda anchor, *near: q.place(MINUTES, anchor, *near)
    q.ask(
        "澄江智造现在手上有多少订单？",
        f"截至2025年10月末约{minutes.ORDERS}亿元",
        e(f"在手订单约{minutes.ORDERS}亿元"),
        gold=[("在手订单", str(Decimal(minutes.ORDERS) * 100_000_000), "元")],
        kind="factual",
        style="paraphrase",
    )
    q.ask(
        "机构调研时澄江智造说2025年三季度减速器产线稼动率是多少？",
        f"{minutes.UTILISATION}（上半年{minutes.UTILISATION_HALF}）",
        e(f"平均稼动率为{minutes.UTILISATION}"),
        gold=[("三季度稼动率", "79", "%")],
        kind="factual",
        wrong=[("73", "%"), ("80", "%"), ("58", "%")],
        trap="answer_beside_question",
    )
    q.ask(
        "澄江智造今年全年打算花多少钱做资本开支？",
        f"预计{minutes.CAPEX}亿元左右",
        e(f"预计{minutes.CAPEX}亿元"),
        gold=[("2025年资本开支", "330000000", "元")],
        kind="factual",
        style="paraphrase",
        wrong=[("300000000", "元")],
    )
    q.ask(
        "苇川机电2025年前三季度亏了多少？上年同期呢？",
        "亏损约210万元，上年同期亏损约590万元",
        e("亏损约210万元"),
        gold=[("2025年前三季度", "-2100000", "元"), ("上年同期", "-5900000", "元")],
        kind="factual",
        style="paraphrase",
        trap="sign",
    )
    q.ask(
        "澄江智造的海外框架协议什么时候开始批量交付，由哪个基地供货？",
        "预计2026年二季度起，越南基地承担约六成",
        e("预计2026年二季度起批量交付"),
        text=[["2026年二季度"], ["越南"]],
        kind="factual",
        asks=("text",),
    )
    q.ask(
        "澄江智造的关节模组给多少家客户送样了，今年前三季度有收入吗？",
        "6家；收入不足1,000万元",
        e("6家客户送样"),
        gold=[("送样客户", "6", "家")],
        text=[["不足1,000万元", "不足1000万元"]],
        kind="factual",
    )
    q.ask(
        "2025年11月6日的投资者调研有多少家机构参加？",
        "17家机构21人",
        e("17家机构21人"),
        gold=[("参加机构", "17", "家")],
        kind="factual",
        wrong=[("21", "家")],
    )
    q.ask(
        "澄江智造有没有回购股份的计划？",
        "目前没有中期分红和股份回购的计划",
        e("没有中期分红和股份回购的计划"),
        text=[["没有"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "澄江智造在手订单的平均毛利率是多少？",
        REFUSED,
        kind="unanswerable",
        note="纪要只说在手订单金额与构成",
        wrong=[(str(minutes.margin(minutes.I)), "%")],
        trap="not_disclosed",
    )


def scanned(q):
    e = lambda page, anchor: q.scanned(SCAN, page, anchor, scan.texts())
    over = scan.REACHED - scan.PROMISED
    q.ask(
        "衡川会计师事务所对澄江软件业绩承诺出的专项审核报告是什么文号？",
        scan.NUMBER,
        e(1, scan.NUMBER),
        text=[[scan.NUMBER, "0086号"]],
        kind="factual",
        asks=("text",),
        note="扫描页，须识别文字",
    )
    q.ask(
        "澄江软件2024年扣非净利润比承诺数多了多少万元？",
        f"{over}万元",
        e(2, f"{over}"),
        gold=[("超过承诺数", from_wan(over), "元")],
        style="paraphrase",
        wrong=[(from_wan(scan.REACHED), "元")],
        note="扫描页上有，也可由年报的1,183.46万元与900万元算出",
    )


def dollars(tenths):
    """US$ 0.1 million in dollars."""
    return str(tenths * 100_000)


def english(q):
    i, b, c = offshore.I, offshore.B, offshore.C
    m, rate = offshore.million, lambda pair: offshore.rate(*pair).strip("%")
    revenue, owners = i["Revenue"], i["Owners of the Company"]
    e = lambda anchor, *near: q.place(OFFSHORE, anchor, *near, also=[(OFFSHORE, anchor, *near)])
    q.ask(
        "瀚汐储能2025年第三季度（单季）收入是多少百万美元？同比增长多少？",
        f"{m(revenue[0])}百万美元，同比增长{rate(revenue[:2])}%",
        e(m(revenue[0]), "Revenue"),
        gold=[("2025年第三季度收入", dollars(revenue[0]), "美元"), ("同比", rate(revenue[:2]), "%")],
        wrong=[(dollars(revenue[2]), "美元"), (dollars(revenue[1]), "美元")],
        asks=("value", "change"),
        trap="quarter_vs_cumulative",
        note="英文文件，中文提问",
    )
    q.ask(
        "瀚汐储能今年前九个月归属于公司拥有人的利润有多少？",
        f"{m(owners[2])}百万美元",
        e(m(owners[2]), "Owners of the Company"),
        gold=[("2025年前三季度归母净利润", dollars(owners[2]), "美元")],
        style="paraphrase",
        wrong=[(dollars(owners[0]), "美元"), (dollars(i["Profit for the period"][2]), "美元"), (str(owners[2] * 100_000 * 7), "元")],
        trap="quarter_vs_cumulative",
    )
    cells = offshore.SEGMENTS["Battery cells"][1]
    q.ask(
        "瀚汐储能的电芯业务2025年三季度是赚钱还是亏钱，多少？",
        f"亏损{m(-cells[0])}百万美元",
        e(m(cells[0]), "Battery cells"),
        gold=[("电芯业务分部业绩", dollars(cells[0]), "美元")],
        style="paraphrase",
        wrong=[(dollars(-cells[0]), "美元"), (dollars(cells[2]), "美元")],
        trap="sign",
    )
    cash = b["Cash and cash equivalents"]
    q.ask(
        "98716 2025年9月30日的现金及现金等价物是多少？",
        f"{m(cash[0])}百万美元",
        e(m(cash[0]), "Cash and cash equivalents"),
        gold=[("现金及现金等价物", dollars(cash[0]), "美元")],
        wrong=[(dollars(cash[1]), "美元")],
    )
    flow = c["Net cash generated from operating activities"]
    q.ask(
        "瀚汐储能2025年前三季度经营活动现金流净额是多少？",
        f"{m(flow[0])}百万美元",
        e(m(flow[0]), "operating activities"),
        gold=[("经营活动现金流净额", dollars(flow[0]), "美元")],
        wrong=[(dollars(flow[1]), "美元")],
    )
    q.ask(
        "瀚汐储能对2025年全年收入的指引是多少？",
        "17.2亿至18.0亿美元（US$1,720 million to US$1,800 million）",
        e("US$1,720 million to US$1,800 million"),
        gold=[("指引下限", "1720000000", "美元"), ("指引上限", "1800000000", "美元")],
        kind="factual",
        wrong=[("1650000000", "美元"), ("1850000000", "美元")],
        trap="old_vs_new_forecast",
    )
    q.ask(
        "瀚汐储能截至2025年9月末的在手订单有多少，多大比例明年交付？",
        "11.36亿美元，约70%在2026年交付",
        e("US$1,136 million"),
        gold=[("在手订单", "1136000000", "美元"), ("2026年交付比例", "70", "%")],
        kind="factual",
        style="paraphrase",
        note="双栏页",
    )
    gross = offshore.margin(i["Gross profit"][0], revenue[0])
    q.ask(
        "What was Hanxi Energy Storage's gross margin in the third quarter of 2025?",
        gross,
        e(gross, "Gross margin"),
        gold=[("3Q25 gross margin", gross.strip("%"), "%")],
        wrong=[
            (offshore.margin(i["Gross profit"][2], revenue[2]).strip("%"), "%"),
            (offshore.margin(i["Gross profit"][1], revenue[1]).strip("%"), "%"),
        ],
        trap="quarter_vs_cumulative",
        note="英文提问",
    )
    q.ask(
        "瀚汐储能会派发2025年前三季度的股息吗？",
        "董事会不建议派息",
        e("does not recommend the payment of a dividend"),
        text=[["不建议", "不派", "没有", "does not recommend"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "瀚汐储能2025年上半年的收入能算出来吗，是多少？",
        f"{m(revenue[2] - revenue[0])}百万美元 = 前九个月{m(revenue[2])} − 第三季度{m(revenue[0])}",
        e(m(revenue[2]), "Revenue"),
        e(m(revenue[0]), "Revenue"),
        gold=[("2025年上半年收入", dollars(revenue[2] - revenue[0]), "美元")],
        kind="derived",
        style="paraphrase",
        wrong=[(dollars(revenue[2]), "美元")],
    )
    q.ask(
        "瀚汐储能2025年第三季度研发人员有多少？",
        REFUSED,
        kind="unanswerable",
        note="公告没有人数",
        trap="not_disclosed",
    )


def traditional(q):
    i, b, c, page = taiwan.I, taiwan.B, taiwan.C, taiwan.PAGES
    e = lambda anchor, name: q.place(TAIWAN, anchor, page=page[name])
    new = "新台币元"
    thousand = lambda figure: str(figure * 1_000)
    revenue, owners, stock = i["營業收入"], i["母公司業主"], b["存貨"]
    q.ask(
        "嵐嶼電子民國113年度營業收入是多少？",
        f"新台幣{revenue[0]:,}仟元",
        e(f"{revenue[0]:,}", "income"),
        gold=[("民國113年度營業收入", thousand(revenue[0]), new)],
        wrong=[(thousand(revenue[1]), new), (str(revenue[0]), new)],
        trap="roc_year",
    )
    q.ask(
        "岚屿电子2024年归属于母公司业主的净利润是多少？",
        f"新台币{owners[0]:,}仟元",
        e(f"{owners[0]:,}", "income"),
        gold=[("2024年归母净利润", thousand(owners[0]), new)],
        style="paraphrase",
        wrong=[(thousand(i["本期淨利"][0]), new), (thousand(owners[1]), new)],
        trap="roc_year",
        note="简体提问，繁体文件",
    )
    q.ask(
        "岚屿电子2023年底的存货有多少？",
        f"新台币{stock[1]:,}仟元",
        e(f"{stock[1]:,}", "assets"),
        gold=[("2023年末存货", thousand(stock[1]), new)],
        style="paraphrase",
        wrong=[(thousand(stock[0]), new)],
        trap="roc_year",
    )
    q.ask(
        "9977民國112年度投資活動之淨現金流量是流入還是流出，多少？",
        f"淨流出新台幣{-c['投資'][1]:,}仟元",
        e(f"{-c['投資'][1]:,}", "cash"),
        gold=[("民國112年度投資活動淨現金流量", thousand(c["投資"][1]), new)],
        wrong=[(thousand(-c["投資"][1]), new), (thousand(c["投資"][0]), new)],
        trap="sign",
    )
    q.ask(
        "岚屿电子2024年每股盈余是多少？",
        f"{taiwan.EPS[0]}元",
        e(taiwan.EPS[0], "income"),
        gold=[("2024年基本每股盈余", taiwan.EPS[0], new)],
        wrong=[(taiwan.EPS[1], new)],
        trap="roc_year",
    )
    america = taiwan.regions()["美洲"]
    q.ask(
        "岚屿电子2024年卖到美洲的收入有多少？",
        f"新台币{america[0]:,}仟元",
        e(f"{america[0]:,}", "regions"),
        gold=[("2024年美洲收入", thousand(america[0]), new)],
        style="paraphrase",
        wrong=[(thousand(america[1]), new), (thousand(taiwan.regions()["歐洲"][0]), new)],
    )
    ratio = taiwan.half_up(Decimal(b["負債總計"][0]) / b["資產總計"][0] * 100, 2)
    q.ask(
        "嵐嶼電子民國113年底的負債比率是多少？",
        f"{ratio}%",
        e(f"{b['負債總計'][0]:,}", "liabilities"),
        e(f"{b['資產總計'][0]:,}", "assets"),
        gold=[("負債比率", ratio, "%", "0.01")],
        kind="derived",
    )
    q.ask(
        "嵐嶼電子董事會擬議配發的民國113年度現金股利每股多少？",
        "新台幣3.20元，尚待股東會決議",
        q.place(TAIWAN, "3.20 元", page=6),
        gold=[("每股現金股利", "3.20", new)],
        kind="factual",
        wrong=[("2.00", new)],
        trap="roc_year",
    )
    q.ask(
        "嵐嶼電子2024年财报是哪家会计师事务所查核的？",
        taiwan.firms.TAIWAN_AUDITOR,
        q.place(TAIWAN, taiwan.firms.TAIWAN_AUDITOR),
        text=[[taiwan.firms.TAIWAN_AUDITOR, "衡屿联合"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "嵐嶼電子民國114年第一季營業收入是多少？",
        REFUSED,
        kind="unanswerable",
        note="库中只有民国113年度与112年度",
        wrong=[(thousand(revenue[0]), new)],
        trap="period_not_available",
    )


NOW, BEFORE, END = pharma.NOW, pharma.BEFORE, pharma.YEAR_END


def half_year(q):
    """澄江制药 by itself."""
    i, i0, b, c = pharma.GROUP.income[NOW], pharma.GROUP.income[BEFORE], pharma.GROUP.balance[NOW], pharma.GROUP.cash[NOW]
    b0, c0, parent = pharma.GROUP.balance[END], pharma.GROUP.cash[BEFORE], pharma.PARENT
    e = lambda anchor, *near: q.place(HALF, anchor, *near)
    ours, theirs = quarterly.nine_months(), quarterly.quarter()
    for label, key, style, question in (
        ("营业收入", "营业收入", "formal", "澄江制药2025年上半年营业收入是多少元？同比变动多少？"),
        ("归母净利润", "归母净利润", "paraphrase", "澄江制药今年上半年归属于上市公司股东的净利润赚了多少，比去年同期少了百分之几？"),
    ):
        q.ask(
            question,
            f"{money(i[key])}元，同比下降{abs(change(i[key], i0[key]))}%",
            e(money(i[key])),
            gold=[(f"2025年上半年{label}", yuan(i[key]), "元"), ("同比", percent(i[key], i0[key]), "%")],
            style=style,
            wrong=[
                (yuan(i0[key]), "元"),
                (yuan(ours[key][0]), "元"),
                (yuan(ours[key][0] - theirs[key][0]), "元"),
                (yuan(parent.income[NOW][key]), "元"),
            ],
            asks=("value", "change"),
            trap="similar_name",
        )
    q.ask(
        "609781 2025年6月末总资产是多少？比上年度末增减多少？",
        f"{money(b['总资产'])}元，增长{percent(b['总资产'], b0['总资产'])}%",
        e(money(b["总资产"])),
        gold=[("2025年6月末总资产", yuan(b["总资产"]), "元"), ("比上年度末", percent(b["总资产"], b0["总资产"]), "%")],
        wrong=[(yuan(b0["总资产"]), "元"), (yuan(GROUP.balance["2025Q3"]["总资产"]), "元"), (yuan(GROUP.balance["2024"]["总资产"]), "元")],
        asks=("value", "change"),
        trap="similar_name",
    )
    q.ask(
        "澄江制药2025年上半年母公司净利润是多少？",
        f"{money(parent.income[NOW]['净利润'])}元（合并为{money(i['净利润'])}元）",
        e(money(parent.income[NOW]["净利润"])),
        gold=[("母公司净利润", yuan(parent.income[NOW]["净利润"]), "元")],
        wrong=[(yuan(i["净利润"]), "元"), (yuan(i["归母净利润"]), "元"), (yuan(parent.income[BEFORE]["净利润"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江制药2025年6月底账上有多少钱？",
        f"合并货币资金{money(b['货币资金'])}元",
        e(money(b["货币资金"])),
        gold=[("2025年6月末货币资金", yuan(b["货币资金"]), "元")],
        style="paraphrase",
        wrong=[(yuan(parent.balance[NOW]["货币资金"]), "元"), (yuan(c["期末"]), "元"), (yuan(GROUP.balance["2025Q3"]["货币资金"]), "元")],
        trap="parent_vs_consolidated",
    )
    q.ask(
        "澄江制药2025年上半年经营活动产生的现金流量净额是多少，为什么下降？",
        f"{money(c['经营净额'])}元，同比下降{abs(change(c['经营净额'], c0['经营净额']))}%；销售回款减少，临床试验费用预付增加",
        e(money(c["经营净额"]), "变动原因说明"),
        gold=[("经营活动现金流量净额", yuan(c["经营净额"]), "元")],
        text=[["回款"]],
        kind="factual",
        wrong=[(yuan(c0["经营净额"]), "元")],
        asks=("value", "text"),
    )
    q.ask(
        "澄江制药上半年收入为什么下滑？",
        "澄心安片自2025年3月起执行集采价格，单价下降约46%",
        q.place(HALF, "澄心安片自2025年3月起执行集采价格", also=[(HALF, "核心产品澄心安片执行集采价格")]),
        text=[["集采"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "澄江制药的CJ-1203做到几期临床了，入组了多少例？",
        "III期，计划1,860例，截至报告期末已入组1,524例",
        e("已入组1,524例"),
        gold=[("已入组", "1524", "例")],
        text=[["III期", "三期", "Ⅲ期"]],
        kind="factual",
        style="paraphrase",
        wrong=[("1860", "例")],
        note="双栏页",
    )
    q.ask(
        "澄江制药CJ-2107海外许可的首付款是多少？收到了吗？",
        "800万美元，2025年7月收到",
        q.place(HALF, "首付款800万美元", also=[(HALF, "首付款800万美元")]),
        gold=[("首付款", "8000000", "美元")],
        text=[["7月"]],
        kind="factual",
        wrong=[("56000000", "美元"), ("8000000", "元")],
        trap="unit",
        note="双栏页；期后事项附注也有",
    )
    name, ((revenue, cost), (revenue0, cost0)) = next(iter(halfyear.products().items()))
    now, old = halfyear.margin(revenue, cost), halfyear.margin(revenue0, cost0)
    q.ask(
        f"澄江制药2025年上半年{name}产品毛利率是多少，比上年同期变化多少个百分点？",
        f"{now}%，减少{abs(now - old)}个百分点",
        e(f"{now}", money(revenue)),
        gold=[("毛利率", now, "%"), ("变动", now - old, "百分点")],
        asks=("value", "change"),
        trap="pp_vs_percent",
    )
    q.ask(
        "澄江制药2025年实施的2024年度分红一共派了多少钱？",
        f"{money(halfyear.PAID)}元（每10股2.50元）",
        e(money(halfyear.PAID)),
        gold=[("现金红利总额", yuan(halfyear.PAID), "元")],
        style="paraphrase",
        wrong=[(yuan(model.SHARES * 18), "元")],
        trap="similar_name",
    )
    q.ask(
        "澄江制药合并所有者权益变动表里，2025年上半年股份支付计入所有者权益的金额是多少？",
        f"{money(pharma.GROUP.moves()['股份支付']['资本公积'])}元",
        e(money(pharma.GROUP.moves()["股份支付"]["资本公积"])),
        gold=[("股份支付计入所有者权益", yuan(pharma.GROUP.moves()["股份支付"]["资本公积"]), "元")],
        note="横向页",
    )
    q.ask(
        "澄江制药2025年半年报审计过吗？",
        "未经审计",
        q.place(HALF, "本半年度报告未经审计", also=[(HALF, "本中期财务报表未经审计")]),
        text=[["未经审计"]],
        kind="factual",
        style="paraphrase",
        asks=("text",),
    )
    q.ask(
        "澄江制药2025年前三季度营业收入是多少？",
        REFUSED,
        kind="unanswerable",
        note="库中只有它的半年报；前三季度是澄江智造的",
        wrong=[(yuan(ours["营业收入"][0]), "元"), (yuan(i["营业收入"]), "元")],
        trap="similar_name",
    )
    q.ask(
        "澄江制药2024年全年营业收入是多少？",
        REFUSED,
        kind="unanswerable",
        note="半年报只有半年数；全年数是澄江智造的",
        wrong=[(yuan(GROUP.income["2024"]["营业收入"]), "元"), (yuan(i0["营业收入"]), "元")],
        trap="similar_name",
    )
    turn = lambda question, answer: {"q": question, "expect": "answer", "answer": answer}
    both = [i["营业收入"], i["净利润"], parent.income[NOW]["净利润"]]
    q.ask(
        "澄江制药2025年上半年营业收入多少",
        "追问须沿用公司与期间：" + "；".join(f"{money(x)}元" for x in both),
        *(e(money(x)) for x in both),
        gold=[(label, yuan(x), "元") for label, x in zip(("T1营业收入", "T2净利润", "T3母公司净利润"), both)],
        kind="dialogue",
        style="paraphrase",
        turns=[turn("澄江制药2025年上半年营业收入多少", money(both[0])), turn("净利润呢", money(both[1])), turn("只看母公司呢", money(both[2]))],
    )


def similar_names(q):
    """The two mainland companies side by side."""
    b, there = pharma.GROUP.balance[NOW], GROUP.balance["2025Q3"]
    q.ask(
        "澄江制药2025年6月末和澄江智造2025年9月末的存货分别是多少？",
        f"澄江制药{money(b['存货'])}元，澄江智造{money(there['存货'])}元",
        q.place(HALF, money(b["存货"])),
        q.place(QUARTER, money(there["存货"])),
        gold=[("澄江制药存货", yuan(b["存货"]), "元"), ("澄江智造存货", yuan(there["存货"]), "元")],
        kind="cross-doc",
        trap="similar_name",
    )
    q.ask(
        "609718和609781的董事长分别是谁？",
        "609718澄江智造：陆砚秋；609781澄江制药：苏见微",
        q.place(ANNUAL, "陆砚秋", "法定代表人"),
        q.place(HALF, "苏见微", "法定代表人"),
        text=[["陆砚秋"], ["苏见微"]],
        kind="cross-doc",
        style="paraphrase",
        asks=("text",),
        trap="similar_name",
    )
    q.ask(
        "澄江的总资产是多少？",
        "名称不全：澄江智造、澄江制药都符合，应反问",
        kind="factual",
        expect="clarify",
        style="paraphrase",
        trap="similar_name",
        note="两家公司都符合",
    )


def more(q):
    """Across the documents; added last, so that the numbers of the others stay."""
    first, second = (FORECASTS[key].income["归属母公司净利润"][2] for key in ("望澜", "弘渡"))
    million = lambda figure: str(figure * 1_000_000)
    q.ask(
        "望澜证券和弘渡证券预测的澄江智造2026年归母净利润分别是多少？",
        f"望澜{first}百万元，弘渡{second}百万元",
        q.place(WANGLAN, str(first), "归母净利润"),
        q.place(HONGDU, str(second), "归母净利润"),
        gold=[("望澜2026E归母净利润", million(first), "元"), ("弘渡2026E归母净利润", million(second), "元")],
        kind="cross-doc",
    )
    q.ask(
        "更正后研发中心大楼的累计投入是多少万元？",
        f"{correction.RIGHT_TOTAL}万元",
        q.place(CORRECTION, correction.RIGHT_TOTAL, "更正后"),
        gold=[("更正后累计投入", from_wan(correction.RIGHT_TOTAL), "元")],
        wrong=[(from_wan(correction.WRONG_TOTAL), "元")],
        trap="superseded",
    )
