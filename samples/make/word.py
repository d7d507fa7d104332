"""Word documents by python-docx, printed to PDF by LibreOffice; and what takes the differences between runs out of a PDF."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pikepdf
from docx import Document
from docx.enum.table import WD_ALIGN_VERTICAL, WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt

from sheet import CENTER, JUSTIFY, LEFT, PACKAGES, RIGHT

ALIGN = {LEFT: WD_ALIGN_PARAGRAPH.LEFT, CENTER: WD_ALIGN_PARAGRAPH.CENTER, RIGHT: WD_ALIGN_PARAGRAPH.RIGHT, JUSTIFY: WD_ALIGN_PARAGRAPH.JUSTIFY}
SONG, HEI = "Noto Serif SC", "Noto Sans SC"


class Word:
    """A document under way."""

    def __init__(self, header):
        self.document, self.grids = Document(), {}
        page = self.document.sections[0]
        page.page_width, page.page_height = Pt(595.3), Pt(841.9)
        page.left_margin = page.right_margin = Pt(80)
        page.top_margin, page.bottom_margin, page.header_distance, page.footer_distance = Pt(76), Pt(66), Pt(42), Pt(34)
        style = self.document.styles["Normal"]
        style.font.size, style.font.name = Pt(10.5), SONG
        style.element.rPr.rFonts.set(qn("w:eastAsia"), SONG)
        style.paragraph_format.space_after = style.paragraph_format.space_before = Pt(0)
        if header:
            top = page.header.paragraphs[0]
            self._run(top, header, 9)
            top.alignment = WD_ALIGN_PARAGRAPH.CENTER
            self._rule(top)
        bottom = page.footer.paragraphs[0]
        bottom.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self._field(bottom, "PAGE")
        self._run(bottom, " / ", 9)
        self._field(bottom, "NUMPAGES")

    def _run(self, paragraph, text, size, bold=False, font=SONG, color=None):
        run = paragraph.add_run(text)
        run.font.size, run.font.bold, run.font.name = Pt(size), bold, font
        run._element.get_or_add_rPr().rFonts.set(qn("w:eastAsia"), font)
        if color is not None:
            run.font.color.rgb = color
        return run

    def _field(self, paragraph, name):
        run = self._run(paragraph, "", 9, True)
        for kind, text in (("begin", None), (None, name), ("end", None)):
            if kind:
                element = OxmlElement("w:fldChar")
                element.set(qn("w:fldCharType"), kind)
            else:
                element = OxmlElement("w:instrText")
                element.set(qn("xml:space"), "preserve")
                element.text = text
            run._element.append(element)

    def _rule(self, paragraph):
        borders = OxmlElement("w:pBdr")
        line = OxmlElement("w:bottom")
        for key, value in (("val", "single"), ("sz", "6"), ("space", "1"), ("color", "auto")):
            line.set(qn(f"w:{key}"), value)
        borders.append(line)
        paragraph._element.get_or_add_pPr().append(borders)

    def p(self, text, size=10.5, align=JUSTIFY, bold=False, font=SONG, before=0, after=0, indent=0, color=None, spacing=1.3, keep=False):
        paragraph = self.document.add_paragraph()
        paragraph.alignment = ALIGN[align]
        form = paragraph.paragraph_format
        form.space_before, form.space_after, form.first_line_indent, form.line_spacing, form.keep_with_next = (
            Pt(before),
            Pt(after),
            Pt(indent),
            spacing,
            keep,
        )
        self._run(paragraph, text, size, bold, font, color)
        return paragraph

    def head(self, text, size=10.5, align=LEFT, before=6, after=3):
        return self.p(text, size, align, True, HEI, before, after, keep=True)

    def grid(self, grid):
        """Draws a Grid as a Word table."""
        self.grids[grid.name] = grid
        columns = len(grid.widths)
        table = self.document.add_table(len(grid.rows), columns)
        table.style, table.alignment, table.autofit = "Table Grid", WD_TABLE_ALIGNMENT.CENTER, False
        for column, width in zip(table.columns, grid.widths):
            column.width = Pt(width)
        for (c0, r0), (c1, r1) in grid.spans():
            table.cell(r0, c0).merge(table.cell(r1, c1))
        wide = dict(grid.spans())
        for r, row in enumerate(grid.rows):
            head = r < grid.header or r in grid.subheads
            if head and grid.repeat and r < grid.header:
                mark = OxmlElement("w:tblHeader")
                mark.set(qn("w:val"), "true")
                table.rows[r]._tr.get_or_add_trPr().append(mark)
            for c, cell in enumerate(row):
                box = table.cell(r, c)
                box.width = Pt(sum(grid.widths[c : wide.get((c, r), ((c, r)))[0] + 1]))
                if cell in "<^" and cell:
                    continue
                box.vertical_alignment = WD_ALIGN_VERTICAL.CENTER
                full = wide.get((c, r), ((c, r)))[0] - c + 1 == columns
                paragraph = box.paragraphs[0]
                paragraph.alignment = ALIGN[CENTER if head or full and columns > 2 else grid.align[c]]
                paragraph.paragraph_format.line_spacing = 1.0
                if c == 0 and grid.indents.get(r):
                    paragraph.paragraph_format.left_indent = Pt(grid.indents[r] * grid.size / 2)
                if cell:
                    self._run(paragraph, cell, grid.size, head or r in grid.bold_rows, SONG)
        self._edges(table, grid)
        return table

    def form(self, rows, widths, size=10.5):
        """A form of two columns: a label, and paragraphs of (words, bold); a row may break over pages."""
        table = self.document.add_table(len(rows), 2)
        table.style, table.alignment, table.autofit = "Table Grid", WD_TABLE_ALIGNMENT.CENTER, False
        for column, width in zip(table.columns, widths):
            column.width = Pt(width)
        for row, (label, paragraphs) in zip(table.rows, rows):
            for cell, width in zip(row.cells, widths):
                cell.width, cell.vertical_alignment = Pt(width), WD_ALIGN_VERTICAL.CENTER
            head = row.cells[0].paragraphs[0]
            head.alignment = WD_ALIGN_PARAGRAPH.CENTER
            self._run(head, label, size, True)
            for n, (words, bold) in enumerate(paragraphs):
                paragraph = row.cells[1].paragraphs[0] if n == 0 else row.cells[1].add_paragraph()
                paragraph.paragraph_format.line_spacing = 1.4
                self._run(paragraph, words, size, bold)

    def _edges(self, table, grid):
        properties = table._tbl.tblPr
        margins = OxmlElement("w:tblCellMar")
        for side, value in (("left", 50), ("right", 50)):
            element = OxmlElement(f"w:{side}")
            element.set(qn("w:w"), str(value))
            element.set(qn("w:type"), "dxa")
            margins.append(element)
        properties.append(margins)
        if grid.style == "open":
            borders = OxmlElement("w:tblBorders")
            for side in ("left", "right"):
                element = OxmlElement(f"w:{side}")
                element.set(qn("w:val"), "nil")
                borders.append(element)
            for side in ("top", "bottom", "insideH", "insideV"):
                element = OxmlElement(f"w:{side}")
                for key, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "000000")):
                    element.set(qn(f"w:{key}"), value)
                borders.append(element)
            properties.append(borders)

    def save(self, path):
        """Prints to PDF. LibreOffice sees the sample fonts only, through a fontconfig file of its own."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            self.document.save(str(folder / "document.docx"))
            (folder / "fonts.conf").write_text(
                f"<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig><dir>{PACKAGES.resolve()}</dir><dir>{PACKAGES.resolve()}/noto-serif-sc</dir>"
                f"<dir>{PACKAGES.resolve()}/noto-sans-sc</dir><cachedir>{folder}/cache</cachedir></fontconfig>"
            )
            environment = {**os.environ, "FONTCONFIG_FILE": str(folder / "fonts.conf"), "HOME": str(folder)}
            subprocess.run(
                [
                    "soffice",
                    f"-env:UserInstallation=file://{folder}/profile",
                    "--headless",
                    "--convert-to",
                    "pdf",
                    "--outdir",
                    str(folder),
                    str(folder / "document.docx"),
                ],
                check=True,
                capture_output=True,
                env=environment,
                timeout=300,
            )
            shutil.copy(folder / "document.pdf", path)


# printing allowed, copying and changing not: as many announcements are, in the old cipher, which needs no random numbers
LOCK = pikepdf.Encryption(owner="samples", user="", R=3, aes=False, metadata=False, allow=pikepdf.Permissions(extract=False, modify_annotation=False))


def settle(path, date, locked=False):
    """The same bytes at every run: the given date, no metadata stream, an identifier made from the contents (a fixed one where locked)."""
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for key in list(pdf.docinfo.keys()):
            if key not in ("/Producer", "/Creator", "/Title"):
                del pdf.docinfo[key]
        pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = date
        for place, key in ((pdf.Root, "/Metadata"), (pdf.Root, "/OpenAction"), (pdf.trailer, "/DocChecksum"), (pdf.trailer, "/ID")):
            if key in place:
                del place[key]
        identifier = {"static_id": True, "encryption": LOCK} if locked else {"deterministic_id": True}
        pdf.save(path, object_stream_mode=pikepdf.ObjectStreamMode.preserve, **identifier)
