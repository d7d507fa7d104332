//! Small PDF files, made from content streams: the frame around random drawing, and the seeds.

use std::fmt::Write;

/// A file with a page for each content stream.
///
/// Two fonts: `/F` for Chinese, two bytes a character (UTF-16, by its own map), and `/H`, one of the standard ones.
pub fn file(pages: &[&[u8]]) -> Vec<u8> {
    let count = pages.len();
    let kids: String = (0..count).map(|page| format!("{} 0 R ", FIRST_PAGE + 2 * page)).collect();
    let mut objects: Vec<Vec<u8>> = vec![
        b"<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R>>".to_vec(),
        format!(
            "<</Type/Pages/Count {count}/Kids[{kids}]/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R/H 6 0 R>>>>>>"
        )
        .into_bytes(),
        b"<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding/Identity-H/DescendantFonts[4 0 R]/ToUnicode 5 0 R>>"
            .to_vec(),
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
          /Supplement 0>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Made/Flags 4/FontBBox[0 -120 1000 880]\
          /Ascent 880/Descent -120/CapHeight 700/StemV 80/ItalicAngle 0>>>>"
            .to_vec(),
        stream(TO_UNICODE.as_bytes()),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
        b"<</Type/Outlines/Count 1/First 8 0 R/Last 8 0 R>>".to_vec(),
        format!("<</Title(Outline)/Parent 7 0 R/Dest[{FIRST_PAGE} 0 R/Fit]>>").into_bytes(),
    ];
    for (page, content) in pages.iter().enumerate() {
        objects.push(format!("<</Type/Page/Parent 2 0 R/Contents {} 0 R>>", FIRST_PAGE + 2 * page + 1).into_bytes());
        objects.push(stream(content));
    }
    assembled(&objects)
}

/// Number of the first page's object; its content stream follows it.
const FIRST_PAGE: usize = 9;

/// Every code is its own character.
const TO_UNICODE: &str = "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n/CMapName/Made def\n\
1 begincodespacerange <0000> <FFFF> endcodespacerange\n1 beginbfrange <0000> <FFFF> <0000> endbfrange\n\
endcmap end end\n";

fn stream(content: &[u8]) -> Vec<u8> {
    let mut object = format!("<</Length {}>>stream\n", content.len()).into_bytes();
    object.extend(content);
    object.extend(b"\nendstream");
    object
}

fn assembled(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = String::new();
    for (number, object) in (1..).zip(objects) {
        let _ = writeln!(places, "{:010} 00000 n ", file.len());
        file.extend(format!("{number} 0 obj").as_bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let (start, count) = (file.len(), objects.len() + 1);
    let tail = format!(
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend(tail.as_bytes());
    file
}

/// Operators that write words at a place, points from the bottom left.
pub fn words(x: f32, y: f32, size: f32, words: &str) -> String {
    let codes: String = words.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
    format!("BT /F {size} Tf {x} {y} Td <{codes}> Tj ET\n")
}

/// Operators that draw a ruled table with words in its cells, from its top left down, rows 20 points high.
pub fn table(x: f32, y: f32, widths: &[f32], rows: &[&[&str]]) -> String {
    let (height, width) = (20.0 * rows.len() as f32, widths.iter().sum::<f32>());
    let mut drawn = String::from("0.5 w\n");
    for row in 0..=rows.len() {
        let at = y - 20.0 * row as f32;
        let _ = writeln!(drawn, "{x} {at} m {} {at} l S", x + width);
    }
    let mut at = x;
    for (column, width) in widths.iter().enumerate() {
        let _ = writeln!(drawn, "{at} {y} m {at} {} l S", y - height);
        for (row, cells) in rows.iter().enumerate() {
            if let Some(text) = cells.get(column) {
                drawn.push_str(&words(at + 3.0, y - 20.0 * row as f32 - 14.0, 9.0, text));
            }
        }
        at += width;
    }
    let _ = writeln!(drawn, "{at} {y} m {at} {} l S", y - height);
    drawn
}
