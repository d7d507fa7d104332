//! Questions: understood on an empty library, then found and answered in a small one.

#![no_main]

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Result, Unstructured};
use caiwen_fuzz::{checks, library, vocabulary};
use doc::text::{Tokenizer, squeeze};
use finance::{broker, company::Companies, metric::Metrics};
use libfuzzer_sys::fuzz_target;
use retrieve::{Date, Filters, Library, Settings, gather, retrieve, terms, understand};
use store::{Access, Asker, FactFilter, View};

/// Words of one question.
const WORDS_MAX: usize = 12;
/// Hits that an answer is made from.
const TOP_K: usize = 12;

#[derive(Debug)]
struct Input {
    question: String,
    filters: Filters,
    today: Date,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let today = (u.int_in_range(1900..=2200)?, u.int_in_range(1..=12)?, u.int_in_range(1..=31)?);
        let mut filters = Filters::default();
        if u.ratio(1, 8)? {
            filters.companies.push(vocabulary::word(u)?);
            filters.section = vocabulary::word(u)?;
            filters.since = Some(vocabulary::word(u)?);
        }
        Ok(Self { question: vocabulary::text(u, WORDS_MAX)?, filters, today })
    }
}

/// A small library, as an asker sees it.
struct Asked {
    _store: library::Library,
    tokenizer: std::sync::Arc<Tokenizer>,
    view: View,
    library: Library,
}

static ASKED: LazyLock<Asked> = LazyLock::new(|| {
    let made = library::library();
    let view = made.store.view(&Asker { kb: None, access: Access::All }).expect("a fresh library can be viewed");
    let (tokenizer, library) = (made.tokenizer.clone(), Library::new(&view));
    // Else most of what is to be tried would never be reached.
    assert_eq!(library.companies.all().len(), 2, "{:?}", library.companies.all());
    assert!(!view.facts(&FactFilter::default()).expect("a fresh library can be read").is_empty());
    Asked { _store: made, tokenizer, view, library }
});

fuzz_target!(|input: Input| {
    let question = &input.question;
    finders(question, &ASKED.library.companies);
    understand(question, &input.filters, &Library::default(), input.today);

    let Asked { tokenizer, view, library, .. } = &*ASKED;
    let plan = understand(question, &input.filters, library, input.today);
    let found = retrieve(&plan, &input.filters, (library, view), tokenizer, &Settings::default(), TOP_K);
    let retrieval = found.expect("a sound library can be searched");
    let evidence = gather(&retrieval, &plan, view).expect("a sound library can be read");
    let answer = answer::answer(&plan, &retrieval, &evidence, library);
    for figure in &answer.figures {
        assert!(answer.citations.iter().any(|citation| citation.n == figure.citation), "{figure:?}");
    }
    for citation in &answer.citations {
        let page = view.page(&citation.doc_id, citation.page.into()).expect("a sound library can be read");
        let words = page.map(|page| squeeze(&page.text)).unwrap_or_default();
        assert!(words.contains(&squeeze(&citation.quote)), "{citation:?} is not in {words}");
    }
});

fn finders(question: &str, companies: &Companies) {
    let companies_named = companies.find_in(question).into_iter().map(|mention| mention.range);
    let unknown = companies.unknown_company_in(question);
    let metrics = Metrics::builtin().find_in(question).into_iter().map(|mention| mention.range);
    let brokers = broker::brokers_in(question).into_iter().chain(broker::printed_names_in(question));
    let brokers = brokers.map(|mention| mention.range);
    for range in companies_named.chain(unknown).chain(metrics).chain(brokers) {
        checks::is_range_of(question, &range);
    }
    let _ = (terms::subject(question), terms::variants(question), terms::phrases(question), terms::is_weak(question));
    let _ = (companies.by_code(question), broker::by_domain(question));
}
