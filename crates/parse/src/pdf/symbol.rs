//! Characters of symbol fonts: Wingdings, Wingdings 2 and Symbol name theirs by codes of the private use area
//! (U+F000 and the letter's code), which say nothing to a reader and are found by nobody.
//!
//! The two fonts use the same codes for different signs. Taken are the signs that forms and lists are made of: boxes
//! (ticked ones of both fonts), check marks, bullets. Anything else stays as the file says it. Source: Unicode's
//! mapping of the Wingdings fonts (Unicode 7.0, proposal L2/12-368) and Adobe's of Symbol.

/// The ordinary character for one of a symbol font; any other as it is.
pub fn plain(c: char) -> char {
    match c {
        // Wingdings 2: `R`, `T`, `P` and 0xA3; Wingdings: 0xFE, 0xFD, 0xFC, 0xA8, `o`.
        '\u{F052}' | '\u{F0FE}' => '☑',
        '\u{F054}' | '\u{F0FD}' => '☒',
        '\u{F050}' | '\u{F0FC}' => '✓',
        '\u{F0A3}' | '\u{F0A8}' | '\u{F06F}' => '□',
        // Bullets of Wingdings: `l`, `n`, `u`, `Ø`, 0xA7; of Symbol: 0xB7.
        '\u{F06C}' => '●',
        '\u{F06E}' => '■',
        '\u{F075}' => '◆',
        '\u{F0D8}' => '➢',
        '\u{F0A7}' => '▪',
        '\u{F0B7}' => '•',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn boxes_and_bullets_become_readable_and_others_stay() {
        assert_eq!("\u{F052}适用 \u{F0A3}不适用".chars().map(plain).collect::<String>(), "☑适用 □不适用");
        assert_eq!(plain('\u{F0D8}'), '➢');
        assert_eq!(plain('\u{F021}'), '\u{F021}');
        assert_eq!(plain('R'), 'R');
    }
}
