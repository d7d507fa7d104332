//! The companies of a library, found in questions by name, code or a clear short form.
//!
//! All names come from the documents. A short form (the end or the beginning of a name) counts only where it fits one
//! company and where the words around it make no other name of it: similar names are different companies.

use std::{cmp::Reverse, collections::HashMap, ops::Range};

use doc::{Identity, text::is_cjk};
use pinyin::ToPinyin;

use crate::{
    folded::{Folded, squeeze_fold},
    metric::Metrics,
    period,
    words::WORDS,
};

/// A company of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// The name to show: 证券简称, else the full name.
    pub name: String,
    /// 证券代码 as printed; empty where unknown.
    pub code: String,
    /// 公司全称; empty where unknown.
    pub full: String,
    /// Every name that the documents give it, `name` and `full` included.
    pub names: Vec<String>,
}

/// A company named in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyMention {
    /// Short name.
    pub company: String,
    /// 证券代码; empty where unknown.
    pub code: String,
    /// Full name; empty where unknown.
    pub full: String,
    /// Bytes of the question.
    pub range: Range<usize>,
    /// Taken from a form that sounds the same (药名 for 药明): the answer must say so.
    pub guessed: bool,
}

/// The companies that the documents of a library name.
#[derive(Clone, Debug, Default)]
pub struct Companies {
    companies: Vec<Company>,
    /// Names, codes and short forms to look for.
    forms: Vec<Form>,
}

#[derive(Clone, Debug)]
struct Form {
    chars: Vec<char>,
    company: usize,
    kind: FormKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FormKind {
    /// A whole name.
    Name,
    /// A code.
    Code,
    /// The beginning of a short name.
    Head,
    /// The end of a short name.
    Tail,
}

/// A find: folded characters, company, guessed.
type Found = (Range<usize>, usize, bool);

impl Companies {
    /// Collects the companies of these documents: one for each code, else for each name.
    ///
    /// The name to show is that of the company's own filings before that of others' reports, Chinese before English,
    /// the more frequent first.
    pub fn from_identities<'a>(identities: impl IntoIterator<Item = &'a Identity>) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for identity in identities {
            if identity.company.is_empty() && identity.stock_code.is_empty() {
                continue;
            }
            match groups.iter_mut().find(|group| group.is_of(identity)) {
                Some(group) => group.add(identity),
                None => groups.push(Group::default().with(identity)),
            }
        }
        let companies: Vec<Company> =
            groups.into_iter().map(Group::company).filter(|company| !company.name.is_empty()).collect();
        let forms = forms(&companies);
        Self { companies, forms }
    }

    /// All companies, in the order of their first document.
    pub fn all(&self) -> &[Company] {
        &self.companies
    }

    /// The company with that code, with or without exchange (`603259`, `603259.SH`).
    pub fn by_code(&self, code: &str) -> Option<&Company> {
        let wanted = code_digits(code);
        self.companies.iter().find(|company| !wanted.is_empty() && code_digits(&company.code) == wanted)
    }

    /// The company that a document is about, under the name that the whole library uses for it.
    pub fn of(&self, identity: &Identity) -> Option<&Company> {
        self.by_code(&identity.stock_code).or_else(|| {
            let name = squeeze_fold(&identity.company);
            self.companies
                .iter()
                .find(|company| !name.is_empty() && company.names.iter().any(|own| squeeze_fold(own) == name))
        })
    }

    /// The identity with what the library knows of its company: the name used everywhere, code and full name where
    /// the document itself does not print them, and the document's own name among the aliases.
    pub fn completed(&self, identity: &Identity) -> Identity {
        let mut identity = identity.clone();
        if let Some(company) = self.of(&identity) {
            if identity.company != company.name
                && !identity.company.is_empty()
                && !identity.aliases.contains(&identity.company)
            {
                identity.aliases.push(identity.company.clone());
            }
            identity.company.clone_from(&company.name);
            if identity.stock_code.is_empty() {
                identity.stock_code.clone_from(&company.code);
            }
            if identity.company_full.is_empty() {
                identity.company_full.clone_from(&company.full);
            }
        }
        identity
    }

    /// The companies that a question names, in order.
    pub fn find_in(&self, question: &str) -> Vec<CompanyMention> {
        let text = Folded::new(question);
        let mention = |(range, company, guessed): Found| {
            let Company { name, code, full, .. } = &self.companies[company];
            let range = text.source(&range);
            CompanyMention { company: name.clone(), code: code.clone(), full: full.clone(), range, guessed }
        };
        self.found(&text).into_iter().map(mention).collect()
    }

    /// Words of the question that seem to name a company which the library does not have.
    ///
    /// A careful guess: two to eight characters right before a period or a metric, or listed beside a known company,
    /// that are no words of the field. Only where the question asks for a metric or a report.
    pub fn unknown_company_in(&self, question: &str) -> Option<Range<usize>> {
        let text = Folded::new(question);
        let metrics = Metrics::builtin().find_in(question);
        let asks_figures = !metrics.is_empty()
            || ["年报", "季报", "财报", "中报", "股价", "股票"].iter().any(|word| question.contains(word));
        if !asks_figures {
            return None;
        }
        let companies: Vec<Range<usize>> = self.found(&text).into_iter().map(|(range, ..)| range).collect();
        let mut covered: Vec<Range<usize>> = metrics.into_iter().map(|mention| mention.range).collect();
        // Only where periods stand matters, not which: any day will do.
        covered.extend(period::periods_in(question, (2000, 1, 1)).into_iter().map(|mention| mention.range));
        covered.extend(crate::broker::printed_names_in(question).into_iter().map(|mention| mention.range));
        let is_covered = |at: usize| {
            let byte = text.source(&(at..at + 1)).start;
            covered.iter().any(|range| range.contains(&byte)) || companies.iter().any(|range| range.contains(&at))
        };
        if companies.is_empty() {
            let anchors = (1..text.chars.len()).filter(|at| is_covered(*at) && !is_covered(at - 1));
            return anchors
                .filter_map(|anchor| unknown_before(&text, anchor, &is_covered))
                .next()
                .map(|range| text.source(&range));
        }
        let listed = companies.iter().find_map(|range| {
            let before = range
                .start
                .checked_sub(1)
                .filter(|at| LIST_JOINTS.contains(text.chars[*at]) && !",，".contains(text.chars[*at]));
            let before = before.and_then(|anchor| unknown_before(&text, anchor, &is_covered));
            before.or_else(|| unknown_after(&text, range.end, &is_covered))
        });
        listed.map(|range| text.source(&range))
    }

    fn found(&self, text: &Folded) -> Vec<Found> {
        let mut finds: Vec<Found> = Vec::new();
        for form in &self.forms {
            for at in places_of(&text.chars, &form.chars) {
                let range = at..at + form.chars.len();
                if self.fits(text, form, &range) {
                    finds.push((range, form.company, false));
                }
            }
        }
        if finds.is_empty() {
            finds = self.sounding_alike(text);
        }
        finds.sort_by_key(|(range, company, _)| (Reverse(range.len()), range.start, *company));
        let mut taken: Vec<Found> = Vec::new();
        for find in finds {
            if taken.iter().all(|(other, ..)| find.0.end <= other.start || other.end <= find.0.start) {
                taken.push(find);
            }
        }
        taken.sort_by_key(|(range, ..)| range.start);
        taken
    }

    /// Do the words around leave the form what it is?
    fn fits(&self, text: &Folded, form: &Form, range: &Range<usize>) -> bool {
        match form.kind {
            FormKind::Name => text.is_word(range),
            FormKind::Code => code_stands_alone(text, range),
            FormKind::Head => self.ends_here(text, range.end, form.kind) && !continues_a_name(text, range.start),
            FormKind::Tail => self.ends_here(text, range.end, form.kind) && self.begins_here(text, range.start),
        }
    }

    /// After a short form: nothing that makes another company's name of it.
    fn ends_here(&self, text: &Folded, end: usize, kind: FormKind) -> bool {
        let Some(next) = text.chars.get(end).filter(|c| is_cjk(**c)) else { return true };
        let words = &*WORDS;
        let known = words.common.starting(&text.chars, end).unwrap_or(0);
        let ending = words.endings.starting(&text.chars, end).unwrap_or(0);
        if ending > 0 && ending >= known {
            return false;
        }
        kind == FormKind::Tail
            || known > 0
            || *next == '('
            || self.forms.iter().any(|form| text.chars[end..].starts_with(&form.chars))
    }

    /// Before the end of a name used alone: a known word, another company or nothing, but no place or group.
    fn begins_here(&self, text: &Folded, start: usize) -> bool {
        let Some(_) = start.checked_sub(1).and_then(|at| text.chars.get(at)).filter(|c| is_cjk(**c)) else {
            return true;
        };
        let words = &*WORDS;
        let other = words.places.ending(&text.chars, start).or(words.groups.ending(&text.chars, start));
        let before = &text.chars[..start];
        let listed = self.forms.iter().any(|form| before.ends_with(&form.chars));
        let joint =
            before.last().is_some_and(|c| JOINTS.contains(*c) || "我看说买卖年月日度末底季期报初半".contains(*c));
        other.is_none()
            && (listed || joint || words.common.ending(&text.chars, start).is_some_and(|length| length >= 2))
    }

    /// Whole names and short forms with one character wrong that sounds the same.
    fn sounding_alike(&self, text: &Folded) -> Vec<Found> {
        let mut finds = Vec::new();
        for form in self.forms.iter().filter(|form| form.chars.iter().all(|c| is_cjk(*c))) {
            for (at, window) in text.chars.windows(form.chars.len()).enumerate() {
                let range = at..at + form.chars.len();
                let wrong = window.iter().zip(&form.chars).filter(|(a, b)| a != b).count();
                let known =
                    WORDS.places.contains(window) || WORDS.common.contains(window) || WORDS.groups.contains(window);
                if wrong == 1 && !known && sounds_alike(window, &form.chars) && self.fits(text, form, &range) {
                    finds.push((range, form.company, true));
                }
            }
        }
        finds
    }
}

/// One company's documents while they are collected.
#[derive(Default)]
struct Group {
    code: String,
    full: String,
    /// Names with how much they weigh.
    names: HashMap<String, u32>,
    /// Names in order of appearance, so that the result does not depend on the map.
    order: Vec<String>,
}

/// A filing's own word for its company outweighs any number of reports by others.
const OWN_FILING_WEIGHT: u32 = 10_000;
const CHINESE_WEIGHT: u32 = 100;

impl Group {
    fn is_of(&self, identity: &Identity) -> bool {
        let (own, other) = (code_digits(&self.code), code_digits(&identity.stock_code));
        if !own.is_empty() && !other.is_empty() && own.len() == other.len() {
            return own == other;
        }
        let theirs = [&identity.company, &identity.company_full];
        theirs
            .iter()
            .any(|name| !name.is_empty() && self.order.iter().any(|known| squeeze_fold(known) == squeeze_fold(name)))
    }

    fn add(&mut self, identity: &Identity) {
        let own = identity.kind.is_periodic_report() || identity.kind == doc::DocKind::Announcement;
        if self.code.is_empty()
            || (own
                && !identity.stock_code.is_empty()
                && code_digits(&self.code).len() < code_digits(&identity.stock_code).len())
        {
            self.code.clone_from(&identity.stock_code);
        }
        if self.full.is_empty() {
            self.full.clone_from(&identity.company_full);
        }
        let chinese = identity.company.chars().any(is_cjk);
        let weight = 1 + if own { OWN_FILING_WEIGHT } else { 0 } + if chinese { CHINESE_WEIGHT } else { 0 };
        self.name(&identity.company, weight);
        self.name(&identity.company_full, 0);
        identity.aliases.iter().for_each(|alias| self.name(alias, 0));
    }

    fn name(&mut self, name: &str, weight: u32) {
        if name.is_empty() {
            return;
        }
        if !self.names.contains_key(name) {
            self.order.push(name.to_owned());
        }
        *self.names.entry(name.to_owned()).or_default() += weight;
    }

    fn with(mut self, identity: &Identity) -> Self {
        self.add(identity);
        self
    }

    fn company(self) -> Company {
        let best = self
            .order
            .iter()
            .enumerate()
            .max_by_key(|(at, name)| (self.names.get(*name).copied().unwrap_or(0), Reverse(*at)));
        let name = best.map(|(_, name)| name.clone()).unwrap_or_default();
        Company { name, code: self.code, full: self.full, names: self.order }
    }
}

/// The digits of a code without exchange marks.
fn code_digits(code: &str) -> String {
    code.chars().filter(char::is_ascii_digit).collect()
}

/// All forms to look for; short forms only where they fit one company.
fn forms(companies: &[Company]) -> Vec<Form> {
    let mut forms = Vec::new();
    let whole: Vec<Vec<Vec<char>>> = companies.iter().map(whole_names).collect();
    let mut short: HashMap<Vec<char>, Vec<(usize, FormKind)>> = HashMap::new();
    for (company, names) in whole.iter().enumerate() {
        forms.extend(names.iter().map(|name| Form { chars: name.clone(), company, kind: FormKind::Name }));
        for code in codes(&companies[company].code) {
            forms.push(Form { chars: code, company, kind: FormKind::Code });
        }
        for (chars, kind) in names.iter().flat_map(|name| short_forms(name)) {
            let owners = short.entry(chars).or_default();
            if !owners.contains(&(company, kind)) {
                owners.push((company, kind));
            }
        }
    }
    for (chars, owners) in short {
        let [(company, kind)] = owners[..] else { continue };
        let elsewhere = |names: &Vec<Vec<char>>| names.iter().any(|name| !places_of(name, &chars).is_empty());
        if !whole.iter().enumerate().any(|(other, names)| other != company && elsewhere(names)) {
            forms.push(Form { chars, company, kind });
        }
    }
    forms.sort_by(|a, b| b.chars.len().cmp(&a.chars.len()).then_with(|| a.chars.cmp(&b.chars)));
    forms
}

/// A company's names, folded, with and without the marks of special treatment and the legal form.
fn whole_names(company: &Company) -> Vec<Vec<char>> {
    let mut names: Vec<Vec<char>> = Vec::new();
    for name in &company.names {
        let folded = squeeze_fold(name);
        let plain = folded.trim_start_matches("*st").trim_start_matches("st").trim_start_matches("xd");
        let legal = ["股份有限公司", "有限责任公司", "有限公司"].iter().find_map(|form| plain.strip_suffix(form));
        for form in [Some(folded.as_str()), Some(plain), legal].into_iter().flatten() {
            let chars: Vec<char> = form.chars().collect();
            if chars.len() >= 2 && !names.contains(&chars) {
                names.push(chars);
            }
        }
    }
    names
}

/// A name of this many characters is a short name, from which shorter forms are made.
const SHORT_NAME: Range<usize> = 4..7;

/// Beginnings and ends of a Chinese short name that are no words of the field.
fn short_forms(name: &[char]) -> Vec<(Vec<char>, FormKind)> {
    if !SHORT_NAME.contains(&name.len()) || !name.iter().all(|c| is_cjk(*c)) {
        return Vec::new();
    }
    let words = &*WORDS;
    let usable = |form: &[char]| {
        !words.places.contains(form)
            && !words.groups.contains(form)
            && !words.endings.contains(form)
            && !words.common.contains(form)
    };
    let heads = (2..=name.len() - 2).map(|length| (name[..length].to_vec(), FormKind::Head));
    let tails = (2..=name.len() - 2).map(|length| (name[name.len() - length..].to_vec(), FormKind::Tail));
    heads.chain(tails).filter(|(form, _)| usable(form)).collect()
}

/// A code as printed and without its leading zeros (`000999` is asked for as 999).
fn codes(code: &str) -> Vec<Vec<char>> {
    const SHORTEST: usize = 3;
    let digits = code_digits(code);
    let bare = digits.trim_start_matches('0');
    let mut forms = Vec::new();
    if digits.len() >= SHORTEST {
        forms.push(digits.chars().collect());
    }
    if bare.len() >= SHORTEST && bare.len() < digits.len() {
        forms.push(bare.chars().collect());
    }
    forms
}

/// Digits that are part of no longer number and count nothing.
fn code_stands_alone(text: &Folded, range: &Range<usize>) -> bool {
    let before = range.start.checked_sub(1).and_then(|at| text.chars.get(at));
    let digit_before = before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let exchange =
        ["sh", "sz", "hk", "ch", "bj", ".sh", ".sz", ".hk", ".bj"].iter().any(|mark| text.starts_with(range.end, mark));
    let next = text.chars.get(range.end);
    let counted =
        next.is_some_and(|c| c.is_ascii_alphanumeric() || "万亿千百元股吨人户名家个项件条%年月日号只.,-".contains(*c));
    !digit_before && (exchange || !counted)
}

/// Is the character before part of an ASCII word or of a Chinese name that goes on into the form?
fn continues_a_name(text: &Folded, start: usize) -> bool {
    let words = &*WORDS;
    text.joined(start) || words.places.ending(&text.chars, start).is_some_and(|length| length >= 2 && start == length)
}

fn places_of(text: &[char], form: &[char]) -> Vec<usize> {
    if form.is_empty() {
        return Vec::new();
    }
    text.windows(form.len()).enumerate().filter(|(_, window)| *window == form).map(|(at, _)| at).collect()
}

fn sounds_alike(a: &[char], b: &[char]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| a == b || matches!((a.to_pinyin(), b.to_pinyin()), (Some(a), Some(b)) if a.plain() == b.plain()))
}

/// The longest name that is looked for before a period or metric, in characters.
const UNKNOWN_NAME_MAX: usize = 8;
/// Single characters that stand between words and in no name's first place.
const JOINTS: &str = "和与跟同及把对给请查问那这的在于到从、,，;；。？?:：(（)）\"“”";

/// A name of no known words that ends right before `anchor`.
fn unknown_before(text: &Folded, anchor: usize, is_covered: &dyn Fn(usize) -> bool) -> Option<Range<usize>> {
    let mut end = anchor;
    while end > 0 && "的在于、和与跟,".contains(text.chars[end - 1]) {
        end -= 1;
    }
    let floor = end.saturating_sub(UNKNOWN_NAME_MAX);
    let mut start = end;
    while start > floor
        && !is_covered(start - 1)
        && is_cjk(text.chars[start - 1])
        && !JOINTS.contains(text.chars[start - 1])
    {
        start -= 1;
    }
    let words = &*WORDS;
    while let Some(length) = words.common.starting(&text.chars[..end], start).filter(|length| *length >= 2) {
        start += length;
    }
    let name = text.chars.get(start..end).filter(|name| name.len() >= 2)?;
    (!is_made_of_words(name)).then_some(start..end)
}

/// What joins the companies of a list.
const LIST_JOINTS: &str = "、和与跟及同,，";

/// A name of no known words that is listed after a known company and ends where a period, a metric or 的 begins.
fn unknown_after(text: &Folded, end: usize, is_covered: &dyn Fn(usize) -> bool) -> Option<Range<usize>> {
    let start = text.chars.get(end).filter(|c| LIST_JOINTS.contains(**c)).map(|_| end + 1)?;
    let name = |c: &char| is_cjk(*c) && !JOINTS.contains(*c);
    let length =
        text.chars[start..].iter().enumerate().take_while(|(at, c)| name(c) && !is_covered(start + at)).count();
    let closes = is_covered(start + length) || text.chars.get(start + length) == Some(&'的');
    let name = text.chars.get(start..start + length).filter(|name| (2..=UNKNOWN_NAME_MAX).contains(&name.len()))?;
    (closes && !is_made_of_words(name)).then_some(start..start + length)
}

/// Nothing but words of the field, or a common word of two characters inside: no name.
fn is_made_of_words(name: &[char]) -> bool {
    let words = &*WORDS;
    if words
        .groups
        .starting(name, 0)
        .is_some_and(|length| length < name.len() && words.common.starting(name, length).is_none_or(|known| known < 2))
    {
        return false;
    }
    let mut at = 0;
    let mut unknown = 0;
    while at < name.len() {
        let common = words.common.starting(name, at).unwrap_or(0);
        if common >= 2 {
            return true;
        }
        let known = [&words.endings, &words.places].iter().filter_map(|set| set.starting(name, at)).max().unwrap_or(0);
        if known >= 2 {
            at += known;
        } else {
            unknown += usize::from(common == 0);
            at += 1;
        }
    }
    unknown == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(company: &str, full: &str, code: &str) -> Identity {
        Identity {
            company: company.to_owned(),
            company_full: full.to_owned(),
            stock_code: code.to_owned(),
            kind: doc::DocKind::AnnualReport,
            ..Identity::default()
        }
    }

    /// Invented companies: names of the kinds that exist.
    fn library() -> Companies {
        let identities = [
            identity("贵州云台", "贵州云台酒股份有限公司", "609001"),
            identity("华润七星", "华润七星医药股份有限公司", "000888"),
            identity("岳明安德", "南山岳明安德新药开发股份有限公司", "609002"),
            identity("兰花股份", "兰花企业（集团）股份有限公司", "609003"),
            identity("章延新药", "北山章延新药研究中心股份有限公司", "609004"),
            Identity { kind: doc::DocKind::ResearchReport, ..identity("YueMing Ande", "", "609002") },
        ];
        Companies::from_identities(&identities)
    }

    fn found(question: &str) -> Vec<String> {
        library().find_in(question).into_iter().map(|mention| mention.company).collect()
    }

    #[test]
    fn names_codes_and_short_forms_are_found() {
        for (question, wanted) in [
            ("贵州云台2024年营业收入", vec!["贵州云台"]),
            ("云台去年每股赚多少", vec!["贵州云台"]),
            ("七星三季度赚了多少", vec!["华润七星"]),
            ("岳明24年Q2", vec!["岳明安德"]),
            ("609002的毛利率", vec!["岳明安德"]),
            ("609002.SH 毛利率", vec!["岳明安德"]),
            ("兰花跟888比", vec!["兰花股份", "华润七星"]),
            ("章延到底亏没亏啊", vec!["章延新药"]),
            ("云台岳明七星兰花章延，24年谁赚得多", vec!["贵州云台", "岳明安德", "华润七星", "兰花股份", "章延新药"]),
            ("云台、七星和岳明的营收", vec!["贵州云台", "华润七星", "岳明安德"]),
            ("YueMing Ande revenue", vec!["岳明安德"]),
            ("北山章延新药研究中心股份有限公司", vec!["章延新药"]),
            ("三月卖了888万元", vec![]),
            ("2024年云台酒类产品收入", vec!["贵州云台"]),
            ("兰花近5年营收", vec!["兰花股份"]),
        ] {
            assert_eq!(found(question), wanted, "{question}");
        }
    }

    #[test]
    fn similar_names_are_other_companies() {
        for question in [
            "岳明生物2024年第三季度的营业收入",
            "岳明河联2024年毛利率",
            "华润双鸟2024年年报",
            "华润2024年利润",
            "云台集团2024年收入",
            "股份多少",
            "新药研发投入",
            "贵州2024年收入",
            "东山云台2024年收入",
        ] {
            assert_eq!(found(question), Vec::<String>::new(), "{question}");
        }
    }

    #[test]
    fn a_short_form_of_two_companies_is_none() {
        let two = Companies::from_identities(&[identity("岳明安德", "", "1"), identity("岳明河联", "", "2")]);
        assert!(two.find_in("岳明2024年收入").is_empty());
        assert_eq!(two.find_in("安德2024年收入").len(), 1);
    }

    #[test]
    fn one_wrong_character_that_sounds_the_same_is_a_guess() {
        let mentions = library().find_in("月明安德前三季度经营现金流");
        assert!(mentions.len() == 1 && mentions[0].guessed && mentions[0].company == "岳明安德", "{mentions:?}");
        assert!(library().find_in("章言2024四个季度").iter().all(|mention| mention.guessed));
        assert!(library().find_in("河西安德2024年").is_empty());
    }

    #[test]
    fn unknown_companies_are_noticed() {
        let unknown = |question: &'static str| library().unknown_company_in(question).map(|range| &question[range]);
        assert_eq!(unknown("西城时代2024年研发费用是多少？"), Some("西城时代"));
        assert_eq!(unknown("请提供华润双鸟2024年年报中的归母净利润。"), Some("华润双鸟"));
        assert_eq!(unknown("岳明生物2024年第三季度的营业收入是多少？"), Some("岳明生物"));
        assert_eq!(unknown("云台和六粮液2024年毛利率谁高"), Some("六粮液"));
        assert_eq!(unknown("六粮液与云台2024年的毛利率"), Some("六粮液"));
        for question in [
            "贵州云台2024年营业收入是多少",
            "同行业2024年毛利率是多少",
            "公司2024年净利润",
            "2024年净利润最高的是哪家",
            "2024年海外收入是多少",
            "中国2024年营业收入",
            "云台卖酒和兰花股份卖药，2024年谁的毛利率更高",
            "把两次分红加在一起，云台每10股派多少",
            "云台的茶酒产品毛利率",
            "云台2024年直接材料占总成本的比例",
            "云台茶酒类和其他产品的收入",
            "云台和同行2024年毛利率",
            "云台2024年归母净利率（净利润除以营业收入）",
            "哪家公司2024年毛利率最高",
            "去年赚了多少钱",
            "各家公司的营业收入",
        ] {
            assert_eq!(unknown(question), None, "{question}");
        }
    }

    #[test]
    fn the_librarys_name_holds_for_every_document() {
        let report = Identity { kind: doc::DocKind::ResearchReport, ..identity("YueMing Ande", "", "609002") };
        assert_eq!(library().of(&report).map(|company| company.name.as_str()), Some("岳明安德"));
        let completed = library().completed(&report);
        assert_eq!((completed.company.as_str(), completed.aliases), ("岳明安德", vec!["YueMing Ande".to_owned()]));
        assert_eq!(library().by_code("609002.SH").map(|company| company.name.as_str()), Some("岳明安德"));
    }

    proptest::proptest! {
        #[test]
        fn any_question_is_survived(question in "[云台七星岳明华润股份2024年的收入和, a]{0,20}") {
            let library = library();
            for mention in library.find_in(&question) {
                proptest::prop_assert!(question.get(mention.range.clone()).is_some());
            }
            let _ = library.unknown_company_in(&question);
        }
    }
}
