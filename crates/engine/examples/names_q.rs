//! Companies and brokers that questions name, with a library from identity lines.
#![allow(clippy::print_stdout)]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let identities: Vec<doc::Identity> = std::fs::read_to_string(&arguments[0])
        .unwrap_or_default()
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|value| serde_json::from_value(value["identity"].clone()).ok())
        .collect();
    let companies = finance::company::Companies::from_identities(&identities);
    for company in companies.all() {
        println!("{company:?}");
    }
    for question in std::fs::read_to_string(&arguments[1]).unwrap_or_default().lines() {
        let found: Vec<String> = companies
            .find_in(question)
            .into_iter()
            .map(|m| format!("{}{}", m.company, if m.guessed { "?" } else { "" }))
            .collect();
        let unknown = companies.unknown_company_in(question).map(|range| question[range].to_owned());
        let brokers: Vec<String> =
            finance::broker::brokers_in(question).into_iter().map(|b| b.broker.name.clone()).collect();
        println!("{question}\n      {found:?} {unknown:?} {brokers:?}");
    }
}
