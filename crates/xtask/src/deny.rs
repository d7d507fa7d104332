//! Licences, duplicates and sources of the dependencies, by cargo-deny; it is fetched into `target/tools` if missing.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::{self, Tally};

/// The version that `deny.toml` is written for and that is installed; a newer one on the path is taken as it is.
const VERSION: (u32, u32, u32) = (0, 20, 2);

/// What is looked at. Not the advisories: their database needs the network.
const CHECKS: [&str; 6] = ["--locked", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"];

/// A prebuilt binary by package name, pinned by its checksum: seconds instead of minutes of compiling.
const REQUIREMENTS: &str = "crates/xtask/deny-requirements.txt";

/// Runs cargo-deny on the workspace.
///
/// # Errors
/// It refuses something, or could not be had.
pub fn check(root: &Path) -> Result<Tally, String> {
    let program = find_or_install(root)?;
    let status = Command::new(&program)
        .args(CHECKS)
        .current_dir(root)
        .status()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    if !status.success() {
        return Err(format!("cargo-deny ended with {status}\nhint: the rules and their reasons are in deny.toml"));
    }
    Ok(Tally::default())
}

fn find_or_install(root: &Path) -> Result<PathBuf, String> {
    let tools = root.join("target").join("tools");
    let own = tools.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    for candidate in [PathBuf::from("cargo-deny"), own.clone()] {
        if version(&candidate).is_some_and(|found| found >= VERSION) {
            return Ok(candidate);
        }
    }
    if !install_prebuilt(root, &tools) || version(&own).is_none() {
        eprintln!("no prebuilt cargo-deny fits this machine: compiling it, which takes some minutes");
        let (major, minor, patch) = VERSION;
        let version = format!("{major}.{minor}.{patch}");
        let folder = tools.to_string_lossy();
        let arguments = ["install", "cargo-deny", "--locked", "--force", "--version", &version, "--root", &folder];
        ci::cargo(root, &arguments, &[])?;
    }
    Ok(own)
}

/// Is there a package for this machine, and did it install?
fn install_prebuilt(root: &Path, tools: &Path) -> bool {
    let mut arguments: Vec<OsString> = Vec::new();
    arguments.extend(["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"].map(Into::into));
    arguments.extend(["--upgrade", "--require-hashes", "--disable-pip-version-check", "--target"].map(Into::into));
    arguments.push(tools.into());
    arguments.push("--requirement".into());
    arguments.push(root.join(REQUIREMENTS).into());
    eprintln!("installing cargo-deny into {}", tools.display());
    Command::new("python3").args(arguments).status().is_ok_and(|status| status.success())
}

/// The version that a cargo-deny says it is; `None` where there is none.
fn version(program: &Path) -> Option<(u32, u32, u32)> {
    let output = Command::new(program).arg("--version").output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<(u32, u32, u32)> {
    let number = text.split_whitespace().nth(1)?;
    let mut parts = number.split(['.', '-']).map(|part| part.parse::<u32>().ok());
    Some((parts.next()??, parts.next()??, parts.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(parse_version("cargo-deny 0.20.2\n"), Some((0, 20, 2)));
        assert!(parse_version("cargo-deny 0.100.0") > parse_version("cargo-deny 0.20.2"));
        assert_eq!(parse_version("cargo-deny"), None);
        assert_eq!(parse_version("something else"), None);
    }

    #[test]
    fn the_pinned_package_is_the_version_that_is_compiled_otherwise() {
        let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny-requirements.txt");
        let text = std::fs::read_to_string(requirements).unwrap();
        let (major, minor, patch) = VERSION;
        assert!(text.contains(&format!("=={major}.{minor}.{patch} ")), "{text}");
        assert!(text.contains("--hash=sha256:"), "{text}");
    }
}
