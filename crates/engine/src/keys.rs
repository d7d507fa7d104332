//! Declares the sections of the configuration file: each key once, with its type, its default and what it means.

/// A key of the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in its section.
    pub name: &'static str,
    /// What it bounds or decides, with its unit.
    pub meaning: &'static str,
}

/// A section of the configuration file.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its name in brackets.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Its keys, in the order in which they are declared.
    pub keys: &'static [Key],
    /// The section with its defaults.
    pub defaults: toml::Table,
}

/// A struct of keys with their defaults, and the list of them for the reference page.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident in $section:literal {
            $( $(#[doc = $meaning:literal])+ pub $key:ident: $kind:ty = $default:expr, )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $( $(#[doc = $meaning])+ pub $key: $kind, )+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $key: $default, )+ }
            }
        }

        impl $name {
            /// The section as the reference page shows it.
            pub(crate) fn section() -> $crate::keys::Section {
                const KEYS: &[$crate::keys::Key] = &[
                    $( $crate::keys::Key { name: stringify!($key), meaning: concat!($($meaning),+) }, )+
                ];
                // A section of plain values is always a table; an empty one only makes a poorer page.
                let defaults = toml::Table::try_from(Self::default()).unwrap_or_default();
                $crate::keys::Section { name: $section, about: concat!($($about),+), keys: KEYS, defaults }
            }
        }
    };
}
pub(crate) use section;
