//! Messages in the language of the person's locale: Chinese or English.

use std::sync::LazyLock;

/// Is the locale Chinese? By `LC_ALL`, `LC_MESSAGES`, `LANG`, the first that is set.
static CHINESE: LazyLock<bool> = LazyLock::new(|| {
    let set = |name: &&str| std::env::var(name).is_ok_and(|value| !value.is_empty());
    let first = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find(set);
    first.and_then(|name| std::env::var(name).ok()).is_some_and(|value| value.starts_with("zh"))
});

/// The Chinese or the English form of a message.
pub fn say<'a>(chinese: &'a str, english: &'a str) -> &'a str {
    if *CHINESE { chinese } else { english }
}
