//! Reading order: a page is cut at its gutters into columns, each read whole, with what is as wide as the page above
//! and below them.

use doc::{Rect, text::is_cjk};

use crate::{
    caption,
    content::Glyph,
    line::{Line, lines},
    numbering::{Form, numbering},
};

use super::{Column, Item};

/// Narrowest white strip that parts two columns, points.
const GUTTER_MIN: f32 = 4.0;
/// A gutter is cut so far to the right of the left column, points.
const GUTTER_LINE: f32 = 0.5;
/// Shortest one, points.
const GUTTER_HEIGHT_MIN: f32 = 20.0;
/// Gutters are looked for at right edges of words, rounded to this, points.
const EDGE_STEP: f32 = 1.0;
/// Cuts within cuts.
const DEPTH_MAX: usize = 6;
/// Words of a page at most for which gutters are looked for; more is a drawing.
const MARKS_MAX: usize = 2_500;
/// Words whose heights overlap by this share stand beside each other.
const OVERLAP_SHARE: f32 = 0.2;
/// A side with fewer rows is no column, unless a table stands beside it.
const COLUMN_ROWS_MIN: usize = 3;
/// A line that fills this share of its column's width and has this many letters is running text.
const FULL_SHARE: f32 = 0.75;
const FULL_LETTERS: usize = 10;
/// Sides whose letters differ by this factor are columns from so many rows on.
const OTHER_SIZE_FACTOR: f32 = 1.35;
const OTHER_SIZE_ROWS_MIN: usize = 2;
/// Letters of a row that is more than a mark, and rows of words that are set from top to bottom.
const WORD_LETTERS_MIN: usize = 2;
const STACKED_ROWS_MIN: usize = 3;
/// So many full lines make a side flow.
const FLOWING_ROWS: usize = 3;
/// Rows whose middles differ by less than this, points, share a baseline.
const BASELINE_SLACK: f32 = 1.5;
/// From this share of rows with a partner on the same baseline on, the two sides are one list of labels and values.
const ALIGNED_SHARE_MAX: f32 = 0.7;
/// Two sides must stand beside each other over this share of the lower one's height.
const BESIDE_SHARE: f32 = 0.5;
/// Rows at an end of a column that may rather belong to what is above or below both columns.
const STRAY_ROWS_MAX: usize = 2;

/// The lines and tables of a page in reading order, column by column.
pub fn columns(glyphs: Vec<&Glyph>, tables: &[Rect]) -> Vec<Column> {
    let mut columns = Vec::new();
    let words = lines(glyphs.iter().copied());
    let extent = Rect::around(words.iter().map(|line| &line.bbox).chain(tables)).unwrap_or_default();
    let region = Region { glyphs, tables: (0..tables.len()).collect(), lines: words, extent, whole_width: true };
    cut(region, tables, 0, &mut columns);
    columns
}

/// A part of the page that is still to be cut.
struct Region<'a> {
    glyphs: Vec<&'a Glyph>,
    tables: Vec<usize>,
    lines: Vec<Line>,
    extent: Rect,
    whole_width: bool,
}

fn cut(region: Region<'_>, tables: &[Rect], depth: usize, columns: &mut Vec<Column>) {
    let marks = marks(&region, tables);
    let gutter = if depth < DEPTH_MAX && may_have_gutter(&marks) { best_gutter(&marks) } else { None };
    let Some(gutter) = gutter else {
        columns.extend(column(region, tables));
        return;
    };
    // Bullets stand in the gutter and belong to the column on their right.
    let (x, top, bottom) = (gutter.x0 + GUTTER_LINE, gutter.y0, gutter.y1);
    let mut parts: [(Vec<&Glyph>, Vec<usize>); 4] = Default::default();
    let part_of = |area: &Rect| match area.center_y() {
        y if y < top => 0,
        y if y > bottom => 3,
        _ if area.center_x() < x => 1,
        _ => 2,
    };
    for glyph in region.glyphs {
        parts[part_of(&glyph.bbox)].0.push(glyph);
    }
    for table in region.tables {
        parts[part_of(&tables[table])].1.push(table);
    }
    for (position, (glyphs, inside)) in parts.into_iter().enumerate() {
        if glyphs.is_empty() && inside.is_empty() {
            continue;
        }
        let lines = lines(glyphs.iter().copied());
        let boxes = lines.iter().map(|line| &line.bbox).chain(inside.iter().map(|table| &tables[*table]));
        let mut extent = Rect::around(boxes).unwrap_or_default();
        let beside = matches!(position, 1 | 2);
        if !beside {
            (extent.x0, extent.x1) = (region.extent.x0, region.extent.x1);
        }
        let whole_width = region.whole_width && !beside;
        cut(Region { glyphs, tables: inside, lines, extent, whole_width }, tables, depth + 1, columns);
    }
}

/// A region without gutters: its lines and tables from top to bottom.
fn column(region: Region<'_>, tables: &[Rect]) -> Option<Column> {
    let lines = with_bullets(region.lines).into_iter().flat_map(parted_at_titles);
    let mut items: Vec<(f32, Item)> = lines.map(|line| (line.bbox.center_y(), Item::Line(line.into()))).collect();
    items.extend(region.tables.iter().map(|index| (tables[*index].y0, Item::Table(*index))));
    items.sort_by(|a, b| a.0.total_cmp(&b.0));
    let items: Vec<Item> = items.into_iter().map(|(_, item)| item).collect();
    let (x0, x1) = (region.extent.x0, region.extent.x1);
    (!items.is_empty()).then_some(Column { x0, x1, whole_width: region.whole_width, items })
}

/// Puts bullets that stand a little higher or lower than their line into it.
fn with_bullets(lines: Vec<Line>) -> Vec<Line> {
    let alone = |line: &Line| matches!(line.words.as_slice(), [word] if is_bullet(&word.text));
    let (bullets, mut lines): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(alone);
    for bullet in bullets {
        let middle = bullet.bbox.center_y();
        let beside =
            |line: &&mut Line| middle > line.bbox.y0 && middle < line.bbox.y1 && line.bbox.x0 + 1.0 >= bullet.bbox.x1;
        match lines.iter_mut().find(beside) {
            Some(line) => {
                line.bbox = line.bbox.union(&bullet.bbox);
                line.words.splice(0..0, bullet.words);
            }
            None => lines.push(bullet),
        }
    }
    lines
}

fn is_bullet(word: &str) -> bool {
    word.chars().count() == 1 && numbering(word).is_some_and(|number| number.form == Form::Bullet)
}

/// Parts a line where a second figure's title or source starts: figures that stand side by side.
fn parted_at_titles(line: Line) -> Vec<Line> {
    let mut parts: Vec<Line> = Vec::new();
    for word in line.words {
        let starts = caption::is_figure_title(&word.text) || caption::is_source(&word.text);
        match parts.last_mut() {
            Some(part) if !starts => {
                part.bbox = part.bbox.union(&word.bbox);
                part.words.push(word);
            }
            _ => parts.push(Line { bbox: word.bbox, words: vec![word] }),
        }
    }
    parts
}

/// A word or a table, as the search for gutters sees it.
struct Mark {
    bbox: Rect,
    letters: usize,
    /// Its row among the region's lines; tables have none.
    table: bool,
}

fn marks(region: &Region<'_>, tables: &[Rect]) -> Vec<Mark> {
    let words = region.lines.iter().flat_map(|line| &line.words).filter(|word| !is_bullet(&word.text));
    let mut marks: Vec<Mark> =
        words.map(|word| Mark { bbox: word.bbox, letters: letters_of(&word.text), table: false }).collect();
    marks.extend(region.tables.iter().map(|table| Mark { bbox: tables[*table], letters: 0, table: true }));
    marks.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    marks
}

/// Letters of a word; a lone one that isn't Chinese is a bullet of a symbol font.
fn letters_of(word: &str) -> usize {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let lone = word.chars().count() == 1 && !word.chars().all(is_cjk);
    if lone { 0 } else { letters }
}

/// A cheap look: does anything stand beside anything on some rows, or beside a table?
fn may_have_gutter(marks: &[Mark]) -> bool {
    if marks.len() > MARKS_MAX {
        return false;
    }
    let mut beside = 0;
    let mut lowest: Option<&Mark> = None;
    for mark in marks {
        if let Some(above) = lowest
            && mark.bbox.y0 < above.bbox.y1 - OVERLAP_SHARE * mark.bbox.height()
        {
            beside += if mark.table || above.table { COLUMN_ROWS_MIN } else { 1 };
        }
        if lowest.is_none_or(|above| mark.bbox.y1 > above.bbox.y1) {
            lowest = Some(mark);
        }
    }
    beside >= COLUMN_ROWS_MIN
}

/// The white strip that parts most: the one with the greatest height of text on both sides.
fn best_gutter(marks: &[Mark]) -> Option<Rect> {
    let mut edges: Vec<i32> = marks.iter().map(|mark| (mark.bbox.x1 / EDGE_STEP).ceil() as i32).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut best: Option<(f32, Rect)> = None;
    for edge in edges {
        let x = edge as f32 * EDGE_STEP;
        for strip in strips(marks, x, x + GUTTER_MIN) {
            if let Some((height, gutter)) = judge(marks, strip)
                && best.as_ref().is_none_or(|(most, _)| height > *most + 0.5)
            {
                best = Some((height, gutter));
            }
        }
    }
    best.map(|(_, gutter)| gutter)
}

/// The white parts of the strip between two x, from crossing mark to crossing mark.
fn strips(marks: &[Mark], x0: f32, x1: f32) -> Vec<Rect> {
    let mut strips = Vec::new();
    let mut from = f32::NEG_INFINITY;
    for mark in marks.iter().filter(|mark| mark.bbox.x0 < x1 && mark.bbox.x1 > x0) {
        if mark.bbox.y0 - from > GUTTER_HEIGHT_MIN {
            strips.push(Rect { x0, y0: from, x1, y1: mark.bbox.y0 });
        }
        from = from.max(mark.bbox.y1);
    }
    strips.push(Rect { x0, y0: from, x1, y1: f32::INFINITY });
    strips
}

/// One side of a strip.
#[derive(Default)]
struct Side {
    /// Middle, left and right edge, letters of each row of words.
    rows: Vec<(f32, f32, f32, usize)>,
    heights: Vec<f32>,
    extent: Option<Rect>,
    tables: usize,
}

impl Side {
    fn add(&mut self, mark: &Mark) {
        self.extent = Some(self.extent.map_or(mark.bbox, |extent| extent.union(&mark.bbox)));
        if mark.table {
            self.tables += 1;
            return;
        }
        let middle = mark.bbox.center_y();
        self.heights.push(mark.bbox.height());
        match self.rows.iter_mut().rev().take(4).find(|row| (row.0 - middle).abs() < mark.bbox.height() / 2.0) {
            Some(row) => {
                row.1 = row.1.min(mark.bbox.x0);
                row.2 = row.2.max(mark.bbox.x1);
                row.3 += mark.letters;
            }
            None => self.rows.push((middle, mark.bbox.x0, mark.bbox.x1, mark.letters)),
        }
    }

    /// More than bullets, numbers of a list or of an axis?
    fn has_words(&self) -> bool {
        self.tables > 0 || self.is_stacked() || self.rows.iter().any(|row| row.3 >= WORD_LETTERS_MIN)
    }

    /// Words set from top to bottom: one letter a row.
    fn is_stacked(&self) -> bool {
        self.tables == 0 && self.rows.len() >= STACKED_ROWS_MIN && self.rows.iter().all(|row| row.3 == 1)
    }

    /// The height of most of its rows, points.
    fn row_height(&self) -> f32 {
        let mut heights = self.heights.clone();
        heights.sort_by(f32::total_cmp);
        heights.get(heights.len() / 2).copied().unwrap_or_default()
    }

    fn flows(&self) -> bool {
        let Some(extent) = self.extent else { return false };
        let full =
            |row: &&(f32, f32, f32, usize)| row.2 - row.1 >= FULL_SHARE * extent.width() && row.3 >= FULL_LETTERS;
        self.rows.iter().filter(full).count() >= FLOWING_ROWS
    }

    fn aligned_share(&self, other: &Side) -> f32 {
        let mut middles: Vec<f32> = other.rows.iter().map(|row| row.0).collect();
        middles.sort_by(f32::total_cmp);
        let partner = |middle: f32| {
            let after = middles.partition_point(|other| *other <= middle - BASELINE_SLACK);
            middles.get(after).is_some_and(|other| *other < middle + BASELINE_SLACK)
        };
        self.rows.iter().filter(|row| partner(row.0)).count() as f32 / self.rows.len().max(1) as f32
    }
}

/// The height over which the strip parts two columns and the strip cut to them, if it parts any.
fn judge(marks: &[Mark], strip: Rect) -> Option<(f32, Rect)> {
    let (mut left, mut right) = (Side::default(), Side::default());
    for mark in marks.iter().filter(|mark| mark.bbox.y0 >= strip.y0 - 1.0 && mark.bbox.y1 <= strip.y1 + 1.0) {
        if mark.bbox.x1 <= strip.x0 + EDGE_STEP {
            left.add(mark);
        } else if mark.bbox.x0 >= strip.x1 - EDGE_STEP {
            right.add(mark);
        }
    }
    let (a, b) = (left.extent?, right.extent?);
    let beside = a.y1.min(b.y1) - a.y0.max(b.y0);
    if beside < BESIDE_SHARE * a.height().min(b.height()) || !are_columns(&left, &right) {
        return None;
    }
    let (top, bottom) = without_strays(&left, &right, strip);
    Some((beside, Rect { x0: a.x1, y0: top, x1: b.x0, y1: bottom }))
}

fn are_columns(left: &Side, right: &Side) -> bool {
    if left.tables > 0 && right.tables > 0 {
        return true;
    }
    if !left.has_words() || !right.has_words() {
        return false;
    }
    let (few, many) = if left.rows.len() <= right.rows.len() { (left, right) } else { (right, left) };
    let aligned = few.aligned_share(many);
    if left.tables + right.tables > 0 {
        return !few.rows.is_empty() && aligned <= ALIGNED_SHARE_MAX || few.rows.is_empty() && few.tables > 0;
    }
    let independent = aligned <= ALIGNED_SHARE_MAX;
    let (low, high) = (few.row_height().min(many.row_height()), few.row_height().max(many.row_height()));
    let other_size = high > OTHER_SIZE_FACTOR * low && few.rows.len() >= OTHER_SIZE_ROWS_MIN;
    if left.is_stacked() || right.is_stacked() || (other_size && independent) {
        return true;
    }
    few.rows.len() >= COLUMN_ROWS_MIN
        && ((left.flows() && right.flows()) || ((left.flows() || right.flows()) && independent))
}

/// Cuts rows off the strip's ends that stand on one side only and nearer to what is outside than to their column.
fn without_strays(left: &Side, right: &Side, strip: Rect) -> (f32, f32) {
    let (mut top, mut bottom) = (strip.y0, strip.y1);
    for (side, other) in [(left, right), (right, left)] {
        let Some(beside) = other.extent else { continue };
        let below: Vec<f32> = side.rows.iter().map(|row| row.0).filter(|y| *y > beside.y1).collect();
        if let Some(first) = below.iter().copied().reduce(f32::min)
            && below.len() <= STRAY_ROWS_MAX
            && strip.y1.is_finite()
        {
            let last = below.iter().copied().fold(first, f32::max);
            let above = side.rows.iter().map(|row| row.0).filter(|y| *y < first).fold(f32::NEG_INFINITY, f32::max);
            if first - above > strip.y1 - last {
                bottom = bottom.min((first + beside.y1) / 2.0);
            }
        }
        let over: Vec<f32> = side.rows.iter().map(|row| row.0).filter(|y| *y < beside.y0).collect();
        if let Some(last) = over.iter().copied().reduce(f32::max)
            && over.len() <= STRAY_ROWS_MAX
        {
            let next = side.rows.iter().map(|row| row.0).filter(|y| *y > last).fold(f32::INFINITY, f32::min);
            let first = over.iter().copied().fold(last, f32::min);
            if next - last > first - strip.y0 {
                top = top.max((last + beside.y0) / 2.0);
            }
        }
    }
    (top, bottom)
}

#[cfg(test)]
mod tests {
    use crate::testing::{TestPage, document, texts};

    const LEFT: [&str; 5] = [
        "左栏第一行的文字写得很满一直",
        "到栏边第二行的文字也很满一直",
        "到栏边第三行的文字也很满一直",
        "到栏边第四行的文字也很满一直",
        "到这里结束。",
    ];
    const RIGHT: [&str; 4] =
        ["右栏第一行文字也写满到边", "上第二行文字也是写满到边", "上第三行文字也是写满到边", "上结束。"];

    #[test]
    fn each_column_is_read_whole_between_what_is_as_wide_as_the_page() {
        let page = TestPage::new(1)
            .text(50.0, 100.0, "这一行标题与整页一样宽所以它在两栏之上先读完这一行标题与整页一样宽")
            .lines(50.0, 140.0, &LEFT)
            .lines(250.0, 146.0, &RIGHT)
            .text(50.0, 260.0, "这一行结尾与整页一样宽所以它在两栏之下最后读这一行结尾与整页一样宽");
        let document = document(vec![page]);
        let texts = texts(&document, 1);
        assert_eq!(texts[1], LEFT.concat());
        assert_eq!(texts[2], RIGHT.concat());
        assert!(texts[0].contains("之上先读") && texts[3].contains("之下最后读"), "{texts:?}");
    }

    #[test]
    fn labels_and_their_values_are_read_row_by_row() {
        let mut page = TestPage::new(1);
        for (row, (label, value)) in
            [("总股本", "一百亿股"), ("收盘价", "七十元整"), ("市净率", "二点五倍"), ("换手率", "百分之三")]
                .iter()
                .enumerate()
        {
            let y = 100.0 + 20.0 * row as f32;
            page = page.text(50.0, y, label).text(200.0, y, value);
        }
        assert_eq!(
            texts(&document(vec![page]), 1),
            ["总股本 一百亿股", "收盘价 七十元整", "市净率 二点五倍", "换手率 百分之三"]
        );
    }

    #[test]
    fn a_bullet_a_little_off_its_line_belongs_to_it() {
        let page = TestPage::new(1).text(50.0, 104.8, "●").text(70.0, 100.0, "收入增长");
        assert_eq!(texts(&document(vec![page]), 1), ["● 收入增长"]);
    }

    #[test]
    fn titles_of_figures_side_by_side_are_two() {
        let page = TestPage::new(1).text(50.0, 100.0, "图1：收入").text(300.0, 100.0, "图2：利润");
        assert_eq!(texts(&document(vec![page]), 1), ["图1：收入", "图2：利润"]);
    }
}
