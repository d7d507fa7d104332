//! Looks for a font with Chinese and Latin letters: what the configuration names, what lies in the library's folder,
//! what the system has.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use parse::render::FallbackFont;
use serde::{Deserialize, Serialize};

use crate::Config;

/// How to get a font where none is found.
pub const HINT: &str = "install one (Debian, Ubuntu: apt-get install fonts-noto-cjk, or fonts-wqy-microhei), put a \
                        .ttf, .otf or .ttc into the folder `fonts` of the library, or name one by [show] font";
/// A larger file is no font, bytes.
const FONT_BYTES_MAX: u64 = 128 << 20;
/// Folders inside the system's font folders at most.
const DEPTH_MAX: usize = 6;
/// Files looked at in the system's font folders at most.
const FILES_MAX: usize = 50_000;
/// Files tried in the library's folder of fonts at most.
const OWN_MAX: usize = 50;

/// Where to look first; the system's folders come after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FontPlaces {
    /// The file that the configuration names; empty where it names none.
    configured: OsString,
    /// The library's folder of fonts.
    own: OsString,
}

/// A font that was found.
#[derive(Clone)]
pub struct FoundFont {
    /// The file.
    pub path: PathBuf,
    /// The font.
    pub font: FallbackFont,
}

/// What looking for a font gave.
#[derive(Clone, Default)]
pub struct FontSearch {
    /// The first that is good.
    pub found: Option<FoundFont>,
    /// Why the one that the configuration names is not used; empty where it is, or where it names none.
    pub problem: String,
}

impl FontPlaces {
    /// The places for a library; the configured path counts from its folder.
    pub fn new(home: &Path, config: &Config) -> Self {
        let configured =
            if config.show.font.is_empty() { OsString::new() } else { home.join(&config.show.font).into() };
        Self { configured, own: home.join("fonts").into() }
    }

    /// Looks in all places, in order.
    pub fn search(&self) -> FontSearch {
        let mut search = FontSearch::default();
        if !self.configured.is_empty() {
            let path = Path::new(&self.configured);
            match load(path) {
                Ok(found) => return FontSearch { found: Some(found), ..search },
                Err(problem) => search.problem = format!("[show] font = {}: {problem}", path.display()),
            }
        }
        let good = |path: &PathBuf| load(path).ok();
        search.found = own(Path::new(&self.own)).iter().find_map(good);
        if search.found.is_none() {
            search.found = known(&system_folders()).iter().find_map(good);
        }
        search
    }
}

fn load(path: &Path) -> Result<FoundFont, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > FONT_BYTES_MAX {
        return Err(format!("larger than {} MB", FONT_BYTES_MAX >> 20));
    }
    let bytes = fs::read(path).map_err(|error: io::Error| error.to_string())?;
    let font = FallbackFont::new(bytes).map_err(|error| error.to_string())?;
    Ok(FoundFont { path: path.to_owned(), font })
}

/// The fonts in the library's folder, by name.
fn own(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_font(path)).collect();
    paths.sort();
    paths.truncate(OWN_MAX);
    paths
}

fn is_font(path: &Path) -> bool {
    let kinds = ["ttf", "otf", "ttc", "otc"];
    path.extension().is_some_and(|kind| kinds.iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

/// Known files by their place in the list.
static KNOWN: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let lines = include_str!("../data/chinese_fonts.txt").lines().map(str::trim);
    let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_lowercase);
    names.enumerate().map(|(rank, name)| (name, rank)).collect()
});

/// The files in and under these folders that are on the list, the best first.
fn known(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found: Vec<(usize, PathBuf)> = Vec::new();
    let mut open: Vec<(PathBuf, usize)> = folders.iter().map(|folder| (folder.clone(), 0)).collect();
    let mut files = 0;
    while let Some((folder, depth)) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            files += 1;
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEPTH_MAX && files < FILES_MAX {
                open.push((path, depth + 1));
            } else if let Some(rank) = KNOWN.get(&entry.file_name().to_string_lossy().to_lowercase()) {
                found.push((*rank, path));
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, path)| path).collect()
}

/// Where systems keep their fonts; those that are not there are passed over.
fn system_folders() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(home) = variable("HOME") {
        folders.extend([".local/share/fonts", ".fonts", "Library/Fonts"].map(|folder| home.join(folder)));
    }
    folders.extend(variable("XDG_DATA_HOME").map(|data| data.join("fonts")));
    folders.extend(variable("LOCALAPPDATA").map(|data| data.join("Microsoft/Windows/Fonts")));
    folders.extend(variable("WINDIR").map(|system| system.join("Fonts")));
    let fixed = ["/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts"];
    folders.extend(fixed.map(PathBuf::from));
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_known_file_comes_first_wherever_it_lies() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).expect("made");
        for path in [folder.path().join("simhei.ttf"), deep.join("notosanscjk-regular.TTC"), deep.join("other.ttf")] {
            fs::write(path, b"").expect("written");
        }
        let found = known(&[folder.path().to_owned()]);
        assert_eq!(found, [deep.join("notosanscjk-regular.TTC"), folder.path().join("simhei.ttf")]);
    }

    #[test]
    fn a_font_that_is_named_and_bad_is_said() {
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("bad.ttf"), b"no font").expect("written");
        for (name, said) in [("bad.ttf", "bad.ttf"), ("none.ttf", "none.ttf")] {
            let mut config = Config::default();
            config.show.font = name.to_owned();
            let search = FontPlaces::new(home.path(), &config).search();
            assert!(search.problem.contains(said) && search.problem.starts_with("[show] font"), "{}", search.problem);
        }
        assert_eq!(FontPlaces::new(home.path(), &Config::default()).search().problem, "");
    }
}
