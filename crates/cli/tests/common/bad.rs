//! PDF files that are wrong on purpose, made in code: each asks for something that no report asks for.

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};

use super::{pdf, stream, text_pdf};

/// Bytes compressed as `/FlateDecode` has them.
pub fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).expect("in memory");
    encoder.finish().expect("in memory")
}

/// Megabytes of white space compressed, made a piece at a time.
pub fn deflated_spaces(megabytes: usize) -> Vec<u8> {
    let piece = vec![b' '; 1 << 20];
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..megabytes {
        encoder.write_all(&piece).expect("in memory");
    }
    encoder.finish().expect("in memory")
}

/// The font that text of these files is set in.
pub const FONT: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
/// Paper as it is in an office.
pub const PAPER: &str = "[0 0 612 792]";

/// One page with this content stream; `more` are objects from number 5 on.
pub fn page_with(content: Vec<u8>, resources: &str, more: Vec<Vec<u8>>) -> Vec<u8> {
    page_of(PAPER, content, &format!("/Resources << {resources} >>"), more)
}

/// One page of any size with any further keys; `more` are objects from number 5 on.
pub fn page_of(media_box: &str, content: Vec<u8>, keys: &str, more: Vec<Vec<u8>>) -> Vec<u8> {
    let page = format!("<< /Type /Page /Parent 2 0 R /MediaBox {media_box} /Contents 4 0 R {keys} >>");
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        content,
    ];
    objects.extend(more);
    pdf(&objects)
}

/// One page of plain content with the font `/F1`.
pub fn drawn(content: &str) -> Vec<u8> {
    page_with(stream("", content.as_bytes()), &format!("/Font << /F1 {FONT} >>"), vec![])
}

/// Levels of [`doubling_forms`].
const DOUBLING_LEVELS: usize = 40;
/// The content of a page that draws them.
pub const DOUBLING: &str = "/N Do";

/// That many forms, each of which draws the next one so often; the first has this object number.
fn forms(levels: usize, times: usize, first: usize) -> Vec<Vec<u8>> {
    let form = |level: usize| {
        let next = first + level + 1;
        let dictionary =
            format!("/Type /XObject /Subtype /Form /BBox {PAPER} /Resources << /XObject << /N {next} 0 R >> >>");
        stream(&dictionary, "/N Do ".repeat(times).as_bytes())
    };
    let last = stream(&format!("/Type /XObject /Subtype /Form /BBox {PAPER}"), b"0 0 m 1 1 l S");
    (0..levels).map(form).chain([last]).collect()
}

/// Forty forms, each of which draws the next one twice: 2^40 drawings from a few kilobytes.
pub fn doubling_forms() -> Vec<u8> {
    page_with(stream("", DOUBLING.as_bytes()), "/XObject << /N 5 0 R >>", forms(DOUBLING_LEVELS, 2, 5))
}

/// The same with three drawings each.
pub fn forms_that_never_end() -> Vec<u8> {
    page_with(stream("", DOUBLING.as_bytes()), "/XObject << /N 5 0 R >>", forms(DOUBLING_LEVELS, 3, 5))
}

/// Forms in forms, each drawn once.
pub fn forms_in_forms(levels: usize) -> Vec<u8> {
    page_with(stream("", DOUBLING.as_bytes()), "/XObject << /N 5 0 R >>", forms(levels, 1, 5))
}

/// Two gigabytes of white space as page content in two megabytes.
pub fn inflating_content() -> Vec<u8> {
    page_with(stream("/Filter /FlateDecode", &deflated_spaces(2_048)), "", vec![])
}

/// The same, compressed twice: a few kilobytes.
pub fn inflating_twice() -> Vec<u8> {
    page_with(stream("/Filter [/FlateDecode /FlateDecode]", &deflate(&deflated_spaces(1_536))), "", vec![])
}

/// A form that draws itself.
pub fn cyclic_form() -> Vec<u8> {
    let form = stream(
        &format!("/Type /XObject /Subtype /Form /BBox {PAPER} /Resources << /XObject << /N 5 0 R >> >>"),
        b"/N Do /N Do",
    );
    page_with(stream("", b"/N Do"), "/XObject << /N 5 0 R >>", vec![form])
}

/// Objects of a document whose page tree is this; object 3 is a page with a word on it, object 5 its font.
fn with_tree(pages: &str, more: Vec<Vec<u8>>) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        pages.as_bytes().to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox {PAPER} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
        )
        .into_bytes(),
        stream("", b"BT /F1 12 Tf 72 720 Td (A word in the tree.) Tj ET"),
        FONT.as_bytes().to_vec(),
    ];
    objects.extend(more);
    pdf(&objects)
}

/// One page that says that it is a million.
pub fn lying_count() -> Vec<u8> {
    with_tree("<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>", vec![])
}

/// The same page a million times in one list.
pub fn million_kids() -> Vec<u8> {
    let kids = "3 0 R ".repeat(1_000_000);
    with_tree(&format!("<< /Type /Pages /Kids [{kids}] /Count 1000000 >>"), vec![])
}

/// Twenty levels of page tree, each of which lists the next one twice: a million pages from two kilobytes.
pub fn doubling_tree() -> Vec<u8> {
    const LEVELS: usize = 20;
    const FIRST: usize = 6;
    let level = |level: usize| {
        let next = if level + 1 == LEVELS { 3 } else { FIRST + level + 1 };
        format!("<< /Type /Pages /Kids [{next} 0 R {next} 0 R] /Count {} >>", 1_u64 << (LEVELS - level)).into_bytes()
    };
    with_tree(
        &format!("<< /Type /Pages /Kids [{FIRST} 0 R] /Count {} >>", 1_u64 << LEVELS),
        (0..LEVELS).map(level).collect(),
    )
}

/// A page tree that contains itself.
pub fn cyclic_tree() -> Vec<u8> {
    with_tree(
        "<< /Type /Pages /Kids [6 0 R 3 0 R] /Count 2 >>",
        vec![b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 6 0 R] /Count 2 >>".to_vec()],
    )
}

/// Five thousand levels of page tree with one page at the end.
pub fn deep_tree() -> Vec<u8> {
    const LEVELS: usize = 5_000;
    const FIRST: usize = 6;
    let level = |level: usize| {
        let next = if level + 1 == LEVELS { 3 } else { FIRST + level + 1 };
        format!("<< /Type /Pages /Kids [{next} 0 R] /Count 1 >>").into_bytes()
    };
    with_tree(&format!("<< /Type /Pages /Kids [{FIRST} 0 R] /Count 1 >>"), (0..LEVELS).map(level).collect())
}

/// Text in a font whose program inflates to that many megabytes.
pub fn giant_font(megabytes: usize) -> Vec<u8> {
    let descriptor = "<< /Type /FontDescriptor /FontName /Giant /Flags 4 /FontFile2 7 0 R >>";
    let font = "<< /Type /Font /Subtype /TrueType /BaseFont /Giant /FirstChar 32 /LastChar 33 /Widths [500 500] /FontDescriptor 6 0 R >>";
    page_with(
        stream("", b"BT /F1 12 Tf 72 720 Td (Words in a giant font.) Tj ET"),
        "/Font << /F1 5 0 R >>",
        vec![
            font.as_bytes().to_vec(),
            descriptor.as_bytes().to_vec(),
            stream("/Filter /FlateDecode", &deflated_spaces(megabytes)),
        ],
    )
}

/// Text whose map to Unicode has that many entries.
pub fn giant_unicode_map(entries: usize) -> Vec<u8> {
    let mut map =
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange\n"
            .to_vec();
    for _ in 0..entries / 100 {
        map.extend(b"100 beginbfchar\n");
        for code in 0..100 {
            map.extend(format!("<{code:04x}> <0041>\n").into_bytes());
        }
        map.extend(b"endbfchar\n");
    }
    map.extend(b"endcmap end");
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>";
    page_with(
        stream("", b"BT /F1 12 Tf 72 720 Td <00010002> Tj ET"),
        "/Font << /F1 5 0 R >>",
        vec![font.as_bytes().to_vec(), stream("/Filter /FlateDecode", &deflate(&map))],
    )
}

/// A map to Unicode whose ranges cover four thousand million codes.
pub fn endless_ranges() -> Vec<u8> {
    let map = b"begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 2 beginbfrange <00000000> <ffffffff> <0041> <0000> <ffff> <0041> endbfrange 1 begincidrange <00000000> <ffffffff> 0 endcidrange endcmap";
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding 6 0 R /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /W [0 2000000000 500 1 [1 2 3]] /DW 1e30 >>] >>";
    page_with(
        stream("", b"BT /F1 12 Tf 72 720 Td <0001000200030004> Tj ET"),
        "/Font << /F1 5 0 R >>",
        vec![font.as_bytes().to_vec(), stream("/Type /CMap /CMapName /Own", map)],
    )
}

/// Text in fonts, encodings and maps that are not there.
pub fn missing_fonts() -> Vec<u8> {
    let content = "BT /None 12 Tf 72 720 Td (No font at all.) Tj /F1 12 Tf 0 -20 Td (Reference to nothing.) Tj /F2 12 Tf 0 -20 Td <41424344> Tj /F3 12 Tf 0 -20 Td (Readable words.) Tj ET";
    let fonts = format!(
        "/F1 99 0 R /F2 << /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /No-Such-Map-H /DescendantFonts [98 0 R] >> /F3 {FONT} /F4 (no dictionary)"
    );
    page_with(stream("", content.as_bytes()), &format!("/Font << {fonts} >>"), vec![])
}

/// A picture with this dictionary and these bytes, drawn above a word.
pub fn picture(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let content = "q 100 0 0 100 72 600 cm /I Do Q BT /F1 12 Tf 72 720 Td (A word above the picture.) Tj ET";
    page_with(
        stream("", content.as_bytes()),
        &format!("/XObject << /I 5 0 R >> /Font << /F1 {FONT} >>"),
        vec![stream(&format!("/Type /XObject /Subtype /Image {dictionary}"), data)],
    )
}

/// A word on paper of this size.
pub fn paper(media_box: &str) -> Vec<u8> {
    let content = stream("", b"BT /F1 12 Tf 72 700 Td (A word on odd paper.) Tj ET");
    page_of(media_box, content, &format!("/Resources << /Font << /F1 {FONT} >> >>"), vec![])
}

/// Numbers that look random and are the same in every run.
pub fn noise(seed: u64) -> u64 {
    let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

/// Operators, numbers, names and strings in no order.
pub fn garbage_operators(count: u64) -> Vec<u8> {
    const WORDS: [&str; 24] = [
        "q", "Q", "cm", "BT", "ET", "Tf", "Tj", "TJ", "Do", "re", "f", "W", "n", "sh", "BI", "ID", "EI", "gs", "/F1",
        "(x", "<41", "[1 2", "<<", ">>",
    ];
    let mut content = String::new();
    for at in 0..count {
        let random = noise(at);
        match random % 3 {
            0 => content.push_str(&format!("{} ", (random >> 8) as i32)),
            1 => content.push_str(&format!("{}e{} ", random >> 40, random % 60)),
            _ => content.push_str(&format!("{} ", WORDS[(random >> 16) as usize % WORDS.len()])),
        }
    }
    drawn(&content)
}

/// Bytes of every value as page content.
pub fn garbage_bytes(count: u64) -> Vec<u8> {
    let bytes: Vec<u8> = (0..count).map(|at| (noise(at) >> 20) as u8).collect();
    page_with(stream("", &bytes), "", vec![])
}

/// A grid of that many lines each way.
pub fn grid(lines: u32) -> Vec<u8> {
    let mut content = "0.1 w\n".to_owned();
    for line in 0..lines {
        let at = 20.0 + f64::from(line) * 560.0 / f64::from(lines);
        content.push_str(&format!("{at:.3} 20 m {at:.3} 580 l S 20 {at:.3} m 580 {at:.3} l S\n"));
    }
    drawn(&content)
}

/// Lines of any length at any place.
pub fn scattered_rules(count: u64) -> Vec<u8> {
    let mut content = "0.2 w\n".to_owned();
    for at in 0..count {
        let (x, y, length) = (noise(at) % 600, noise(at + count) % 780, 5 + noise(at + 2 * count) % 300);
        if at % 2 == 0 {
            content.push_str(&format!("{x} {y} m {} {y} l S\n", x + length));
        } else {
            content.push_str(&format!("{x} {y} m {x} {} l S\n", y + length));
        }
    }
    drawn(&content)
}

/// Small coloured boxes at any place.
pub fn scattered_boxes(count: u64) -> Vec<u8> {
    let mut content = "0.5 0.7 0.9 rg\n".to_owned();
    for at in 0..count {
        let (x, y) = (noise(at) % 6000, noise(at + count) % 7800);
        let (width, height) = (4 + noise(at + 2 * count) % 40, 4 + noise(at + 3 * count) % 20);
        content.push_str(&format!("{}.{} {}.{} {width} {height} re f\n", x / 10, x % 10, y / 10, y % 10));
    }
    drawn(&content)
}

/// Where the letters of a full page stand.
#[derive(Clone, Copy)]
pub enum Letters {
    /// In lines of four hundred.
    Lines,
    /// All in one place.
    Heap,
    /// Anywhere.
    Scattered,
    /// In one line that is longer than the paper.
    OneLine,
    /// Figures in columns, a line each 0.3 points.
    Figures,
}

/// A page with that many letters.
pub fn letters(count: u64, place: Letters) -> Vec<u8> {
    let mut content = "BT /F1 1 Tf\n".to_owned();
    match place {
        Letters::Lines => {
            for line in 0..count / 400 {
                content.push_str(&format!(
                    "1 0 0 1 10 {:.2} Tm ({}) Tj\n",
                    780.0 - line as f64 * 1.5,
                    "abcdefgh ".repeat(45).get(..400).unwrap_or_default()
                ));
            }
        }
        Letters::Heap => {
            for _ in 0..count {
                content.push_str("1 0 0 1 100 100 Tm (x) Tj\n");
            }
        }
        Letters::Scattered => {
            for at in 0..count {
                content.push_str(&format!(
                    "1 0 0 1 {}.{} {}.{} Tm (x) Tj\n",
                    noise(at) % 600,
                    noise(at + 1) % 10,
                    noise(at + count) % 780,
                    noise(at + 2) % 10
                ));
            }
        }
        Letters::OneLine => {
            content.push_str(&format!("1 0 0 1 10 100 Tm 0.001 Tc 0.1 Tz ({}) Tj", "m".repeat(count as usize)))
        }
        Letters::Figures => {
            for line in 0..count / 80 {
                for column in 0..10 {
                    content.push_str(&format!(
                        "1 0 0 1 {} {:.2} Tm (1,234.{:02}) Tj\n",
                        20 + column * 50,
                        785.0 - line as f64 * 780.0 / (count as f64 / 80.0),
                        line % 100
                    ));
                }
            }
        }
    }
    content.push_str("ET");
    drawn(&content)
}

/// A grid of many lines with letters anywhere.
pub fn grid_with_letters(lines: u32, count: u64) -> Vec<u8> {
    let mut content = "0.1 w\n".to_owned();
    for line in 0..lines {
        let at = 20.0 + f64::from(line) * 560.0 / f64::from(lines);
        content.push_str(&format!("{at:.3} 20 m {at:.3} 580 l S 20 {at:.3} m 580 {at:.3} l S\n"));
    }
    content.push_str("BT /F1 1 Tf\n");
    for at in 0..count {
        content.push_str(&format!("1 0 0 1 {} {} Tm (8) Tj\n", 20 + noise(at) % 560, 20 + noise(at + count) % 560));
    }
    content.push_str("ET");
    drawn(&content)
}

/// Brackets in brackets, as an operand and as a value of the page.
pub fn nested(levels: usize, open: &str, close: &str) -> Vec<u8> {
    let deep = format!("{}{}", open.repeat(levels), close.repeat(levels));
    let content = stream("", format!("{deep} TJ BT /F1 12 Tf 72 720 Td (A word after it.) Tj ET").as_bytes());
    page_of(PAPER, content, &format!("/Resources << /Font << /F1 {FONT} >> >> /Deep {deep}"), vec![])
}

/// The file's last cross-reference offset is replaced by this.
pub fn with_start(start: &str) -> Vec<u8> {
    let good = text_pdf(&["A word that can be found."]);
    let text = String::from_utf8_lossy(&good).into_owned();
    let (front, _) = text.rsplit_once("startxref\n").expect("a whole file");
    format!("{front}startxref\n{start}\n%%EOF\n").into_bytes()
}

/// A cross-reference table that names itself as the one before.
pub fn cyclic_xref() -> Vec<u8> {
    let good = text_pdf(&["A word that can be found."]);
    let text = String::from_utf8_lossy(&good).into_owned();
    let start = text.rfind("xref\n0 ").expect("a table");
    text.replace("/Root 1 0 R", &format!("/Root 1 0 R /Prev {start}")).into_bytes()
}

/// Every offset of the cross-reference table is wrong.
pub fn shifted_xref() -> Vec<u8> {
    let good = text_pdf(&["A word that can be found."]);
    let text = String::from_utf8_lossy(&good).into_owned();
    text.replace(" 00000 n ", " 00001 n ").replace("00000000", "00000777").into_bytes()
}

/// Bookmarks that lead to themselves.
pub fn cyclic_outline() -> Vec<u8> {
    let content = stream("", b"BT /F1 12 Tf 72 720 Td (A word under a bookmark.) Tj ET");
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox {PAPER} /Contents 4 0 R /Resources << /Font << /F1 {FONT} >> >> >>"
    );
    pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        content,
        b"<< /Type /Outlines /First 6 0 R /Last 7 0 R >>".to_vec(),
        b"<< /Title (One) /First 7 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>".to_vec(),
        b"<< /Title (Two) /First 6 0 R /Next 6 0 R /Dest [99 0 R /Fit] >>".to_vec(),
    ])
}

/// Pages that all have the same content, as many as wanted.
pub fn pages(count: usize, content: &str) -> Vec<u8> {
    pages_of(&vec![content; count])
}

/// A page for each content; the font is `/F1`, and `/N` draws [`doubling_forms`].
pub fn pages_of(contents: &[&str]) -> Vec<u8> {
    const FONT_NUMBER: usize = 3;
    const FORMS_NUMBER: usize = 4;
    let first = FORMS_NUMBER + DOUBLING_LEVELS + 1;
    let kids: Vec<String> = (0..contents.len()).map(|page| format!("{} 0 R", first + 2 * page)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), contents.len()).into_bytes(),
        FONT.as_bytes().to_vec(),
    ];
    objects.extend(forms(DOUBLING_LEVELS, 2, FORMS_NUMBER));
    let resources = format!("<< /Font << /F1 {FONT_NUMBER} 0 R >> /XObject << /N {FORMS_NUMBER} 0 R >> >>");
    for content in contents {
        let number = objects.len() + 2;
        let page =
            format!("<< /Type /Page /Parent 2 0 R /MediaBox {PAPER} /Contents {number} 0 R /Resources {resources} >>");
        objects.extend([page.into_bytes(), stream("", content.as_bytes())]);
    }
    pdf(&objects)
}

/// Pages that are one ruled table each, from edge to edge: 45 rows of 8 columns, no two rows the same.
pub fn tables(pages: usize) -> Vec<u8> {
    const ROWS: usize = 45;
    const COLUMNS: usize = 8;
    const ROW_POINTS: usize = 16;
    const COLUMN_POINTS: usize = 70;
    let table = |page: usize| {
        let (bottom, right) = (780 - ROWS * ROW_POINTS, 26 + COLUMNS * COLUMN_POINTS);
        let mut content = "0.5 w\n".to_owned();
        for line in 0..=ROWS {
            let y = 780 - line * ROW_POINTS;
            content.push_str(&format!("26 {y} m {right} {y} l S\n"));
        }
        for line in 0..=COLUMNS {
            let x = 26 + line * COLUMN_POINTS;
            content.push_str(&format!("{x} {bottom} m {x} 780 l S\n"));
        }
        content.push_str("BT /F1 8 Tf\n");
        for row in 0..ROWS {
            let y = 780 - row * ROW_POINTS - 12;
            content.push_str(&format!("1 0 0 1 29 {y} Tm (Item {page}-{row}) Tj\n"));
            for column in 1..COLUMNS {
                let figure = noise((page * ROWS * COLUMNS + row * COLUMNS + column) as u64);
                let x = 29 + column * COLUMN_POINTS;
                content.push_str(&format!(
                    "1 0 0 1 {x} {y} Tm ({},{:03}.{:02}) Tj\n",
                    figure % 900 + 100,
                    (figure >> 16) % 1_000,
                    (figure >> 32) % 100
                ));
            }
        }
        content.push_str("ET");
        content
    };
    let contents: Vec<String> = (0..pages).map(table).collect();
    pages_of(&contents.iter().map(String::as_str).collect::<Vec<_>>())
}
