"""The correction of the annual report (更正公告), June 2025: one row of a table and one paragraph. Word by LibreOffice, permissions locked.

The annual report keeps the wrong figures: what was corrected must be answered from here.
"""

from decimal import Decimal

import company as co
from annual import scale
from figures import half_up
from sheet import CENTER, LEFT, RIGHT, Grid
from word import Word

NUMBER = "2025-031"
TITLE = "关于2024年年度报告的更正公告"
WIDTH = 435
PROJECT, WRONG_TOTAL, RIGHT_TOTAL = "研发中心大楼", "1,315.06", "1,531.06"  # 累计投入, 万元
WRONG_CLAIM, RIGHT_CLAIM = "1,276.40", "1,726.40"  # 涉案金额, 万元
SENTENCE = "子公司苇川机电与其客户的货款纠纷案，涉案金额{}万元，一审判决苇川机电胜诉，对方已提起上诉，截至本报告披露日二审尚未判决。"


def plain(figure):
    return Decimal(figure.replace(",", ""))


def corrected(row):
    """The project's row with the right total and the progress that follows from it."""
    progress = half_up(plain(RIGHT_TOTAL) / plain(row[1]) * 100, 2)
    return [*row[:3], RIGHT_TOTAL, row[4], f"{progress}"]


def grids(full):
    """The table as printed in the report, and as it should be."""
    rows = full.grids["construction_plan"].rows
    row = next(row for row in rows if row[0] == PROJECT)
    assert row[3] == WRONG_TOTAL
    right = [corrected(row) if row[0] == PROJECT else row for row in rows]
    widths = scale([130, 66, 62, 62, 50, 62], WIDTH)
    options = dict(size=9, align=[LEFT, RIGHT, RIGHT, RIGHT, CENTER, RIGHT], caption="重大的非股权投资", unit="万元", kind="lattice")
    bold = right.index(corrected(row))
    return Grid("before", rows, widths, **options), Grid("after", right, widths, bold_rows=(bold,), **options)


def make(path, full):
    """`full`: the annual report as made."""
    before, after = grids(full)
    w = Word(f"{co.NAME}公告")
    w.p(f"证券代码：{co.CODE}                证券简称：{co.SHORT}                公告编号：{NUMBER}", after=18)
    w.p(co.NAME, 18, CENTER, True)
    w.p(TITLE, 18, CENTER, True, after=12)
    w.p(
        "本公司董事会及全体董事保证本公告内容不存在任何虚假记载、误导性陈述或者重大遗漏，并对其内容的真实性、准确性和完整性承担法律责任。",
        bold=True,
        indent=21,
        after=6,
    )
    w.p(
        f"{co.NAME}（以下简称“公司”）于2025年4月25日披露了《{co.NAME}2024年年度报告》（以下简称“年度报告”）。经事后复核，因工作人员录入疏忽，年度报告第三节、第六节中个别数据有误，现更正如下（更正部分以加粗表示）：",
        indent=21,
    )
    w.head("一、年度报告“第三节 管理层讨论与分析”之“五、（四）2、重大的非股权投资”")
    for label, grid in (("更正前：", before), ("更正后：", after)):
        w.p(label, bold=True, before=4, keep=True)
        w.p("单位：万元", 9.5, RIGHT, keep=True)
        w.grid(grid)
    w.head("二、年度报告“第六节 重要事项”之“七、重大诉讼、仲裁事项”")
    for label, claim, bold in (("更正前：", WRONG_CLAIM, False), ("更正后：", RIGHT_CLAIM, True)):
        w.p(label, bold=True, before=4, keep=True)
        w.p(SENTENCE.format(claim), indent=21, bold=bold)
    w.head("三、更正的影响")
    w.p(
        "本次更正不涉及公司财务报表，不影响公司2024年度的财务状况和经营成果。除上述更正外，年度报告其他内容不变；年度报告中与本公告不一致之处，以本公告为准。"
        "更正后的《2024年年度报告（更正后）》将于同日在公司网站披露。",
        indent=21,
    )
    w.p("公司对上述更正给投资者带来的不便深表歉意。公司今后将加强定期报告编制过程中的审核工作，提高信息披露质量。", indent=21)
    w.p("特此公告。", indent=21, before=6)
    w.p(f"{co.NAME}董事会", align=RIGHT, before=16)
    w.p("2025年6月12日", align=RIGHT)
    w.save(path)
    return w
