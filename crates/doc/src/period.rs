//! Reporting periods in their canonical form.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a figure is about in time, in the canonical form of the whole program (`2024FY`, `2024H1`, `2024Q3S`).
///
/// `Q1`, `H1`, `Q3` and `FY` are cumulative from 1 January; the `…Single` spans are one quarter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period {
    /// Calendar year.
    pub year: i32,
    /// Which part of it.
    pub span: Span,
}

/// The part of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Span {
    /// First quarter (`Q1`).
    Q1,
    /// Second quarter alone (`Q2S`).
    Q2Single,
    /// First half, cumulative (`H1`).
    H1,
    /// Third quarter alone (`Q3S`).
    Q3Single,
    /// Nine months, cumulative (`Q3`).
    Q3,
    /// Fourth quarter alone (`Q4S`).
    Q4Single,
    /// The year (`FY`).
    FY,
}

impl Span {
    /// The suffix in the canonical form.
    pub fn as_str(self) -> &'static str {
        match self {
            Span::Q1 => "Q1",
            Span::Q2Single => "Q2S",
            Span::H1 => "H1",
            Span::Q3Single => "Q3S",
            Span::Q3 => "Q3",
            Span::Q4Single => "Q4S",
            Span::FY => "FY",
        }
    }

    /// Month and day on which it ends.
    pub fn end(self) -> (u32, u32) {
        match self {
            Span::Q1 => (3, 31),
            Span::Q2Single | Span::H1 => (6, 30),
            Span::Q3Single | Span::Q3 => (9, 30),
            Span::Q4Single | Span::FY => (12, 31),
        }
    }
}

impl Period {
    /// That part of that year.
    pub fn new(year: i32, span: Span) -> Self {
        Self { year, span }
    }

    /// The same part of the year before.
    pub fn year_before(self) -> Self {
        Self { year: self.year - 1, span: self.span }
    }

    /// The day on which it ends, `YYYY-MM-DD`.
    pub fn end_date(self) -> String {
        let (month, day) = self.span.end();
        format!("{:04}-{month:02}-{day:02}", self.year)
    }

    /// Chinese words for people: `2024年度`, `2024年前三季度`, `2024年第三季度（单季）`.
    pub fn label(self) -> String {
        let year = self.year;
        match self.span {
            Span::FY => format!("{year}年度"),
            Span::H1 => format!("{year}年上半年"),
            Span::Q1 => format!("{year}年第一季度"),
            Span::Q3 => format!("{year}年前三季度"),
            Span::Q2Single => format!("{year}年第二季度（单季）"),
            Span::Q3Single => format!("{year}年第三季度（单季）"),
            Span::Q4Single => format!("{year}年第四季度（单季）"),
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}{}", self.year, self.span.as_str())
    }
}

/// The text is no canonical period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePeriodError(pub String);

impl fmt::Display for ParsePeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a period: {:?}; expected e.g. 2024FY, 2024H1, 2024Q1, 2024Q3, 2024Q3S", self.0)
    }
}

impl std::error::Error for ParsePeriodError {}

impl FromStr for Period {
    type Err = ParsePeriodError;

    /// Reads the canonical form; `2025E` and `2025A` are accepted for `2025FY`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParsePeriodError(text.to_owned());
        let (year, span) = text.split_at_checked(4).ok_or_else(error)?;
        if !year.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(error());
        }
        let year = year.parse().map_err(|_| error())?;
        let span = match span.to_ascii_uppercase().as_str() {
            "FY" | "E" | "A" => Span::FY,
            "H1" => Span::H1,
            "Q1" | "Q1S" => Span::Q1,
            "Q3" => Span::Q3,
            "Q2S" => Span::Q2Single,
            "Q3S" => Span::Q3Single,
            "Q4S" => Span::Q4Single,
            _ => return Err(error()),
        };
        Ok(Period { year, span })
    }
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_forms_survive_the_round_trip() {
        for form in ["2024FY", "2024H1", "2024Q1", "2024Q3", "2024Q2S", "2024Q3S", "2024Q4S"] {
            assert_eq!(form.parse::<Period>().expect(form).to_string(), form);
        }
        assert_eq!("2025E".parse(), Ok(Period::new(2025, Span::FY)));
        for bad in ["", "2024", "24FY", "2024Q5", "年年FY", "２０２４FY", "2024年"] {
            assert!(bad.parse::<Period>().is_err(), "{bad}");
        }
    }
}
