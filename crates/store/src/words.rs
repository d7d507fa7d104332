//! Search by words: BM25 over chunks and table rows, exact under a filter.
//!
//! A term at a time into one accumulator a unit: with the thirty terms that a question has after cutting, this is
//! faster than skipping ahead through all lists at once, and a filter costs nothing. Rarity and length are measured
//! among the visible units of the same kind, whatever lies in the index besides, so a rebuilt index gives the same
//! scores. Robertson's BM25 with the idf of Lucene; lengths are kept in one byte, as tantivy does.
//!
//! Not useful for phrases: no positions are kept.

use std::collections::BTreeMap;

use doc::{ChunkId, DocId};
use tantivy::{
    SegmentReader, TERMINATED, Term,
    fieldnorm::FieldNormReader,
    index::Index,
    postings::BlockSegmentPostings,
    schema::{Field, IndexRecordOption},
};

use crate::{
    TextState,
    snapshot::Entry,
    text::{self, Fields, UnitKind},
};

/// Terms of a query at most; more are not looked at.
pub const QUERY_TERMS_MAX: usize = 256;

/// How soon another occurrence of a word stops to count (BM25's k1).
const SATURATION: f32 = 1.2;
/// How much a unit's length counts, 0 to 1 (BM25's b).
const LENGTH_SHARE: f32 = 0.75;

/// A search by words.
#[derive(Clone, Debug, Default)]
pub struct WordQuery {
    /// Tokens of the store's tokenizer, each with the factor of its BM25. A token given twice counts with the sum;
    /// one whose weight is not above 0 is left out.
    pub terms: Vec<(String, f32)>,
    /// What each field counts.
    pub boosts: FieldBoosts,
    /// What may be found.
    pub units: Units,
}

/// The factor of each field; 0 leaves it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldBoosts {
    /// The document's own line ([`doc::Identity::index_line`]), compared among the documents.
    pub title: f32,
    /// The heading path.
    pub heading: f32,
    /// The chunk's or row's words.
    pub body: f32,
}

impl Default for FieldBoosts {
    fn default() -> Self {
        Self { title: 1.0, heading: 1.0, body: 1.0 }
    }
}

/// What a search may find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Chunks and table rows.
    #[default]
    All,
    /// Table rows only.
    Rows,
    /// Whole chunks only.
    Chunks,
}

impl Units {
    fn has(self, kind: UnitKind) -> bool {
        match kind {
            UnitKind::Title => false,
            UnitKind::Chunk => self != Units::Rows,
            UnitKind::Row => self != Units::Chunks,
        }
    }
}

/// A unit that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct WordHit {
    /// The chunk, or the chunk that holds the row.
    pub chunk: ChunkId,
    /// The document.
    pub doc_id: DocId,
    /// The row in the table's grid; `None` for the whole chunk.
    pub row: Option<usize>,
    /// BM25 with weights and boosts, larger is better; not comparable between queries.
    pub score: f32,
}

/// In how many units of the whole store a token stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TermFrequency {
    /// Chunks whose words hold it.
    pub chunks: u64,
    /// All chunks that are indexed.
    pub chunks_total: u64,
    /// Table rows whose words hold it.
    pub rows: u64,
    /// All table rows that are indexed.
    pub rows_total: u64,
}

/// What one term in one field gives to one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct TermScore {
    /// The token.
    pub token: String,
    /// Where it stands.
    pub field: WordField,
    /// Its part of the hit's score.
    pub score: f32,
}

/// A field of the word index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordField {
    /// The document's own line.
    Title,
    /// The heading path.
    Heading,
    /// The words.
    Body,
}

/// The position of no entry: a unit that nobody sees.
const NOBODY: u32 = u32::MAX;

/// A field among the units of its kind.
#[derive(Clone, Copy, Debug)]
struct Channel {
    kind: UnitKind,
    role: WordField,
    field: Field,
}

fn channels(fields: &Fields) -> [Channel; 5] {
    let channel = |kind, role, field| Channel { kind, role, field };
    [
        channel(UnitKind::Title, WordField::Title, fields.title()),
        channel(UnitKind::Chunk, WordField::Heading, fields.chunk_heading),
        channel(UnitKind::Chunk, WordField::Body, fields.chunk_body),
        channel(UnitKind::Row, WordField::Heading, fields.row_heading),
        channel(UnitKind::Row, WordField::Body, fields.row_body),
    ]
}

/// The word index as a snapshot sees it.
#[derive(Default)]
pub(crate) struct Words {
    segments: Vec<Segment>,
    measures: Vec<Measure>,
}

/// A field's length and the number of visible units of its kind.
struct Measure {
    channel: Channel,
    units: u64,
    /// What a unit's length, as the byte that is stored, does to its word counts.
    norm: Box<[f32; 256]>,
}

struct Segment {
    reader: SegmentReader,
    /// The entry that each unit belongs to, or [`NOBODY`].
    owner: Vec<u32>,
    kind: Vec<Option<UnitKind>>,
    /// Does every unit belong to somebody? Then the dictionary's counts hold.
    all_visible: bool,
}

impl Segment {
    fn lengths(&self, field: Field) -> FieldNormReader {
        // A segment without any unit that has the field has no lengths either.
        let none = || FieldNormReader::constant(self.reader.max_doc(), 0);
        self.reader.get_fieldnorms_reader(field).unwrap_or_else(|_| none())
    }

    fn postings(&self, field: Field, token: &str) -> tantivy::Result<Option<BlockSegmentPostings>> {
        let term = Term::from_field_text(field, token);
        Ok(self.reader.inverted_index(field)?.read_block_postings(&term, IndexRecordOption::WithFreqs)?)
    }
}

impl Words {
    /// Reads what lies on disk against the visible entries.
    pub(crate) fn load(index: &Index, entries: &[Entry]) -> Result<Self, TextState> {
        text::guarded(|| Self::read(index, entries)).map_err(|_| TextState::Corrupt)?.ok_or(TextState::Behind)
    }

    /// The words of the entries; `None` when some are missing.
    fn read(index: &Index, entries: &[Entry]) -> tantivy::Result<Option<Self>> {
        let position: BTreeMap<i64, u32> = (0..).zip(entries).map(|(at, entry)| (entry.version, at)).collect();
        let mut found = vec![0_u64; entries.len()];
        let mut segments = Vec::new();
        for reader in text::searcher(index)?.segment_readers() {
            let owner: Vec<u32> = text::owners(reader)?
                .into_iter()
                .map(|version| version.and_then(|version| position.get(&version).copied()).unwrap_or(NOBODY))
                .collect();
            for at in owner.iter().filter(|at| **at != NOBODY) {
                found[*at as usize] += 1;
            }
            let kinds = reader.fast_fields().u64(text::KIND)?;
            let kind = (0..reader.max_doc()).map(|unit| kinds.first(unit).and_then(UnitKind::of_number)).collect();
            let all_visible = !owner.contains(&NOBODY);
            segments.push(Segment { reader: reader.clone(), owner, kind, all_visible });
        }
        if found.iter().zip(entries).any(|(found, entry)| *found != entry.units) {
            return Ok(None);
        }
        let measures = channels(&text::schema().1).map(|channel| Measure::take(channel, &segments)).into();
        Ok(Some(Self { segments, measures }))
    }

    /// Units that somebody sees.
    pub(crate) fn units(&self) -> u64 {
        let seen = |segment: &Segment| segment.owner.iter().filter(|owner| **owner != NOBODY).count() as u64;
        self.segments.iter().map(seen).sum()
    }

    /// The best `k` units of allowed entries.
    pub(crate) fn search(
        &self,
        query: &WordQuery,
        entries: &[Entry],
        allowed: &[bool],
        k: usize,
    ) -> tantivy::Result<Vec<WordHit>> {
        let terms = merged_terms(&query.terms);
        let mut titles = vec![0.0_f32; entries.len()];
        let mut scores: Vec<Vec<f32>> =
            self.segments.iter().map(|segment| vec![0.0; segment.reader.max_doc() as usize]).collect();
        for measure in &self.measures {
            let boost = query.boosts.of(measure.channel.role);
            let wanted = measure.channel.kind == UnitKind::Title || query.units.has(measure.channel.kind);
            if !wanted || boost.is_nan() || boost <= 0.0 {
                continue;
            }
            for (token, weight) in &terms {
                self.score_term(measure, token, weight * boost, |segment, unit, score| {
                    if measure.channel.kind == UnitKind::Title {
                        let owner = self.segments[segment].owner[unit] as usize;
                        titles[owner] += score;
                    } else {
                        scores[segment][unit] += score;
                    }
                })?;
            }
        }
        self.best(&scores, &titles, query.units, entries, allowed, k)
    }

    /// What each term gives to one unit, largest first.
    pub(crate) fn explain(
        &self,
        query: &WordQuery,
        owner: usize,
        ordinal: u32,
        row: Option<usize>,
    ) -> tantivy::Result<Vec<TermScore>> {
        let kind = if row.is_some() { UnitKind::Row } else { UnitKind::Chunk };
        let place = self.place_of(owner, kind, ordinal, row.unwrap_or(0))?;
        let mut parts = Vec::new();
        for measure in &self.measures {
            let channel = measure.channel;
            if channel.kind != UnitKind::Title && channel.kind != kind {
                continue;
            }
            for (token, weight) in merged_terms(&query.terms) {
                self.score_term(measure, token, weight * query.boosts.of(channel.role), |segment, unit, score| {
                    let here = match channel.kind {
                        UnitKind::Title => self.segments[segment].owner[unit] as usize == owner,
                        _ => Some((segment, unit)) == place,
                    };
                    if here && score > 0.0 {
                        parts.push(TermScore { token: token.to_owned(), field: channel.role, score });
                    }
                })?;
            }
        }
        parts.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(parts)
    }

    fn place_of(
        &self,
        owner: usize,
        kind: UnitKind,
        ordinal: u32,
        row: usize,
    ) -> tantivy::Result<Option<(usize, usize)>> {
        for (at, segment) in self.segments.iter().enumerate() {
            let (ordinals, rows) = places(&segment.reader)?;
            let found = (0..segment.reader.max_doc()).find(|unit| {
                segment.owner[*unit as usize] as usize == owner
                    && segment.kind[*unit as usize] == Some(kind)
                    && ordinals.first(*unit) == Some(u64::from(ordinal))
                    && (kind == UnitKind::Chunk || rows.first(*unit) == Some(row as u64))
            });
            if let Some(unit) = found {
                return Ok(Some((at, unit as usize)));
            }
        }
        Ok(None)
    }

    pub(crate) fn frequency(&self, token: &str) -> tantivy::Result<TermFrequency> {
        let mut frequency = TermFrequency::default();
        for measure in self.measures.iter().filter(|measure| measure.channel.role == WordField::Body) {
            let count = self.count(measure.channel.field, token)?;
            match measure.channel.kind {
                UnitKind::Chunk => (frequency.chunks, frequency.chunks_total) = (count, measure.units),
                UnitKind::Row => (frequency.rows, frequency.rows_total) = (count, measure.units),
                UnitKind::Title => {}
            }
        }
        Ok(frequency)
    }

    /// Visible units whose field holds the token.
    fn count(&self, field: Field, token: &str) -> tantivy::Result<u64> {
        let mut count = 0;
        for segment in &self.segments {
            let Some(mut postings) = segment.postings(field, token)? else { continue };
            if segment.all_visible {
                count += u64::from(postings.doc_freq());
                continue;
            }
            each_block(&mut postings, |units, _| {
                count += units.iter().filter(|unit| segment.owner[**unit as usize] != NOBODY).count() as u64;
            });
        }
        Ok(count)
    }

    /// Gives segment, unit and score of every visible unit whose field holds the token.
    fn score_term(
        &self,
        measure: &Measure,
        token: &str,
        factor: f32,
        mut give: impl FnMut(usize, usize, f32),
    ) -> tantivy::Result<()> {
        let field = measure.channel.field;
        let count = self.count(field, token)?;
        if count == 0 {
            return Ok(());
        }
        let rarity = (1.0 + (measure.units as f32 - count as f32 + 0.5) / (count as f32 + 0.5)).ln();
        let factor = factor * rarity * (SATURATION + 1.0);
        for (at, segment) in self.segments.iter().enumerate() {
            let Some(mut postings) = segment.postings(field, token)? else { continue };
            let lengths = segment.lengths(field);
            each_block(&mut postings, |units, counts| {
                for (unit, count) in units.iter().zip(counts) {
                    if segment.owner[*unit as usize] != NOBODY {
                        let count = *count as f32;
                        let norm = measure.norm[usize::from(lengths.fieldnorm_id(*unit))];
                        give(at, *unit as usize, factor * count / (count + norm));
                    }
                }
            });
        }
        Ok(())
    }

    /// Orders what was scored: by score, then document id, chunk, whole chunk before its rows, row.
    fn best(
        &self,
        scores: &[Vec<f32>],
        titles: &[f32],
        wanted: Units,
        entries: &[Entry],
        allowed: &[bool],
        k: usize,
    ) -> tantivy::Result<Vec<WordHit>> {
        let mut found: Vec<(f32, u32, u32)> = Vec::new();
        for (at, segment) in (0_u32..).zip(&self.segments) {
            for (unit, own) in (0_u32..).zip(&scores[at as usize]) {
                let owner = segment.owner[unit as usize] as usize;
                if !allowed.get(owner).copied().unwrap_or(false) {
                    continue;
                }
                let score = own + titles[owner];
                if score > 0.0 && segment.kind[unit as usize].is_some_and(|kind| wanted.has(kind)) {
                    found.push((score, at, unit));
                }
            }
        }
        if k == 0 || found.is_empty() {
            return Ok(Vec::new());
        }
        if found.len() > k {
            let (_, last, _) = found.select_nth_unstable_by(k - 1, |a, b| b.0.total_cmp(&a.0));
            let threshold = last.0;
            // Everything that ties with the last place takes part in the ordering by place.
            found.retain(|candidate| candidate.0 >= threshold);
        }
        let mut hits = self.located(&found, entries)?;
        hits.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        hits.truncate(k);
        Ok(hits
            .into_iter()
            .map(|(score, (doc_id, ordinal, row), version)| WordHit {
                chunk: ChunkId::new(doc_id, version, ordinal),
                doc_id: doc_id.clone(),
                row,
                score,
            })
            .collect())
    }

    fn located<'a>(&self, found: &[(f32, u32, u32)], entries: &'a [Entry]) -> tantivy::Result<Vec<Located<'a>>> {
        let mut columns = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            columns.push(places(&segment.reader)?);
        }
        let mut hits = Vec::with_capacity(found.len());
        for (score, at, unit) in found {
            let segment = &self.segments[*at as usize];
            let (ordinals, rows) = &columns[*at as usize];
            let record = &entries[segment.owner[*unit as usize] as usize].record;
            let ordinal = ordinals.first(*unit).and_then(|ordinal| u32::try_from(ordinal).ok()).unwrap_or(0);
            let row = match segment.kind[*unit as usize] {
                Some(UnitKind::Row) => rows.first(*unit).and_then(|row| usize::try_from(row).ok()),
                _ => None,
            };
            hits.push((*score, (&record.doc_id, ordinal, row), record.version));
        }
        Ok(hits)
    }
}

/// Score, place and version of a hit.
type Located<'a> = (f32, (&'a DocId, u32, Option<usize>), u32);
type Column = tantivy::columnar::Column<u64>;

/// Ordinals and rows of a segment's units.
fn places(reader: &SegmentReader) -> tantivy::Result<(Column, Column)> {
    Ok((reader.fast_fields().u64(text::ORDINAL)?, reader.fast_fields().u64(text::ROW)?))
}

impl Measure {
    fn take(channel: Channel, segments: &[Segment]) -> Self {
        let (mut units, mut tokens) = (0_u64, 0_u64);
        for segment in segments {
            let lengths = segment.lengths(channel.field);
            for (unit, (owner, kind)) in (0_u32..).zip(segment.owner.iter().zip(&segment.kind)) {
                if *owner != NOBODY && *kind == Some(channel.kind) {
                    units += 1;
                    tokens += u64::from(lengths.fieldnorm(unit));
                }
            }
        }
        // A field that is empty everywhere has no postings to be normed; 1 only keeps the division defined.
        let average = if tokens == 0 { 1.0 } else { tokens as f32 / units as f32 };
        let mut norm = Box::new([0.0_f32; 256]);
        for (id, norm) in (0_u8..=u8::MAX).zip(norm.iter_mut()) {
            let length = FieldNormReader::id_to_fieldnorm(id) as f32;
            *norm = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length / average);
        }
        Self { channel, units, norm }
    }
}

impl FieldBoosts {
    fn of(&self, role: WordField) -> f32 {
        match role {
            WordField::Title => self.title,
            WordField::Heading => self.heading,
            WordField::Body => self.body,
        }
    }
}

/// Each token once with the sum of its weights, in the order of its first place; what cannot score is left out.
fn merged_terms(terms: &[(String, f32)]) -> Vec<(&str, f32)> {
    let mut merged: Vec<(&str, f32)> = Vec::new();
    for (token, weight) in terms.iter().take(QUERY_TERMS_MAX) {
        match merged.iter_mut().find(|(known, _)| known == token) {
            Some((_, sum)) => *sum += weight,
            None => merged.push((token, *weight)),
        }
    }
    merged.retain(|(_, weight)| weight.is_finite() && *weight > 0.0);
    merged
}

fn each_block(postings: &mut BlockSegmentPostings, mut take: impl FnMut(&[u32], &[u32])) {
    loop {
        let units = postings.docs();
        let Some(first) = units.first() else { return };
        if *first == TERMINATED {
            return;
        }
        take(units, postings.freqs());
        postings.advance();
    }
}
