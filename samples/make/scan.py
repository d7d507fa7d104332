"""A scanned report: the auditor's opinion on 澄江软件's profit commitment. Two grey pictures, slightly turned and noisy, no text layer.

The pages are drawn with reportlab, rendered by pdfium and spoiled by numpy; what they say is kept for the truth.
"""

import io
import tempfile
from decimal import Decimal
from pathlib import Path

import numpy
import pikepdf
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.pagesizes import A4
from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate, Spacer

import company as co
from annual_notes import Seal
from figures import half_up
from sheet import CENTER, LEFT, RIGHT, Book, Grid, Text, register_embedded

NUMBER = "衡川专审字〔2025〕第0086号"
TITLE = "关于澄江软件技术有限公司2024年度业绩承诺实现情况说明的专项审核报告"
DPI, QUALITY = 150, 42
TURNS = (1.1, -0.8)  # degrees, each page its own
NOISE = 9  # standard deviation of the grey level
PROMISED, REACHED = Decimal("900.00"), Decimal("1183.46")  # 万元, as the annual report has them
MARGIN, WIDTH = 84, A4[0] - 168


def grid():
    over = REACHED - PROMISED
    rows = [
        ["项目名称", "承诺数", "实际数", "差额（实际数－承诺数）", "完成率（%）"],
        ["2024年度扣除非经常性损益后的净利润", f"{PROMISED}", f"{REACHED:,}", f"{over}", f"{half_up(REACHED / PROMISED * 100, 2)}"],
        ["2025年度扣除非经常性损益后的净利润", "1,100.00", "", "", ""],
        ["2026年度扣除非经常性损益后的净利润", "1,300.00", "", "", ""],
    ]
    widths = [w * WIDTH / 440 for w in (150, 64, 64, 96, 66)]
    return Grid("promise", rows, widths, size=10, align=[LEFT] + [RIGHT] * 4, caption="业绩承诺实现情况", unit="万元", kind="scan", pad=4)


FIRST = [
    f"{co.NAME}全体股东：",
    f"我们接受委托，对后附的{co.NAME}（以下简称“澄江智造公司”）管理层编制的《关于澄江软件技术有限公司2024年度业绩承诺实现情况的说明》进行了专项审核。",
    "澄江智造公司管理层的责任是提供真实、合法、完整的审核证据，并保证业绩承诺实现情况说明不存在虚假记载、误导性陈述或重大遗漏。我们的责任是在实施审核工作的基础上发表审核意见。",
    "我们按照注册会计师其他鉴证业务准则的规定执行了审核工作，实施了检查会计记录、重新计算等我们认为必要的程序。我们相信，我们的审核为发表意见提供了合理的基础。",
    "我们认为，上述业绩承诺实现情况说明在所有重大方面公允反映了澄江软件技术有限公司2024年度业绩承诺的实现情况。",
    "本审核报告仅供澄江智造公司2024年年度报告披露之目的使用，不得用作任何其他目的。",
]
SECOND = [
    "一、业绩承诺的基本情况",
    f"2024年6月，{co.NAME}以现金6,800.00万元向{co.HOLDING}收购其持有的澄江软件技术有限公司100%股权。{co.HOLDING}承诺，澄江软件2024年度、2025年度和2026年度扣除非经常性损益后的净利润分别不低于900万元、1,100万元和1,300万元。",
    "二、业绩承诺的实现情况",
    "三、结论",
    f"澄江软件2024年度扣除非经常性损益后的净利润为{REACHED:,}万元，超过承诺数{REACHED - PROMISED}万元，完成率为{half_up(REACHED / PROMISED * 100, 2)}%，{co.HOLDING}无须进行补偿。",
]


def story(book, table):
    p = lambda text: Text(text, size=12, leading=22, indent=24, after=4)
    head = lambda text: Text(text, "HeiBold", 12, leading=22, before=8, after=4)
    pages = [Spacer(1, 40), Text(TITLE, "HeiBold", 17, leading=28, align=CENTER, after=12), Text(NUMBER, size=12, align=CENTER, after=18)]
    pages += [Text(FIRST[0], size=12, leading=22, after=4), *map(p, FIRST[1:])]
    pages += [
        Text(f"{co.AUDITOR}      中国注册会计师：{co.AUDIT_PARTNERS[0]}", size=11, before=42),
        Text(f"中国 · 澄川                            中国注册会计师：{co.AUDIT_PARTNERS[1]}", size=11, before=18),
        Text("二〇二五年四月二十三日", size=11, align=RIGHT, before=18),
        Seal("衡川会计师事务所（特殊普通合伙）", 100, 62),
        NextPageTemplate("all"),
        PageBreak(),
        Text(co.NAME, "HeiBold", 15, align=CENTER, before=10),
        Text("关于澄江软件技术有限公司2024年度业绩承诺实现情况的说明", "HeiBold", 13, align=CENTER, after=12),
        head(SECOND[0]),
        p(SECOND[1]),
        head(SECOND[2]),
        Text("单位：万元", size=10.5, align=RIGHT),
        table.table(book),
        Seal(co.NAME, 330, 70),
        head(SECOND[3]),
        p(SECOND[4]),
        Text(f"{co.NAME}\n二〇二五年四月二十三日", size=12, leading=22, align=RIGHT, before=30),
    ]
    return pages


def drawn(path, book, table):
    frame = Frame(MARGIN, 70, WIDTH + 2, A4[1] - 140, 0, 0, 0, 0)
    document = BaseDocTemplate(str(path), pagesize=A4, invariant=1)
    document.addPageTemplates([PageTemplate("all", [frame])])
    document.build(story(book, table))


def spoiled(image, turn, seed):
    """As from an old flat-bed scanner: turned, blurred, uneven light, grain, specks."""
    source = numpy.random.default_rng(seed)
    image = image.convert("L").rotate(turn, Image.Resampling.BICUBIC, fillcolor=250).filter(ImageFilter.GaussianBlur(0.6))
    grey = numpy.asarray(image, dtype=numpy.float64)
    height, width = grey.shape
    light = 246 - 14 * numpy.linspace(0, 1, width)[None, :] - 6 * numpy.linspace(0, 1, height)[:, None]
    grey = grey / 255 * light + 8
    grey += source.normal(0, NOISE, grey.shape)
    for _ in range(60):
        y, x = int(source.integers(0, height - 3)), int(source.integers(0, width - 3))
        grey[y : y + int(source.integers(1, 3)), x : x + int(source.integers(1, 3))] -= 110
    return Image.fromarray(numpy.clip(grey, 0, 255).astype(numpy.uint8))


class Made:
    def __init__(self, grids):
        self.grids = grids


def make(path):
    register_embedded()
    book, table = Book(), grid()
    with tempfile.TemporaryDirectory() as folder:
        page_file = Path(folder) / "pages.pdf"
        drawn(page_file, book, table)
        document = pypdfium2.PdfDocument(str(page_file))
        pictures = [spoiled(page.render(scale=DPI / 72).to_pil(), turn, n) for n, (page, turn) in enumerate(zip(document, TURNS))]
        document.close()
    out = pikepdf.new()
    out.docinfo["/Producer"] = "simulated scanner"
    for picture in pictures:
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=QUALITY)
        image = pikepdf.Stream(
            out,
            data.getvalue(),
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Image,
            Width=picture.width,
            Height=picture.height,
            ColorSpace=pikepdf.Name.DeviceGray,
            BitsPerComponent=8,
            Filter=pikepdf.Name.DCTDecode,
        )
        out.add_blank_page(page_size=A4)
        page = out.pages[-1]
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im0=image))
        page.Contents = pikepdf.Stream(out, f"q {A4[0]:.2f} 0 0 {A4[1]:.2f} 0 0 cm /Im0 Do Q".encode())
    out.save(path)
    return Made({"promise": table})


def lines(file):
    """The truth of the pictures: what each page says."""
    return [{"file": file, "page": n, "lines": words} for n, words in enumerate(texts(), 1)]


def texts():
    """What the pages say, in reading order, seals left out."""
    first = [TITLE, NUMBER, *FIRST, co.AUDITOR, *(f"中国注册会计师：{name}" for name in co.AUDIT_PARTNERS), "二〇二五年四月二十三日"]
    rows = [" ".join(cell for cell in row if cell) for row in grid().whole()]
    second = [
        co.NAME,
        "关于澄江软件技术有限公司2024年度业绩承诺实现情况的说明",
        *SECOND[:3],
        "单位：万元",
        *rows,
        *SECOND[3:],
        co.NAME,
        "二〇二五年四月二十三日",
    ]
    return [first, second]
