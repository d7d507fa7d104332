"""A small page kit over reportlab: justified Chinese text, tables that remember on which page each row was printed.

A `Grid` is both: what is drawn, and the truth of it. In its rows "<" is merged with the cell to the left, "^" with the one above.
"""

import os
from pathlib import Path

from reportlab.lib import colors
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Table

PACKAGES = Path(os.environ.get("SAMPLE_FONTS", Path(__file__).parent / "node_modules")) / "@expo-google-fonts"
FILES = {
    "Song": "noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf",
    "SongBold": "noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf",
    "Hei": "noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
    "HeiBold": "noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf",
}
NOT_AT_LINE_START = set("，。、；：？！）》”’%％〕】…—,.;:?!)")
NOT_AT_LINE_END = set("（《“‘〔【(")
LEFT, CENTER, RIGHT, JUSTIFY = "left", "center", "right", "justify"


def font_file(name):
    path = PACKAGES / FILES[name]
    if not path.exists():
        raise SystemExit(f"{path} is missing: run `npm install` in {Path(__file__).parent}")
    return path


def register_embedded():
    for name in FILES:
        pdfmetrics.registerFont(TTFont(name, str(font_file(name))))


def register_not_embedded():
    """The predefined Chinese font of PDF viewers: nothing is embedded, the encoding is UniGB-UCS2-H, there is no ToUnicode."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))


def words(text):
    """Units that a line break may fall between: a Chinese character, a Latin word, a figure."""
    unit = ""
    for char in text:
        if ord(char) < 0x2000 and char not in " ":
            unit += char
            continue
        if unit:
            yield unit
        unit = ""
        yield char
    if unit:
        yield unit


def broken(text, font, size, width, first_width):
    """Lines of the text, with the usual rules for punctuation; a figure wider than the line is cut, as in Word."""
    measure = lambda s: pdfmetrics.stringWidth(s, font, size)
    lines, line, room = [], [], first_width

    def end():
        nonlocal line, room
        lines.append("".join(line).rstrip(" "))
        line, room = [], width

    for part in text.split("\n"):
        for unit in words(part):
            while measure(unit) > width and len(unit) > 1:
                fits = max(1, next((n for n in range(len(unit), 0, -1) if measure("".join(line) + unit[:n]) <= room), 1))
                line.append(unit[:fits])
                unit = unit[fits:]
                end()
            if line and measure("".join(line) + unit) > room:
                carried = []
                if unit[0] in NOT_AT_LINE_START and len(line) > 1:
                    carried.insert(0, line.pop())
                while len(line) > 1 and line[-1] in NOT_AT_LINE_END:
                    carried.insert(0, line.pop())
                end()
                line = carried
            if unit != " " or line:
                line.append(unit)
        end()
    return lines or [""]


class Text(Flowable):
    """A paragraph. `fake_bold` draws every line twice with a tiny offset, as some exports do."""

    def __init__(
        self,
        text,
        font="Song",
        size=10.5,
        leading=None,
        align=JUSTIFY,
        indent=0,
        color=colors.black,
        before=0,
        after=0,
        fake_bold=False,
        left=0,
        orphans=2,
    ):
        super().__init__()
        self.text, self.font, self.size, self.align, self.indent, self.color = text, font, size, align, indent, color
        self.leading, self.fake_bold, self.left = leading or size * 1.5, fake_bold, left
        self.spaceBefore, self.spaceAfter, self.keepWithNext = before, after, False
        self.lines, self.orphans, self.frozen = None, orphans, False  # frozen: a part of a split, its lines stay

    def getSpaceBefore(self):
        return self.spaceBefore

    def getSpaceAfter(self):
        return self.spaceAfter

    def wrap(self, width, height):
        if not self.frozen and (self.lines is None or self.width != width):
            self.lines = broken(self.text, self.font, self.size, width - self.left, width - self.left - self.indent)
        self.width, self.height = width, len(self.lines) * self.leading
        return width, self.height

    def split(self, width, height):
        self.wrap(width, height)
        fit = int(height // self.leading)
        if fit < self.orphans or len(self.lines) - fit < 1:
            return []
        parts = []
        for lines, indent in ((self.lines[:fit], self.indent), (self.lines[fit:], 0)):
            part = Text(
                "", self.font, self.size, self.leading, self.align, indent, self.color, fake_bold=self.fake_bold, left=self.left, orphans=self.orphans
            )
            part.lines, part.width, part.frozen = lines, width, True
            parts.append(part)
        parts[0].open_end = True
        return parts

    def draw(self):
        canvas, y = self.canv, self.height - self.leading + (self.leading - self.size) / 2 + self.size * 0.12
        canvas.setFillColor(self.color)
        for n, line in enumerate(self.lines):
            natural = pdfmetrics.stringWidth(line, self.font, self.size)
            x, indent, space = self.left, self.indent if n == 0 else 0, 0
            room = self.width - self.left - indent
            if self.align == CENTER:
                x += (room - natural) / 2
            elif self.align == RIGHT:
                x += room - natural
            elif self.align == JUSTIFY and (n < len(self.lines) - 1 or getattr(self, "open_end", False)) and len(line) > 1:
                space = (room - natural) / (len(line) - 1)
                space = space if -1.2 < space < 2.5 else 0
            for offset in (0, 0.28) if self.fake_bold else (0,):
                text = canvas.beginText(x + indent + offset, y)
                text.setFont(self.font, self.size)
                text.setCharSpace(space)
                text.textOut(line)
                canvas.drawText(text)
            y -= self.leading


class Mark(Flowable):
    """Nothing to see: remembers the page it came to stand on."""

    def __init__(self, book, name):
        super().__init__()
        self.book, self.name, self.keepWithNext = book, name, True

    def wrap(self, width, height):
        return 0, 0

    def draw(self):
        self.book.marks[self.name] = self.canv.getPageNumber()


class Book:
    """What the passes over a document learn: page of each mark, pages of each table and of each of its rows."""

    def __init__(self):
        self.marks, self.tables, self.grids, self.pages = {}, {}, {}, 0

    def pages_of(self, name):
        return sorted({page for page, _ in self.tables.get(name, [])})

    def page_of_row(self, name, row):
        """The page where the row begins."""
        return next(page for page, rows in self.tables[name] if row in rows)


class PagedTable(Table):
    """A table that tells its book where its rows went."""

    def split(self, width, height):
        parts = super().split(width, height)
        if len(parts) == 2:
            first, repeat = len(parts[0]._cellvalues), self.repeatRows if isinstance(self.repeatRows, int) else 0
            total = len(self.row_ids)
            cut = first - 1 if len(parts[1]._cellvalues) == total - first + 1 + repeat else first  # a row in both parts
            parts[0].row_ids, parts[1].row_ids = self.row_ids[:first], self.row_ids[:repeat] + self.row_ids[cut:]
            for part in parts:
                part.name, part.book = self.name, self.book
        return parts

    def draw(self):
        self.book.tables.setdefault(self.name, []).append((self.canv.getPageNumber(), self.row_ids))
        super().draw()


class Grid:
    """Rows of strings with "<" and "^" for merged cells, and how to draw them."""

    def __init__(
        self,
        name,
        rows,
        widths,
        style="grid",
        header=1,
        size=9,
        align=None,
        repeat=False,
        caption="",
        unit="",
        bold_rows=(),
        kind="lattice",
        font="Song",
        split_in_row=False,
        pad=1.6,
        leading=None,
        indents=None,
        header_align=CENTER,
        subheads=(),
    ):
        self.name, self.rows, self.widths, self.style, self.header, self.size = name, rows, widths, style, header, size
        self.align = align or [LEFT] + [RIGHT] * (len(widths) - 1)
        self.repeat, self.caption, self.unit, self.bold_rows, self.kind = repeat, caption, unit, set(bold_rows), kind
        self.font, self.split_in_row, self.pad, self.leading = font, split_in_row, pad, leading or size * 1.25
        self.indents, self.header_align, self.subheads = indents or {}, header_align, set(subheads)
        assert all(len(row) == len(widths) for row in rows), (name, [len(r) for r in rows], len(widths))

    def whole(self):
        """The truth: every merged cell repeated over its span."""
        full = []
        for r, row in enumerate(self.rows):
            full.append([])
            for c, cell in enumerate(row):
                full[r].append(full[r][c - 1] if cell == "<" else full[r - 1][c] if cell == "^" else cell.replace("\n", ""))
        return full

    def spans(self):
        """(column, row) to (column, row) of each merged cell."""
        found = []
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if cell in "<^" and cell:
                    continue
                right = c
                while right + 1 < len(row) and row[right + 1] == "<":
                    right += 1
                down = r
                while down + 1 < len(self.rows) and self.rows[down + 1][c] == "^":
                    down += 1
                if (right, down) != (c, r):
                    found.append(((c, r), (right, down)))
        return found

    def table(self, book):
        book.grids[self.name] = self
        spans = self.spans()
        wide = {start: end for start, end in spans}
        cells = []
        for r, row in enumerate(self.rows):
            cells.append([])
            for c, cell in enumerate(row):
                if cell in "<^" and cell:
                    cells[-1].append("")
                    continue
                head = r < self.header or r in self.subheads
                full = wide.get((c, r), ((c, r)))[0] - c + 1 == len(row)
                align = self.header_align if head or full and len(row) > 2 else self.align[c]
                font = "SongBold" if (head or r in self.bold_rows) and self.font == "Song" else self.font
                indent = self.indents.get(r, 0) if c == 0 else 0
                color = colors.white if self.style == "zebra" and head else colors.black
                cells[-1].append(
                    Text(cell, font, self.size, self.leading, align, color=color, left=indent * self.size / 2, orphans=1) if cell else ""
                )
        table = PagedTable(cells, colWidths=self.widths, repeatRows=self.header if self.repeat else 0, splitInRow=1 if self.split_in_row else 0)
        table.setStyle(self._style(spans))
        table.row_ids, table.name, table.book = list(range(len(cells))), self.name, book
        table.spaceBefore, table.spaceAfter = 2, 4
        return table

    def _style(self, spans):
        line = 0.5
        commands = [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 3),
            ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ("TOPPADDING", (0, 0), (-1, -1), self.pad),
            ("BOTTOMPADDING", (0, 0), (-1, -1), self.pad),
            ("FONTSIZE", (0, 0), (-1, -1), self.size),
            ("LEADING", (0, 0), (-1, -1), self.leading),
        ]
        commands += [("SPAN", start, end) for start, end in spans]
        if self.style == "grid":
            commands.append(("GRID", (0, 0), (-1, -1), line, colors.black))
        elif self.style == "open":  # no outer verticals
            commands += [
                ("LINEABOVE", (0, 0), (-1, 0), 1.1, colors.black),
                ("LINEBELOW", (0, -1), (-1, -1), 1.1, colors.black),
                ("LINEBELOW", (0, 0), (-1, -2), line, colors.black),
                ("LINEAFTER", (0, 0), (-2, -1), line, colors.black),
            ]
        elif self.style == "rules":  # three-line table
            commands += [
                ("LINEABOVE", (0, 0), (-1, 0), 1.1, colors.black),
                ("LINEBELOW", (0, self.header - 1), (-1, self.header - 1), 0.6, colors.black),
                ("LINEBELOW", (0, -1), (-1, -1), 1.1, colors.black),
            ]
        elif self.style == "zebra":  # filled bands and no lines
            commands.append(("BACKGROUND", (0, 0), (-1, self.header - 1), colors.HexColor("#1F4E79")))
            for r in range(self.header, len(self.rows)):
                commands.append(
                    ("BACKGROUND", (0, r), (-1, r), colors.HexColor("#DCE6F1") if (r - self.header) % 2 == 0 else colors.HexColor("#F5F8FC"))
                )
        return commands
