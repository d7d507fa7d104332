//! The store against naive models: a list of documents for what is visible, a textbook BM25 for what is found.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know for such")]

mod support;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proptest::prelude::*;
use store::{Access, Asker, DocFilter, FactFilter, FieldBoosts, Units, WordQuery};
use support::{body_query, found_in, open, sample};

const PATHS: [&str; 3] = ["a", "b", "c"];
const MARKS: [&str; 4] = ["alpha", "beta", "gamma", "delta"];
const KBS: [&str; 2] = ["default", "other"];
const TAGS: [&str; 2] = ["risk", "board"];

#[derive(Clone, Debug)]
enum Step {
    Add { kb: usize, path: usize, mark: usize, tags: Vec<usize> },
    Publish,
    Remove { kb: usize, path: usize },
    SetAccess { kb: usize, path: usize, tags: Vec<usize> },
    Rollback { kb: usize, path: usize },
    Reopen,
    Purge,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let tags = || proptest::collection::vec(0..TAGS.len(), 0..2);
    let step = prop_oneof![
        8 => (0..KBS.len(), 0..PATHS.len(), 0..MARKS.len(), tags())
            .prop_map(|(kb, path, mark, tags)| Step::Add { kb, path, mark, tags }),
        5 => Just(Step::Publish),
        2 => (0..KBS.len(), 0..PATHS.len()).prop_map(|(kb, path)| Step::Remove { kb, path }),
        1 => (0..KBS.len(), 0..PATHS.len(), tags()).prop_map(|(kb, path, tags)| Step::SetAccess { kb, path, tags }),
        1 => (0..KBS.len(), 0..PATHS.len()).prop_map(|(kb, path)| Step::Rollback { kb, path }),
        1 => Just(Step::Reopen),
        1 => Just(Step::Purge),
    ];
    proptest::collection::vec(step, 1..14)
}

/// What a naive store would hold at a path.
#[derive(Clone, Debug)]
struct Known {
    mark: usize,
    tags: Vec<usize>,
}

#[derive(Default)]
struct Model {
    visible: BTreeMap<(usize, usize), Known>,
    waiting: BTreeMap<(usize, usize), Known>,
}

impl Model {
    fn publish(&mut self) {
        self.visible.append(&mut self.waiting);
    }
}

fn names(tags: &[usize]) -> Vec<String> {
    tags.iter().map(|tag| TAGS[*tag].to_owned()).collect()
}

/// For every asker: the list, the words of every mark, and the facts are exactly the model's.
fn compare(store: &store::Store, model: &Model) {
    for kb in [None, Some(0), Some(1)] {
        for held in [None, Some(vec![]), Some(vec![0]), Some(vec![0, 1])] {
            let access = held.as_ref().map_or(Access::All, |held| Access::Tags(names(held)));
            let asker = Asker { kb: kb.map(|kb: usize| KBS[kb].to_owned()), access };
            let view = store.view(&asker).expect("a view can be taken");
            let seen = |at: &(usize, usize), known: &Known| {
                let tagged = match &held {
                    None => true,
                    Some(held) => known.tags.is_empty() || known.tags.iter().any(|tag| held.contains(tag)),
                };
                kb.is_none_or(|kb| kb == at.0) && tagged
            };
            let expected: BTreeMap<_, _> = model.visible.iter().filter(|(at, known)| seen(at, known)).collect();
            let documents = view.documents(&DocFilter::default());
            let listed: BTreeSet<(String, String)> =
                documents.iter().map(|record| (record.kb.clone(), record.path.clone())).collect();
            let paths: BTreeSet<(String, String)> =
                expected.keys().map(|(kb, path)| (KBS[*kb].to_owned(), PATHS[*path].to_owned())).collect();
            assert_eq!(listed, paths);
            for (mark, word) in MARKS.iter().enumerate() {
                let count = expected.values().filter(|known| known.mark == mark).count();
                let found = found_in(store, &view, word);
                assert_eq!(found.len(), count, "{word} for {asker:?}");
                assert!(found.iter().all(|id| documents.iter().any(|record| record.doc_id == *id)));
            }
            let filter = FactFilter { metrics: vec!["净利润".to_owned()], ..FactFilter::default() };
            let facts = view.facts(&filter).expect("facts can be read");
            assert_eq!(facts.len(), expected.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_visible_is_what_a_naive_store_would_show(steps in steps()) {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let mut writer = store.writer().unwrap();
        let mut model = Model::default();
        let id_at = |kb: usize, path: usize| {
            let view = support::view(&store);
            let documents = view.documents(&DocFilter::default());
            documents.into_iter().find(|r| r.kb == KBS[kb] && r.path == PATHS[path]).map(|r| r.doc_id.clone())
        };
        for step in steps {
            match step {
                Step::Add { kb, path, mark, tags } => {
                    // Content is told apart by path and mark; the same twice changes nothing, the tags neither.
                    let tagged: Vec<&str> = tags.iter().map(|tag| TAGS[*tag]).collect();
                    let staged = sample(PATHS[path], MARKS[mark], 1).in_kb(KBS[kb]).seen_by(&tagged).add(&mut writer);
                    let at = (kb, path);
                    let now = model.waiting.get(&at).or_else(|| model.visible.get(&at));
                    prop_assert_eq!(staged.unchanged, now.is_some_and(|known| known.mark == mark));
                    if !staged.unchanged {
                        model.waiting.insert(at, Known { mark, tags });
                    }
                }
                Step::Publish => {
                    writer.publish().unwrap();
                    model.publish();
                }
                Step::Remove { kb, path } => {
                    if let Some(id) = id_at(kb, path) {
                        writer.remove(&id).unwrap();
                        model.visible.remove(&(kb, path));
                        model.waiting.remove(&(kb, path));
                    }
                }
                Step::SetAccess { kb, path, tags } => {
                    if let Some(id) = id_at(kb, path) {
                        writer.set_access(&id, &names(&tags)).unwrap();
                        model.visible.get_mut(&(kb, path)).unwrap().tags = tags;
                    }
                }
                Step::Rollback { kb, path } => {
                    if let Some(id) = id_at(kb, path) {
                        let oldest = store.history(&id).unwrap().remove(0);
                        writer.rollback(&id, oldest.record.version).unwrap();
                        let mark = (0..MARKS.len())
                            .find(|mark| sample(PATHS[path], MARKS[*mark], 1).sha256 == oldest.record.sha256);
                        model.visible.get_mut(&(kb, path)).unwrap().mark = mark.unwrap();
                    }
                }
                Step::Reopen => {
                    // Without closing, as after a kill: what waits is finished by the next writer.
                    drop(writer);
                    writer = store.writer().unwrap();
                    model.publish();
                }
                Step::Purge => {
                    writer.purge().unwrap();
                }
            }
            compare(&store, &model);
        }
        prop_assert!(writer.verify().unwrap().damaged.is_empty());
        compare(&store, &model);
    }
}

/// Words with few different letters, so that terms repeat.
fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![Just("收"), Just("入"), Just("利 "), Just("润"), Just("x "), Just("12 ")],
        1..12,
    )
    .prop_map(|parts| parts.concat())
}

/// Title, and for each chunk its heading, words, rows.
type Text = (String, Vec<(String, String, Vec<String>)>);

fn texts() -> impl Strategy<Value = Vec<Text>> {
    let chunk = (words(), words(), proptest::collection::vec(words(), 0..3));
    proptest::collection::vec((words(), proptest::collection::vec(chunk, 1..4)), 1..5)
}

/// A unit as the oracle sees it: document, ordinal, row, tokens of heading and body.
struct Unit {
    document: usize,
    ordinal: u32,
    row: Option<usize>,
    heading: Vec<String>,
    body: Vec<String>,
}

/// Textbook BM25 of one field: documents' tokens in, a score each out.
fn bm25(fields: &[&[String]], terms: &[(String, f32)]) -> Vec<f64> {
    let total: usize = fields.iter().map(|tokens| tokens.len()).sum();
    let average = total as f64 / fields.len().max(1) as f64;
    let mut scores = vec![0.0; fields.len()];
    for (term, weight) in terms {
        let holding = fields.iter().filter(|tokens| tokens.contains(term)).count() as f64;
        let idf = (1.0 + (fields.len() as f64 - holding + 0.5) / (holding + 0.5)).ln();
        for (score, tokens) in scores.iter_mut().zip(fields) {
            let count = tokens.iter().filter(|token| *token == term).count() as f64;
            let norm = 1.2 * (1.0 - 0.75 + 0.75 * tokens.len() as f64 / average);
            *score += f64::from(*weight) * idf * count * 2.2 / (count + norm);
        }
    }
    scores
}

fn oracle(titles: &[Vec<String>], units: &[Unit], query: &WordQuery) -> HashMap<(usize, u32, Option<usize>), f64> {
    let by_title = bm25(&titles.iter().map(Vec::as_slice).collect::<Vec<_>>(), &query.terms);
    let mut scores = HashMap::new();
    for rows in [false, true] {
        let kind: Vec<&Unit> = units.iter().filter(|unit| unit.row.is_some() == rows).collect();
        let heading = bm25(&kind.iter().map(|unit| unit.heading.as_slice()).collect::<Vec<_>>(), &query.terms);
        let body = bm25(&kind.iter().map(|unit| unit.body.as_slice()).collect::<Vec<_>>(), &query.terms);
        let wanted = match query.units {
            Units::All => true,
            Units::Rows => rows,
            Units::Chunks => !rows,
        };
        for (at, unit) in kind.iter().enumerate().filter(|_| wanted) {
            let boosts = query.boosts;
            let score = f64::from(boosts.title) * by_title[unit.document]
                + f64::from(boosts.heading) * heading[at]
                + f64::from(boosts.body) * body[at];
            if score > 0.0 {
                scores.insert((unit.document, unit.ordinal, unit.row), score);
            }
        }
    }
    scores
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn scores_are_textbook_bm25_over_what_is_visible(
        texts in texts(),
        // So many times over: a list of units longer than the blocks in which the index keeps it.
        repeated in prop_oneof![9 => Just(1_usize), 1 => Just(60)],
        asked in words(),
        removed in 0usize..5,
        units in prop_oneof![Just(Units::All), Just(Units::Rows), Just(Units::Chunks)],
        k in 1usize..40,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path());
        let mut writer = store.writer().unwrap();
        let tokens = |text: &str| store.tokenizer().tokens(text);
        let (mut titles, mut expected_units, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        let texts: Vec<&Text> = texts.iter().cycle().take(texts.len() * repeated).collect();
        for (at, (title, chunks)) in texts.into_iter().enumerate() {
            let mut one = sample(&format!("d{at}"), "alpha", chunks.len() as u32);
            one.identity = doc::Identity { title: title.clone(), ..doc::Identity::default() };
            one.chunks.retain(|chunk| chunk.table.is_some());
            for (ordinal, (chunk, (heading, body, rows))) in (0..).zip(one.chunks.iter_mut().zip(chunks)) {
                chunk.ordinal = ordinal;
                chunk.section = vec![heading.clone()];
                chunk.text = body.clone();
                let example = chunk.rows[0].clone();
                chunk.rows = rows.iter().zip(5..).map(|(text, row)| doc::ChunkRow { row, text: text.clone(), ..example.clone() }).collect();
            }
            let staged = one.add(&mut writer);
            if at % 7 == 6 || at == removed {
                writer.publish().unwrap();
            }
            if at == removed {
                // Its words stay in the index for a while; they must not count any more.
                writer.remove(&staged.doc_id).unwrap();
                continue;
            }
            let document = titles.len();
            titles.push(tokens(&one.identity.index_line()));
            ids.push(staged.doc_id);
            for chunk in &one.chunks {
                let heading = tokens(&chunk.section.join(" "));
                let unit = |row, text: &str| Unit { document, ordinal: chunk.ordinal, row, heading: heading.clone(), body: tokens(text) };
                expected_units.push(unit(None, &chunk.text));
                expected_units.extend(chunk.rows.iter().map(|row| unit(Some(row.row), &row.text)));
            }
        }
        writer.publish().unwrap();
        let mut terms: Vec<(String, f32)> = tokens(&asked).into_iter().zip([1.0, 0.5, 2.0].into_iter().cycle()).collect();
        terms.sort_by(|a, b| a.0.cmp(&b.0));
        terms.dedup_by(|a, b| a.0 == b.0);
        let query = WordQuery { terms, boosts: FieldBoosts { title: 0.5, heading: 0.3, body: 1.0 }, units };
        let expected = oracle(&titles, &expected_units, &query);

        let view = support::view(&store);
        let hits = view.search_words(&query, 10_000).unwrap();
        prop_assert_eq!(hits.len(), expected.len());
        for hit in &hits {
            let document = ids.iter().position(|id| *id == hit.doc_id).unwrap();
            let ordinal: u32 = hit.chunk.0.rsplit('-').next().unwrap().parse().unwrap();
            let score = expected[&(document, ordinal, hit.row)];
            prop_assert!((score - f64::from(hit.score)).abs() < 1e-4 * (1.0 + score), "{} {}", score, hit.score);
        }
        prop_assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        prop_assert_eq!(&view.search_words(&query, k).unwrap()[..], &hits[..k.min(hits.len())]);

        // A narrowed view finds the same with the same scores, only there.
        if let Some(first) = ids.first() {
            let narrow = view.only(std::slice::from_ref(first)).search_words(&query, 10_000).unwrap();
            let same: Vec<_> = hits.iter().filter(|hit| hit.doc_id == *first).cloned().collect();
            prop_assert_eq!(narrow, same);
        }
        prop_assert!(found_in(&store, &view, "alpha").is_empty() && body_query(&store, "alpha").terms.len() == 1);
    }
}
