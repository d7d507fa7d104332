"""HTML documents, printed to PDF by Chromium or by WeasyPrint: tables from grids, the sample fonts, nothing from the network."""

import os
import subprocess
import tempfile
from html import escape
from pathlib import Path

from sheet import CENTER, FILES, LEFT, PACKAGES

# family -> (file of the package, weight, style)
FACES = {
    "Song": [(FILES["Song"], 400, "normal"), (FILES["SongBold"], 700, "normal")],
    "Hei": [(FILES["Hei"], 400, "normal"), (FILES["HeiBold"], 700, "normal")],
}


def faces(families=FACES):
    """The @font-face rules of these families."""
    rules = []
    for family, files in families.items():
        for file, weight, style in files:
            path = (PACKAGES / file).resolve()
            if not path.exists():
                raise SystemExit(f"{path} is missing: run `npm install` in {Path(__file__).parent}")
            rules.append(f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; src: url('{path.as_uri()}'); }}")
    return "\n".join(rules)


def text(words):
    return escape(words).replace("\n", "<br>")


def paragraph(words, kind=""):
    return f"<p class='{kind}'>{text(words)}</p>" if kind else f"<p>{text(words)}</p>"


def table(grid, kind=""):
    """A Grid as an HTML table: spans, column widths in points, header cells."""
    wide = dict(grid.spans())
    columns = "".join(f"<col style='width:{width:.2f}pt'>" for width in grid.widths)
    rows = []
    for r, row in enumerate(grid.rows):
        cells = []
        for c, cell in enumerate(row):
            if cell in "<^" and cell:
                continue
            right, down = wide.get((c, r), (c, r))
            spans = (f" colspan={right - c + 1}" if right > c else "") + (f" rowspan={down - r + 1}" if down > r else "")
            head = r < grid.header or r in grid.subheads
            full, long = right - c + 1 == len(row) > 2, right - c > 2
            align = CENTER if head or full else LEFT if long else grid.align[c]
            indent = f"padding-left:{3 + grid.indents[r] * grid.size / 2:.1f}pt;" if c == 0 and grid.indents.get(r) else ""
            heavy = "font-weight:700;" if r in grid.bold_rows else ""
            tag = "th" if head else "td"
            cells.append(f"<{tag}{spans} style='text-align:{align};{indent}{heavy}'>{text(cell)}</{tag}>")
        rows.append("<tr>" + "".join(cells) + "</tr>")
    head = "<thead>" + "".join(rows[: grid.header]) + "</thead>" if grid.repeat else ""
    body = "".join(rows[grid.header :] if grid.repeat else rows)
    return f"<table class='{kind}' style='font-size:{grid.size}pt'><colgroup>{columns}</colgroup>{head}<tbody>{body}</tbody></table>"


def chromium(html, path):
    """Prints with headless Chromium, which sees a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-pdf-header-footer")
        # without tagging: the names of structure elements change from run to run
        options += ("--disable-pdf-tagging", f"--user-data-dir={folder}/profile", f"--print-to-pdf={Path(path).resolve()}")
        subprocess.run(["chromium", *options, page.as_uri()], check=True, capture_output=True, timeout=300, env={**os.environ, "HOME": folder})


def weasyprint(html, path):
    """Prints with WeasyPrint; fonts come from the page's own rules only."""
    from weasyprint import HTML

    HTML(string=html, base_url=str(Path(__file__).parent)).write_pdf(str(path))
