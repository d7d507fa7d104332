"""Minutes of an investors' visit (投资者关系活动记录表), November 2025: a Word form whose answers fill one cell over several pages."""

import company as co
import quarterly
from annual import scale
from figures import change, ratio, wan
from sheet import CENTER, RIGHT
from word import HEI, Word

NUMBER = "2025-011"
TITLE = "投资者关系活动记录表"
WIDTH = 440
ORDERS, CAPEX, SAMPLES = "11.20", "3.30", "6"  # 在手订单, 全年资本开支: 亿元; customers with samples
UTILISATION, UTILISATION_HALF = "79%", "73%"
Q, N, I, I0 = quarterly.quarter(), quarterly.nine_months(), quarterly.I, quarterly.I0


def margin(i):
    return ratio(i["营业收入"] - i["营业成本"], i["营业收入"])


TALKS = [
    (
        "公司三季度利润增速明显高于收入增速，主要原因是什么？",
        f"第三季度公司实现营业收入{wan(Q['营业收入'][0])}万元，同比增长{change(*Q['营业收入'])}%；归母净利润{wan(Q['归母净利润'][0])}万元，同比增长{change(*Q['归母净利润'])}%。"
        f"利润弹性主要来自两方面：一是临江二期产线稼动率提升，单台固定成本下降；二是CH-Ⅳ系列占比提高。前三季度综合毛利率为{margin(I)}%，上年同期为{margin(I0)}%。",
    ),
    (
        "目前减速器产线的稼动率是多少？四季度怎么看？",
        f"三季度减速器产线平均稼动率为{UTILISATION}，上半年平均为{UTILISATION_HALF}。四季度是交付旺季，预计稼动率会略高于三季度。公司全年的目标是平均达到80%左右，目前看压力不小，但方向没有变化。",
    ),
    (
        "公司在手订单情况如何？",
        f"截至2025年10月末，公司在手订单约{ORDERS}亿元，其中减速器约占六成，智能装备约占三成。在手订单不含海外框架协议尚未下达的部分。",
    ),
    (
        "海外框架协议进展如何？哪一个基地供货？价格会不会有压力？",
        "协议约定2026年至2028年采购谐波减速器合计不少于45万台。首批样件已于2025年10月发出，客户审厂安排在12月，如审核顺利，预计2026年二季度起批量交付，其中越南基地承担约六成。"
        "价格按年度协商，具体金额以实际订单为准，公司不便对总金额作出预计。",
    ),
    (
        "人形机器人相关业务现在的规模有多大？",
        f"公司的关节模组目前已向{SAMPLES}家客户送样，2025年前三季度形成的收入不足1,000万元，占公司营业收入的比例很小。该业务仍处在样机和小批量阶段，对公司当期业绩不构成重大影响，请投资者注意风险。",
    ),
    (
        "应收账款增长较快，公司如何控制？",
        f"三季度末应收账款为{wan(quarterly.B['应收账款'])}万元，较年初有所增加，主要是四季度才集中回款的直销客户占比提高。公司对账期超过180天的客户实行发货审批，前三季度经营活动产生的现金流量净额为{wan(N['经营现金流'][0])}万元，好于上年同期。",
    ),
    (
        "今年和明年的资本开支怎么安排？",
        f"2025年全年资本开支预计{CAPEX}亿元左右，主要用于越南装配基地和研发中心大楼；2026年计划控制在3亿元以内，以技术改造为主，没有新的大规模扩产计划。",
    ),
    (
        "苇川机电的经营有没有改善？商誉是否还有减值风险？",
        "2025年前三季度苇川机电亏损约210万元，上年同期亏损约590万元，减亏明显。公司将在年末按规定进行商誉减值测试，是否计提以评估结果为准。",
    ),
    (
        "公司有没有中期分红或者回购股份的考虑？",
        "公司目前没有中期分红和股份回购的计划。2024年度每10股派发现金红利1.80元（含税）的方案已于2025年6月实施完毕。",
    ),
    (
        "如何看待减速器的价格竞争？明年还会降价吗？",
        "2025年谐波减速器的平均售价比上年下降约5%，降幅较2024年收窄。明年的价格取决于行业新增产能的释放节奏，公司主要通过提高良率、国产轴承替代和产品升级来消化，不会主动发起价格战。",
    ),
]


def make(path):
    w = Word("")
    w.p(f"证券代码：{co.CODE}                                              证券简称：{co.SHORT}", after=10)
    w.p(co.NAME, 16, CENTER, True, font=HEI)
    w.p(TITLE, 16, CENTER, True, font=HEI, after=4)
    w.p(f"编号：{NUMBER}", align=RIGHT, after=2)
    w.form(rows(), scale([98, 342], WIDTH))
    w.save(path)
    return w


def rows():
    """Label and paragraphs; a paragraph is (words, bold)."""
    plain = lambda *texts: [(text, False) for text in texts]
    talks = [("公司介绍了2025年第三季度经营情况，随后与投资者进行了交流，主要内容如下：", False)]
    for n, (question, answer) in enumerate(TALKS, 1):
        talks += [(f"{n}、问：{question}", True), (f"答：{answer}", False)]
    return [
        (
            "投资者关系活动类别",
            plain(
                "√特定对象调研        □分析师会议",
                "□媒体采访            □业绩说明会",
                "□新闻发布会          □路演活动",
                "√现场参观            □其他（请文字说明其他活动内容）",
            ),
        ),
        (
            "参与单位名称及人员姓名",
            plain("望澜证券 许昭宁；弘渡证券 费长宁；青屿基金 容叔夜；南屏基金 简停云；云岫资产 林见山；中原资管 蔺晓舟等共17家机构21人。"),
        ),
        ("时间", plain("2025年11月6日 14:00-16:00")),
        ("地点", plain("公司三楼会议室、临江二期产线")),
        ("上市公司接待人员姓名", plain(f"董事会秘书 {co.SECRETARY}；财务总监 {co.FINANCE}；证券事务代表 {co.REPRESENTATIVE}")),
        ("投资者关系活动主要内容介绍", talks),
        ("关于本次活动是否涉及应披露重大信息的说明", plain("本次活动不涉及应披露的重大信息。")),
        ("附件清单（如有）", plain("无")),
        ("日期", plain("2025年11月6日")),
    ]
