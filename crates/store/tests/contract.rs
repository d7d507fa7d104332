//! What the store promises: versions, visibility, names, words, facts, access, recovery.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know for such")]

mod support;

use std::{fs, sync::Arc};

use doc::{ChunkId, DocId, PageIndex, Period, Scope, Span, text::Tokenizer};
use store::{
    Access, Asker, DocFilter, FactFilter, FieldBoosts, Intake, Store, StoreError, Suspicion, TextState, Units,
    WordQuery,
};
use support::{Sample, body_query, check_whole, found_in, hex, open, query, sample, tokenizer, view};

fn ids(store: &Store) -> Vec<DocId> {
    view(store).documents(&DocFilter::default()).into_iter().map(|record| record.doc_id.clone()).collect()
}

#[test]
fn what_was_published_is_read_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let one = sample("a/年报.pdf", "alpha", 3);
    let mut writer = store.writer().unwrap();
    let staged = one.publish(&mut writer);
    assert_eq!(staged.doc_id.0, one.sha256[..16]);

    let view = view(&store);
    let record = view.record(&staged.doc_id).unwrap();
    assert_eq!((record.version, record.pages, record.chunks, record.facts), (1, 3, 6, 6));
    assert_eq!((&record.identity, &record.warnings), (&one.identity, &one.document.warnings));
    assert_eq!((record.ingested_at, record.path.as_str()), (1_700_000_000, "a/年报.pdf"));
    assert_eq!(view.document(&staged.doc_id).unwrap().unwrap(), one.document);
    let chunks = view.chunks_of(&staged.doc_id, 0..u32::MAX).unwrap();
    assert!(chunks.iter().map(|stored| &stored.chunk).eq(&one.chunks));
    let facts = view.facts(&FactFilter::default()).unwrap();
    assert!(facts.iter().map(|stored| &stored.fact).eq(&one.facts));
    let page = view.page(&staged.doc_id, PageIndex(2)).unwrap().unwrap();
    assert_eq!((page.label.as_str(), page.width, page.height), ("3", 595.0, 842.0));
    assert_eq!(page.text, one.document.pages[2].content_text());
    assert_eq!(view.page(&staged.doc_id, PageIndex(3)).unwrap(), None);
    assert_eq!(view.page(&staged.doc_id, PageIndex(u32::MAX)).unwrap(), None);
    let stored = view.chunk_of_row(&staged.doc_id, 1, 2).unwrap().unwrap();
    assert_eq!(stored.chunk.ordinal, 3);
    assert!(view.chunk_of_row(&staged.doc_id, 1, 3).unwrap().is_none());
    assert!(view.chunk_of_row(&staged.doc_id, 9, 1).unwrap().is_none());
}

#[test]
fn nothing_is_visible_before_it_is_published() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let staged = sample("a", "alpha", 2).add(&mut writer);
    assert_eq!(writer.staged(), 1);
    assert!(ids(&store).is_empty());
    assert!(found_in(&store, &view(&store), "alpha").is_empty());
    assert!(view(&store).facts(&FactFilter::default()).unwrap().is_empty());
    assert!(view(&store).document(&staged.doc_id).unwrap().is_none());
    let before = store.index_version().unwrap();
    writer.publish().unwrap();
    assert!(store.index_version().unwrap() > before);
    assert_eq!(ids(&store), std::slice::from_ref(&staged.doc_id));
    assert_eq!(found_in(&store, &view(&store), "alpha"), [staged.doc_id]);
    assert_eq!(check_whole(&store).unwrap(), 1);
}

#[test]
fn the_same_twice_is_the_same_state() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let one = sample("a", "alpha", 2);
    let mut writer = store.writer().unwrap();
    one.publish(&mut writer);
    let (stats, version) = (store.stats().unwrap(), store.index_version().unwrap());
    assert!(
        matches!(writer.check("default", "a", &one.sha256).unwrap(), Intake::Unchanged(record) if record.version == 1)
    );
    let again = one.publish(&mut writer);
    assert!(again.unchanged && again.version == 1);
    assert_eq!(store.index_version().unwrap(), version);
    assert_eq!(store.stats().unwrap().versions, stats.versions);
    assert_eq!(store.stats().unwrap().units, stats.units);

    // The same content under another path of the same knowledge base is known; of another one, not.
    let copy = Sample { path: "b".to_owned(), ..one.clone() };
    assert!(
        matches!(writer.check("default", "b", &one.sha256).unwrap(), Intake::Unchanged(record) if record.path == "a")
    );
    assert!(copy.publish(&mut writer).unchanged);
    assert_eq!(writer.check("other", "b", &one.sha256).unwrap(), Intake::New);
    let other = copy.in_kb("other").publish(&mut writer);
    assert_ne!(other.doc_id.0, one.sha256[..16], "an id names one lineage");
    assert_eq!(ids(&store).len(), 2);
    assert_eq!(store.knowledge_bases().unwrap(), ["default", "other"]);
}

#[test]
fn content_that_another_document_began_with_gets_an_id_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let (old, new) = (sample("a", "alpha", 1), sample("a", "beta", 1));
    let first = old.publish(&mut writer);
    new.publish(&mut writer);
    let elsewhere = Sample { path: "b".to_owned(), ..old.clone() };
    assert_eq!(writer.check("default", "b", &old.sha256).unwrap(), Intake::New);
    let second = elsewhere.publish(&mut writer);
    assert!(!second.unchanged && second.version == 1 && second.doc_id != first.doc_id);
    // A path decides before the content: `a` goes back to what it was, as its own next version.
    assert!(matches!(writer.check("default", "a", &old.sha256).unwrap(), Intake::Changed { next_version: 3, .. }));
    assert_eq!(old.publish(&mut writer).doc_id, first.doc_id);
    assert_eq!(check_whole(&store).unwrap(), 2);
}

#[test]
fn two_copies_in_one_batch_are_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let one = sample("a", "alpha", 1);
    let copy = Sample { path: "b".to_owned(), ..one.clone() };
    let mut writer = store.writer().unwrap();
    assert_eq!(writer.check("default", "b", &one.sha256).unwrap(), Intake::New);
    one.add(&mut writer);
    assert!(copy.add(&mut writer).unchanged);
    assert_eq!(writer.publish().unwrap().len(), 1);
    assert_eq!(check_whole(&store).unwrap(), 1);
}

#[test]
fn changed_content_is_the_next_version_and_the_old_words_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (old, new) = (sample("a", "alpha", 3), sample("a", "beta", 2));
    let mut writer = store.writer().unwrap();
    let first = old.publish(&mut writer);
    let held = view(&store);
    let intake = writer.check("default", "a", &new.sha256).unwrap();
    assert_eq!(intake, Intake::Changed { doc_id: first.doc_id.clone(), next_version: 2 });
    let second = new.publish(&mut writer);
    assert_eq!((second.doc_id.clone(), second.version), (first.doc_id.clone(), 2));

    assert_eq!(found_in(&store, &view(&store), "alpha"), []);
    assert_eq!(found_in(&store, &view(&store), "beta"), std::slice::from_ref(&first.doc_id));
    assert_eq!(view(&store).facts(&FactFilter::default()).unwrap().len(), 4);
    assert!(view(&store).chunks(&[ChunkId::new(&first.doc_id, 1, 0)]).unwrap().is_empty());
    assert_eq!(check_whole(&store).unwrap(), 1);
    // A view that was taken before still shows what it showed.
    assert_eq!(found_in(&store, &held, "alpha"), std::slice::from_ref(&first.doc_id));
    assert_eq!(held.facts(&FactFilter::default()).unwrap().len(), 6);

    let history = store.history(&first.doc_id).unwrap();
    assert_eq!(history.iter().map(|v| (v.record.version, v.current)).collect::<Vec<_>>(), [(1, false), (2, true)]);
    writer.rollback(&first.doc_id, 1).unwrap();
    assert_eq!(found_in(&store, &view(&store), "alpha"), std::slice::from_ref(&first.doc_id));
    assert!(found_in(&store, &view(&store), "beta").is_empty());
    assert_eq!(check_whole(&store).unwrap(), 1);
    assert!(matches!(writer.rollback(&first.doc_id, 7), Err(StoreError::NoSuchDocument(_))));
    // A number is never given twice.
    assert_eq!(sample("a", "gamma", 1).publish(&mut writer).version, 3);
}

#[test]
fn the_last_of_several_contents_in_one_batch_counts() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let first = sample("a", "alpha", 2).add(&mut writer);
    let second = sample("a", "beta", 2).add(&mut writer);
    assert_eq!(first.doc_id, second.doc_id);
    assert_eq!(writer.publish().unwrap().len(), 1);
    assert!(found_in(&store, &view(&store), "alpha").is_empty());
    assert_eq!(found_in(&store, &view(&store), "beta").len(), 1);
    assert_eq!(store.stats().unwrap().versions, 1);
    writer.close().unwrap();
    assert_eq!(open(folder.path()).text_state().unwrap(), TextState::Ready);
}

#[test]
fn removing_hides_everywhere_and_the_document_may_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (one, two) = (sample("a", "alpha", 2), sample("b", "beta", 2));
    let mut writer = store.writer().unwrap();
    let first = one.publish(&mut writer);
    two.publish(&mut writer);
    writer.remove(&first.doc_id).unwrap();

    let now = view(&store);
    assert_eq!(now.documents(&DocFilter::default()).len(), 1);
    assert!(now.find(&first.doc_id.0).is_empty() && now.find("a").is_empty());
    assert!(now.document(&first.doc_id).unwrap().is_none());
    assert!(now.page(&first.doc_id, PageIndex(0)).unwrap().is_none());
    assert!(now.chunks(&[ChunkId::new(&first.doc_id, 1, 0)]).unwrap().is_empty());
    assert!(now.chunk_of_row(&first.doc_id, 0, 1).unwrap().is_none());
    assert!(found_in(&store, &now, "alpha").is_empty());
    assert!(now.facts(&FactFilter::default()).unwrap().iter().all(|fact| fact.document.doc_id != first.doc_id));
    assert!(matches!(writer.remove(&first.doc_id), Err(StoreError::NoSuchDocument(_))));
    assert!(matches!(writer.remove(&DocId("nobody".to_owned())), Err(StoreError::NoSuchDocument(_))));

    assert_eq!(writer.check("default", "a", &one.sha256).unwrap(), Intake::New);
    let again = one.publish(&mut writer);
    assert_eq!((again.doc_id, again.version), (first.doc_id.clone(), 2));
    assert_eq!(check_whole(&store).unwrap(), 2);

    // Removed, and found again under another path: the same document.
    writer.remove(&first.doc_id).unwrap();
    let moved = Sample { path: "c".to_owned(), ..one.clone() }.publish(&mut writer);
    assert_eq!((moved.doc_id, moved.version), (first.doc_id, 3));
    assert_eq!(check_whole(&store).unwrap(), 2);
}

#[test]
fn removing_drops_what_waits() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let first = sample("a", "alpha", 1).publish(&mut writer);
    sample("a", "beta", 1).add(&mut writer);
    writer.remove(&first.doc_id).unwrap();
    assert_eq!((writer.staged(), writer.publish().unwrap().len()), (0, 0));
    assert!(ids(&store).is_empty());
    writer.close().unwrap();
    let store = open(folder.path());
    store.writer().unwrap().close().unwrap();
    assert!(ids(&store).is_empty());
}

#[test]
fn purging_leaves_only_what_is_visible() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let first = sample("a", "alpha", 2).publish(&mut writer);
    sample("a", "beta", 2).publish(&mut writer);
    let gone = sample("b", "gamma", 2).publish(&mut writer);
    writer.remove(&gone.doc_id).unwrap();
    let purged = writer.purge().unwrap();
    assert_eq!((purged.versions, purged.documents), (2, 1));
    assert_eq!(store.stats().unwrap().versions, 1);
    assert!(store.history(&gone.doc_id).unwrap().is_empty());
    assert!(matches!(writer.rollback(&first.doc_id, 1), Err(StoreError::NoSuchDocument(_))));
    assert_eq!(check_whole(&store).unwrap(), 1);
    writer.close().unwrap();
    let bytes = fs::read(folder.path().join("meta.db")).unwrap();
    let stands = |word: &str| bytes.windows(word.len()).any(|at| at == word.as_bytes());
    assert!(stands("公司a") && !stands("公司b"), "deleted words are not in the file any more");
}

#[test]
fn names_find_by_id_path_and_ending() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let one = sample("x/茅台/2024年报.pdf", "alpha", 1).add(&mut writer);
    sample("y/2024年报.pdf", "beta", 1).add(&mut writer);
    sample("y/旧2024年报.pdf", "gamma", 1).add(&mut writer);
    writer.publish().unwrap();
    let view = view(&store);
    let paths = |name: &str| view.find(name).iter().map(|record| record.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&one.doc_id.0), ["x/茅台/2024年报.pdf"]);
    assert_eq!(paths("y/2024年报.pdf"), ["y/2024年报.pdf"]);
    assert_eq!(paths("茅台/2024年报.pdf"), ["x/茅台/2024年报.pdf"]);
    assert_eq!(paths("2024年报.pdf"), ["x/茅台/2024年报.pdf", "y/2024年报.pdf"]);
    assert_eq!(paths("旧2024年报.pdf"), ["y/旧2024年报.pdf"]);
    assert_eq!(paths("4年报.pdf").len(), 3);
    assert_eq!(paths(""), [""; 0]);
    assert_eq!(paths("nothing"), [""; 0]);
}

#[test]
fn filters_narrow_documents_and_facts() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let mut old = sample("a", "alpha", 1);
    old.identity.period = Some(Period::new(2023, Span::FY));
    old.identity.published_on = "2024-03-31".to_owned();
    old.facts[0].suspect = vec!["不平衡".to_owned()];
    old.facts[1].forecast = true;
    old.add(&mut writer);
    sample("b", "beta", 1).add(&mut writer);
    writer.publish().unwrap();
    let view = view(&store);

    let documents = |filter: DocFilter| view.documents(&filter).len();
    assert_eq!(documents(DocFilter { companies: vec!["公司a".to_owned()], ..DocFilter::default() }), 1);
    assert_eq!(documents(DocFilter { companies: vec!["６０００００".to_owned()], ..DocFilter::default() }), 2);
    assert_eq!(documents(DocFilter { since: Some("2025-01-01".to_owned()), ..DocFilter::default() }), 1);
    assert_eq!(documents(DocFilter { until: Some("2024-03-31".to_owned()), ..DocFilter::default() }), 1);
    assert_eq!(documents(DocFilter { periods: vec![Period::new(2023, Span::FY)], ..DocFilter::default() }), 1);
    assert_eq!(documents(DocFilter { companies: vec![String::new()], ..DocFilter::default() }), 0);

    let facts = |filter: FactFilter| view.facts(&filter).unwrap().len();
    let metrics = vec!["营业收入".to_owned()];
    assert_eq!(facts(FactFilter { metrics: metrics.clone(), ..FactFilter::default() }), 2);
    assert_eq!(
        facts(FactFilter { metrics: vec!["净利润".to_owned(), "营业收入".to_owned()], ..FactFilter::default() }),
        4
    );
    assert_eq!(facts(FactFilter { periods: vec![Period::new(2024, Span::FY)], ..FactFilter::default() }), 4);
    let periods = vec![Period::new(2022, Span::FY)];
    assert_eq!(facts(FactFilter { metrics: metrics.clone(), periods, ..FactFilter::default() }), 0);
    assert_eq!(facts(FactFilter { scope: Some(Scope::Parent), ..FactFilter::default() }), 2);
    assert_eq!(facts(FactFilter { forecast: Some(true), ..FactFilter::default() }), 1);
    assert_eq!(facts(FactFilter { suspicion: Suspicion::Suspect, ..FactFilter::default() }), 1);
    assert_eq!(facts(FactFilter { suspicion: Suspicion::Clear, metrics, ..FactFilter::default() }), 1);
    let only = view.only(&[view.documents(&DocFilter::default())[1].doc_id.clone()]);
    assert_eq!(only.facts(&FactFilter::default()).unwrap().len(), 2);
    assert_eq!(view.documents(&DocFilter::default())[0].facts_suspect, 1);
}

#[test]
fn a_fact_is_found_the_same_way_among_few_documents_and_many() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    for at in 0..70 {
        sample(&format!("d{at:02}"), "alpha", 1).add(&mut writer);
    }
    writer.publish().unwrap();
    let view = view(&store);
    let filter = FactFilter {
        metrics: vec!["净利润".to_owned()],
        periods: vec![Period::new(2024, Span::FY)],
        ..FactFilter::default()
    };
    let all = view.facts(&filter).unwrap();
    assert_eq!(all.len(), 70);
    let half: Vec<DocId> = all.iter().take(35).map(|fact| fact.document.doc_id.clone()).collect();
    assert_eq!(view.only(&half).facts(&filter).unwrap(), all[..35]);
    let bounded = FactFilter { documents: DocFilter { doc_ids: half, ..DocFilter::default() }, ..filter };
    assert_eq!(view.facts(&bounded).unwrap(), all[..35]);
}

#[test]
fn access_decides_for_every_path() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let open_to_all = sample("a", "alpha", 1).add(&mut writer);
    let risk = sample("b", "beta", 1).seen_by(&["risk", "board"]).add(&mut writer);
    writer.publish().unwrap();
    let seen = |access: Access| {
        let view = store.view(&Asker { kb: Some("default".to_owned()), access }).unwrap();
        let list = view.documents(&DocFilter::default()).len();
        let words = found_in(&store, &view, "营业收入").len();
        let facts = view.facts(&FactFilter::default()).unwrap().len() / 2;
        let body = usize::from(view.document(&risk.doc_id).unwrap().is_some());
        let page = usize::from(view.page(&risk.doc_id, PageIndex(0)).unwrap().is_some());
        let chunks = view.chunks(&[ChunkId::new(&risk.doc_id, 1, 0)]).unwrap().len();
        let row = usize::from(view.chunk_of_row(&risk.doc_id, 0, 1).unwrap().is_some());
        let only = view.only(std::slice::from_ref(&risk.doc_id)).documents(&DocFilter::default()).len();
        let found = view.find("b").len();
        assert!(view.record(&open_to_all.doc_id).is_some());
        assert_eq!([words, facts], [list, list]);
        assert_eq!([body, page, chunks, row, only, found], [list - 1; 6]);
        list
    };
    let tags = |tags: &[&str]| Access::Tags(tags.iter().map(|tag| (*tag).to_owned()).collect());
    assert_eq!(seen(tags(&[])), 1);
    assert_eq!(seen(tags(&["sales"])), 1);
    assert_eq!(seen(tags(&["sales", "risk"])), 2);
    assert_eq!(seen(Access::All), 2);
    writer.set_access(&risk.doc_id, &["sales".to_owned()]).unwrap();
    assert_eq!(seen(tags(&["risk"])), 1);
    assert_eq!(seen(tags(&["sales"])), 2);
    writer.set_access(&risk.doc_id, &[]).unwrap();
    assert_eq!(seen(tags(&[])), 2);
    assert!(matches!(writer.set_access(&DocId("x".to_owned()), &[]), Err(StoreError::NoSuchDocument(_))));
}

#[test]
fn rows_and_chunks_are_searched_apart_and_noise_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut one = sample("a", "alpha", 2);
    one.chunks[2].noise = true;
    let mut writer = store.writer().unwrap();
    let staged = one.publish(&mut writer);
    let view = view(&store);
    let hits = |units| view.search_words(&query(&store, "alpha", units), 100).unwrap();
    assert!(hits(Units::Rows).iter().all(|hit| hit.row.is_some()));
    assert!(hits(Units::Chunks).iter().all(|hit| hit.row.is_none()));
    assert_eq!((hits(Units::Rows).len(), hits(Units::Chunks).len(), hits(Units::All).len()), (4, 3, 7));
    assert!(hits(Units::All).iter().all(|hit| hit.chunk != ChunkId::new(&staged.doc_id, 1, 2)));
    assert_eq!(view.chunks_of(&staged.doc_id, 2..3).unwrap().len(), 1, "noise can be shown");

    let frequency = view.term_frequency("alpha").unwrap();
    assert_eq!((frequency.chunks, frequency.chunks_total, frequency.rows, frequency.rows_total), (3, 3, 4, 4));
    assert_eq!(view.term_frequency("beta").unwrap().chunks, 0);
}

#[test]
fn equal_scores_are_ordered_by_place_and_the_order_is_stable() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    for path in ["a", "b", "c"] {
        sample(path, "alpha", 4).publish(&mut writer);
    }
    let view = view(&store);
    let key = |hit: &store::WordHit| {
        let ordinal: u32 = hit.chunk.0.rsplit('-').next().unwrap().parse().unwrap();
        (hit.doc_id.clone(), ordinal, hit.row)
    };
    let all = view.search_words(&body_query(&store, "alpha"), 1000).unwrap();
    assert_eq!(all.len(), 3 * 4 * 4);
    for pair in all.windows(2) {
        assert!(pair[0].score > pair[1].score || (pair[0].score == pair[1].score && key(&pair[0]) < key(&pair[1])));
    }
    for k in 0..all.len() {
        assert_eq!(view.search_words(&body_query(&store, "alpha"), k).unwrap(), all[..k]);
    }
    // Another layout of segments: the same answer to the last bit.
    writer.close().unwrap();
    fs::remove_dir_all(folder.path().join("text")).unwrap();
    let store = open(folder.path());
    store.writer().unwrap().close().unwrap();
    assert_eq!(support::view(&store).search_words(&body_query(&store, "alpha"), 1000).unwrap(), all);
}

#[test]
fn weights_and_boosts_multiply_and_a_score_is_the_sum_of_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    sample("a", "alpha", 2).publish(&mut writer);
    sample("b", "beta", 2).publish(&mut writer);
    let view = view(&store);
    let search = |weight: f32, boosts: FieldBoosts| {
        let terms = vec![("alpha".to_owned(), weight)];
        view.search_words(&WordQuery { terms, boosts, units: Units::All }, 100).unwrap()
    };
    let plain = search(1.0, FieldBoosts::default());
    let doubled = search(2.0, FieldBoosts::default());
    let boosted = search(1.0, FieldBoosts { body: 2.0, ..FieldBoosts::default() });
    assert_eq!(doubled, boosted);
    assert!(plain.iter().zip(&doubled).all(|(a, b)| (a.score * 2.0 - b.score).abs() < 1e-5));
    for nothing in [0.0, -1.0, f32::NAN] {
        assert!(search(nothing, FieldBoosts::default()).is_empty());
        assert!(search(1.0, FieldBoosts { title: nothing, heading: nothing, body: nothing }).is_empty());
    }
    let twice = WordQuery { terms: vec![("alpha".to_owned(), 1.0); 2], ..WordQuery::default() };
    assert_eq!(view.search_words(&twice, 100).unwrap(), doubled);

    // A title's words lift every unit of its document, and find it alone too.
    let by_title = view.search_words(&query(&store, "公司a", Units::All), 100).unwrap();
    assert!(by_title.iter().all(|hit| !hit.chunk.0.is_empty()) && !by_title.is_empty());
    let mixed = query(&store, "公司b 营业收入 财务报告", Units::All);
    for hit in view.search_words(&mixed, 100).unwrap() {
        let parts = view.explain_words(&mixed, &hit).unwrap();
        let sum: f32 = parts.iter().map(|part| part.score).sum();
        assert!((sum - hit.score).abs() < 1e-4, "{sum} {}", hit.score);
    }
}

#[test]
fn a_second_writer_is_refused_with_the_first_ones_process() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let writer = store.writer().unwrap();
    let Err(error) = open(folder.path()).writer() else { panic!("two writers") };
    assert!(matches!(&error, StoreError::Locked { pid: Some(pid), .. } if *pid == std::process::id()));
    assert!(error.to_string().contains(&std::process::id().to_string()));
    drop(writer);
    open(folder.path()).writer().unwrap().close().unwrap();
}

#[test]
fn an_absent_or_foreign_folder_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("deep/er");
    assert!(matches!(Store::open_existing(&home, tokenizer()), Err(StoreError::Absent { .. })));
    open(&home);
    Store::open_existing(&home, tokenizer()).unwrap();

    // Killed while it was created: nothing there yet.
    let early = folder.path().join("early");
    fs::create_dir_all(&early).unwrap();
    fs::write(early.join("meta.db"), b"").unwrap();
    assert!(matches!(Store::open_existing(&early, tokenizer()), Err(StoreError::Absent { .. })));
    open(&early);

    let garbage = folder.path().join("garbage");
    fs::create_dir_all(&garbage).unwrap();
    fs::write(garbage.join("meta.db"), vec![7_u8; 8192]).unwrap();
    assert!(matches!(Store::open(&garbage, tokenizer()), Err(StoreError::Corrupt { .. })));

    for (statement, says) in [
        ("PRAGMA user_version = 99", "newer program"),
        ("PRAGMA user_version = 0", "ingest the documents again"),
        ("PRAGMA application_id = 5", "another program"),
    ] {
        let home = folder.path().join(hex(statement));
        open(&home);
        rusqlite::Connection::open(home.join("meta.db")).unwrap().execute_batch(statement).unwrap();
        let Err(error) = Store::open(&home, tokenizer()) else { panic!("{statement}") };
        assert!(matches!(error, StoreError::Format { .. }) && error.to_string().contains(says), "{error}");
    }
    let file = folder.path().join("file");
    fs::write(&file, b"x").unwrap();
    assert!(Store::open(&file.join("home"), tokenizer()).is_err());
}

#[test]
fn the_word_index_is_rebuilt_when_it_is_missing_damaged_behind_or_of_another_tokenizer() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    let kept = folder.path().join("kept");
    {
        let store = open(folder.path());
        let mut writer = store.writer().unwrap();
        sample("a", "alpha", 2).publish(&mut writer);
        writer.close().unwrap();
        copy_folder(&text, &kept);
        let mut writer = store.writer().unwrap();
        sample("b", "beta", 2).publish(&mut writer);
        writer.close().unwrap();
    }
    let rebuilt = |spoil: &dyn Fn(), expected: TextState, words: Arc<Tokenizer>| {
        spoil();
        let store = Store::open(folder.path(), words).unwrap();
        assert_eq!(store.text_state().unwrap(), expected);
        if expected != TextState::Ready {
            let error = view(&store).search_words(&body_query(&store, "beta"), 1).unwrap_err();
            assert!(matches!(error, StoreError::TextIndex { .. }), "{error}");
            assert_eq!(view(&store).facts(&FactFilter::default()).unwrap().len(), 8, "figures do not need words");
        }
        store.writer().unwrap().close().unwrap();
        assert_eq!(store.text_state().unwrap(), TextState::Ready);
        assert_eq!(check_whole(&store).unwrap(), 2);
    };
    rebuilt(&|| (), TextState::Ready, tokenizer());
    rebuilt(&|| fs::remove_dir_all(&text).unwrap(), TextState::Missing, tokenizer());
    rebuilt(&|| fs::write(text.join("meta.json"), b"{").unwrap(), TextState::Corrupt, tokenizer());
    let older = || {
        fs::remove_dir_all(&text).unwrap();
        copy_folder(&kept, &text);
    };
    rebuilt(&older, TextState::Behind, tokenizer());
    rebuilt(&|| (), TextState::OtherTokenizer, Arc::new(Tokenizer::with_terms(["毛利率"])));
    rebuilt(&|| (), TextState::OtherTokenizer, tokenizer());
    let truncated = || {
        let has_postings = |entry: &fs::DirEntry| entry.path().extension() == Some("idx".as_ref());
        for entry in fs::read_dir(&text).unwrap().flatten().filter(has_postings) {
            fs::write(entry.path(), b"short").unwrap();
        }
    };
    rebuilt(&truncated, TextState::Corrupt, tokenizer());
}

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn verify_finds_damage_and_rebuilds_words() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let staged = sample("a", "alpha", 2).publish(&mut writer);
    let verified = writer.verify().unwrap();
    assert_eq!((verified.documents, verified.units, verified.reindexed), (1, 9, 0));
    assert!(verified.damaged.is_empty(), "{:?}", verified.damaged);

    // Lengths that changed on disk: opening does not look at them, and scores would be wrong without a word.
    writer.close().unwrap();
    let text = folder.path().join("text");
    let has_lengths = |entry: &fs::DirEntry| entry.path().extension() == Some("fieldnorm".as_ref());
    for entry in fs::read_dir(&text).unwrap().flatten().filter(has_lengths) {
        let mut bytes = fs::read(entry.path()).unwrap();
        bytes[0] ^= 0x40;
        fs::write(entry.path(), bytes).unwrap();
    }
    assert_eq!(store.text_state().unwrap(), TextState::Ready);
    let mut writer = store.writer().unwrap();
    let verified = writer.verify().unwrap();
    assert_eq!((verified.reindexed, verified.damaged.len()), (1, 0));
    assert_eq!(check_whole(&store).unwrap(), 1);

    // A figure that changed on disk is never read as another figure.
    let meta = rusqlite::Connection::open(folder.path().join("meta.db")).unwrap();
    meta.execute_batch("UPDATE fact SET data = CAST(replace(CAST(data AS TEXT), '1234.56', '9234.56') AS BLOB)")
        .unwrap();
    let verified = writer.verify().unwrap();
    assert_eq!(verified.damaged.len(), 1, "{:?}", verified.damaged);
    assert!(verified.damaged[0].contains("fact 0"), "{:?}", verified.damaged);
    let error = view(&store).only(&[staged.doc_id]).facts(&FactFilter::default()).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
}

#[test]
fn a_damaged_chunk_is_said_and_the_rest_can_be_searched() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let one = sample("a", "alpha", 2);
    let staged = one.publish(&mut writer);
    sample("b", "beta", 2).publish(&mut writer);
    writer.close().unwrap();
    let meta = rusqlite::Connection::open(folder.path().join("meta.db")).unwrap();
    meta.execute_batch("UPDATE chunk SET data = x'00' WHERE key = (SELECT min(key) FROM chunk)").unwrap();
    fs::remove_dir_all(folder.path().join("text")).unwrap();

    let mut writer = store.writer().unwrap();
    let now = view(&store);
    let hits = now.search_words(&body_query(&store, "alpha"), 100).unwrap();
    assert_eq!(hits.len(), 7, "all units but the damaged one");
    assert!(matches!(now.chunks_of(&staged.doc_id, 0..1), Err(StoreError::Corrupt { .. })));
    assert_eq!(now.chunks_of(&staged.doc_id, 1..4).unwrap().len(), 3);
    let verified = writer.verify().unwrap();
    assert_eq!(verified.damaged.len(), 1, "{:?}", verified.damaged);
    assert!(verified.damaged[0].contains("chunk 0"), "{:?}", verified.damaged);

    // What the message advises.
    writer.remove(&staged.doc_id).unwrap();
    assert_eq!(one.publish(&mut writer).version, 2);
    assert_eq!(check_whole(&store).unwrap(), 2);
    writer.purge().unwrap();
    assert!(writer.verify().unwrap().damaged.is_empty());
}

#[test]
fn inconsistent_input_is_refused_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let mut bad = sample("a", "alpha", 1);
    bad.chunks[1].ordinal = 7;
    assert!(matches!(writer.add(&bad.new_version()), Err(StoreError::Invalid(_))));
    let bad = Sample { sha256: "ABC".to_owned(), ..sample("a", "alpha", 1) };
    assert!(matches!(writer.add(&bad.new_version()), Err(StoreError::Invalid(_))));
    assert!(matches!(writer.check("default", "a", "zz"), Err(StoreError::Invalid(_))));
    let bad = sample("a", "alpha", 1).in_kb("");
    assert!(matches!(writer.add(&bad.new_version()), Err(StoreError::Invalid(_))));
    assert_eq!((writer.staged(), store.stats().unwrap().versions), (0, 0));
}

#[test]
fn an_empty_document_is_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let staged = sample("a", "alpha", 0).publish(&mut writer);
    assert_eq!(view(&store).record(&staged.doc_id).unwrap().pages, 0);
    assert_eq!(check_whole(&store).unwrap(), 1);
    writer.close().unwrap();
}

#[test]
fn an_interrupted_run_is_finished_by_the_next_writer() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    sample("a", "alpha", 2).publish(&mut writer);
    sample("b", "beta", 2).add(&mut writer);
    sample("a", "gamma", 2).add(&mut writer);
    drop(writer);
    assert_eq!(ids(&store).len(), 1);
    assert_eq!(found_in(&store, &view(&store), "alpha").len(), 1);
    let writer = store.writer().unwrap();
    assert_eq!(writer.staged(), 0);
    assert_eq!(check_whole(&store).unwrap(), 2);
    assert!(found_in(&store, &view(&store), "alpha").is_empty());
    assert_eq!(found_in(&store, &view(&store), "gamma").len(), 1);
}

#[test]
fn readers_go_on_while_a_writer_publishes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    sample("a", "alpha", 2).publish(&mut writer);
    std::thread::scope(|scope| {
        let reading: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..60 {
                        // Each version of the one document is found by its own words, whole, and never none.
                        let view = view(&store);
                        assert_eq!(found_in(&store, &view, "营业收入").len(), 1);
                        assert_eq!(view.facts(&FactFilter::default()).unwrap().len(), 4);
                    }
                })
            })
            .collect();
        for at in 0..12 {
            let mark = ["beta", "gamma", "delta"][at % 3];
            sample("a", mark, 2).publish(&mut writer);
        }
        for reader in reading {
            reader.join().unwrap();
        }
    });
    assert_eq!(check_whole(&store).unwrap(), 1);
}

/// The cells of format 1. Another hash means that a shared type is stored in another shape: raise
/// [`store::FORMAT_VERSION`], so that a library of the old shape says what to do, and set the hashes anew.
const FORMAT_1: [(&str, &str); 3] = [
    ("body", "f24db72397cd5511783873bc78b9db936db368d7e61ca88a49ae63163a2daf0e"),
    ("chunk", "9c4f8c5d917a97d8f2ac10917bfec4592b5bcb19879700c093c49c0b2fca75c1"),
    ("fact", "0965c0b01aad3e40cb0c3bf4a67dcb186b2561edaedc304dc300108e0224a85f"),
];

#[test]
fn what_is_stored_has_the_shape_of_its_format() {
    assert_eq!(store::FORMAT_VERSION, 1);
    let folder = tempfile::tempdir().unwrap();
    let mut writer = open(folder.path()).writer().unwrap();
    let mut one = sample("a", "alpha", 1);
    one.facts[0].suspect = vec!["x".to_owned()];
    let (page, bbox) = (PageIndex(0), doc::Rect::new(1.0, 2.0, 3.0, 4.0));
    one.chunks.swap(0, 1);
    (one.chunks[0].ordinal, one.chunks[1].ordinal) = (0, 1);
    one.document.sections.push(doc::Section { title: "一".to_owned(), level: 1, page, parent: None });
    one.document.outline.push(doc::OutlineEntry { title: "一".to_owned(), level: 1, page: Some(page) });
    one.document.tables.push(doc::Table {
        caption: "c".to_owned(),
        unit: "元".to_owned(),
        section: Some(0),
        columns: 1,
        header_rows: vec![0],
        rows: vec![doc::TableRow { page, bbox }],
        cells: vec![doc::Cell { row: 0, col: 0, row_span: 1, col_span: 1, text: "1".to_owned(), page, bbox }],
        parts: vec![(page, bbox)],
        method: doc::TableMethod::Aligned,
    });
    one.publish(&mut writer);
    writer.close().unwrap();
    let meta = rusqlite::Connection::open(folder.path().join("meta.db")).unwrap();
    for (table, expected) in FORMAT_1 {
        let sql = format!("SELECT hex(data) FROM {table} ORDER BY rowid LIMIT 1");
        let cell: String = meta.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(hex(&cell), expected, "{table}: {cell}");
    }
}
