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
    stream_with("", content)
}

/// A stream whose dictionary has these entries beside its length.
fn stream_with(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut object = format!("<<{entries}/Length {}>>stream\n", content.len()).into_bytes();
    object.extend(content);
    object.extend(b"\nendstream");
    object
}

/// A file with what [`file`] has not: a form, pictures, a font of drawings, a pattern, a shading, transparency, a
/// turned page, labels, a compressed stream, objects inside a stream.
pub fn rich_file() -> Vec<u8> {
    let content = "/G gs q 2 0 0 2 10 10 cm /X Do Q q 50 0 0 50 200 200 cm /I Do Q BT /T 20 Tf 40 300 Td (ab) Tj ET \
        /Pattern cs /P scn 100 400 80 40 re f /S sh BT /H 12 Tf 40 500 Td (Revenue 12.5) Tj ET \
        BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI /E BMC EMC";
    let form = "BT /H 8 Tf 5 5 Td (inside) Tj ET 0 0 20 20 re S /X Do";
    let pictured = "/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray";
    let resources = "/Resources<</Font<</H 6 0 R/T 7 0 R>>/XObject<</X 8 0 R/I 9 0 R>>/Pattern<</P 10 0 R>>\
        /Shading<</S 11 0 R>>/ExtGState<</G 12 0 R>>>>";
    let objects = vec![
        b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r/St 3>>]>>>>".to_vec(),
        format!("<</Type/Pages/Count 1/Kids[3 0 R]{resources}>>").into_bytes(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/CropBox[10 10 590 700]/Rotate 0/Contents[4 0 R 5 0 R]>>"
            .to_vec(),
        stream(content.as_bytes()),
        stream_with("/Filter/FlateDecode", &stored(b"BT /H 10 Tf 40 600 Td (squeezed) Tj ET")),
        b"<</Type/Font/Subtype/TrueType/BaseFont/Arial,Bold/FirstChar 32/LastChar 34/Widths[250 300 400]>>".to_vec(),
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 10 10]/FontMatrix[0.1 0 0 0.1 0 0]/FirstChar 97/LastChar 98\
          /Widths[10 10]/CharProcs<</a 13 0 R/b 13 0 R>>/Encoding<</Differences[97/a/b]>>>>"
            .to_vec(),
        stream_with(&format!("/Type/XObject/Subtype/Form/BBox[0 0 30 30]{resources}"), form.as_bytes()),
        stream_with(pictured, b"0123456789abcdef"),
        stream_with(
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>",
            b"0 0 2 2 re f",
        ),
        b"<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 100 100]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]\
          /C1[0 0 1]/N 1>>>>"
            .to_vec(),
        b"<</Type/ExtGState/ca 0.5/SMask<</S/Luminosity/G 8 0 R>>/BM/Multiply>>".to_vec(),
        stream(b"10 0 0 0 10 10 d1 0 0 8 8 re f"),
        stream_with("/Type/ObjStm/N 2/First 10", b"20 0 21 3 (a)<</Producer(made)>>"),
    ];
    assembled(&objects)
}

/// Bytes as zlib would pack them without compressing.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX);
    let bytes = &bytes[..usize::from(length)];
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % ADLER_BASE;
        b = (b + a) % ADLER_BASE;
    }
    let mut packed = vec![0x78, 0x01, 0x01];
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    packed.extend(bytes);
    packed.extend((b << 16 | a).to_be_bytes());
    packed
}

/// The modulus of zlib's checksum.
const ADLER_BASE: u32 = 65_521;

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
