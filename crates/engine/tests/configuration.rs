//! The reference of all configuration keys is made from their declarations; this test fails when it is stale.

use std::{fs, path::Path};

use engine::{Config, Section};

/// Set to make the page anew.
const WRITE: &str = "CAIWEN_WRITE_DOCS";

const TOP: &str = "\
# Configuration / 配置

`caiwen.toml` in the library's folder, or the file that `--config` names. Every key may be left out, and so may the
file; a key that is not here is refused by name. 配置文件 `caiwen.toml` 放在资料库目录里，可以没有；键名写错会报出。

This page is made from the declarations in the code: `CAIWEN_WRITE_DOCS=1 cargo test -p engine --test configuration`.
";

fn page() -> String {
    let mut page = TOP.to_owned();
    for section in Config::sections() {
        page.push_str(&format!("\n## [{}]\n\n{}\n\n", section.name, section.about.trim()));
        page.push_str("| key | default | meaning |\n|---|---|---|\n");
        for key in section.keys {
            let default = default(&section, key.name);
            page.push_str(&format!("| `{}` | {default} | {} |\n", key.name, key.meaning.trim()));
        }
    }
    page
}

/// A default as it would be typed; sizes also as people say them.
fn default(section: &Section, key: &str) -> String {
    let value = section.defaults.get(key).unwrap_or_else(|| panic!("{key} has a default"));
    let megabytes = value.as_integer().filter(|_| key.ends_with("_bytes_max")).map(|bytes| bytes >> 20);
    megabytes.map_or_else(|| format!("`{value}`"), |megabytes| format!("`{value}` ({megabytes} MB)"))
}

#[test]
fn the_reference_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    let fresh = page();
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &fresh).expect("written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == fresh,
        "docs/configuration.md is stale; make it anew: {WRITE}=1 cargo test -p engine --test configuration"
    );
}

#[test]
fn every_key_is_shown_with_its_meaning_and_can_be_set_to_its_default() {
    for section in Config::sections() {
        assert_eq!(section.keys.len(), section.defaults.len(), "{}", section.name);
        for key in section.keys {
            assert!(key.meaning.trim().ends_with('.') && key.meaning.len() > 10, "{}", key.name);
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("caiwen.toml");
        fs::write(&file, format!("[{}]\n{}", section.name, section.defaults)).expect("written");
        assert_eq!(Config::read(&file).expect("read"), Config::default());
    }
}
