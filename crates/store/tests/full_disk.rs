//! A disk that fills up, and a folder that is read-only: needs a small file system of its own, so not run by default.
//!
//! ```sh
//! mount -t tmpfs -o size=6m tmpfs /mnt/small
//! SMALL_DISK=/mnt/small cargo test -p store --test full_disk -- --ignored
//! ```
#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know for such")]

mod support;

use std::{fs, path::PathBuf};

use store::StoreError;
use support::{check_whole, open, sample};

#[test]
#[ignore = "needs a file system of about 6 MB, named by SMALL_DISK"]
fn a_full_disk_stops_writing_and_loses_nothing() {
    let disk = PathBuf::from(std::env::var("SMALL_DISK").expect("SMALL_DISK names a small file system"));
    // Fill it at many different moments: a ballast of another size each time.
    for round in 0..30 {
        let home = disk.join("library");
        let _ = fs::remove_dir_all(&home);
        let ballast = disk.join("ballast");
        fs::write(&ballast, vec![1_u8; 2_000_000 + round * 73_000]).unwrap();
        let store = open(&home);
        let mut writer = store.writer().unwrap();
        let mut published = 0;
        let error = loop {
            let one = sample(&format!("d{published}"), "alpha", 40);
            match writer.add(&one.new_version()).and_then(|_| writer.publish()) {
                Ok(_) => published += 1,
                Err(error) => break error,
            }
            assert!(published < 1000, "the disk is not small");
        };
        assert!(matches!(error, StoreError::DiskFull { .. }), "round {round}: {error:?}");
        assert_eq!(check_whole(&store).unwrap(), published, "round {round}: what was published is there");

        // With room again, the same writer goes on, or the next one does.
        fs::remove_file(&ballast).unwrap();
        if round % 2 == 0 {
            drop(writer);
            writer = store.writer().unwrap();
        }
        let one = sample(&format!("d{published}"), "alpha", 40);
        writer.add(&one.new_version()).unwrap();
        writer.publish().unwrap();
        assert_eq!(check_whole(&store).unwrap(), published + 1, "round {round}");
        assert!(writer.verify().unwrap().damaged.is_empty());
        writer.close().unwrap();
    }
}
