//! How a value lies in a database cell: postcard, compressed, with a checksum.
//!
//! `kind (1 byte) | CRC-32 of the plain bytes (4, little end first) | plain length (4) | bytes`. A flipped bit would
//! otherwise decode into another figure, so nothing is read back unchecked.

use serde::{Serialize, de::DeserializeOwned};

/// Shorter values are stored plain: compression would not pay for its time.
const COMPRESS_FROM_BYTES: usize = 512;
/// LZ4 cannot expand a block further than this many times; a length beyond it is damage, not to be allocated.
const LZ4_RATIO_MAX: usize = 255;
const HEADER_BYTES: usize = 9;
const PLAIN: u8 = 0;
const LZ4: u8 = 1;

/// Why a value cannot be stored or read back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CodecError {
    #[error("longer than 4 GiB")]
    TooLong,
    #[error("shorter than its header")]
    Short,
    #[error("of an unknown kind {0}")]
    Kind(u8),
    #[error("of another length than its header says")]
    Length,
    #[error("its checksum does not agree")]
    Checksum,
    #[error("not decompressed")]
    Lz4(#[from] lz4_flex::block::DecompressError),
    #[error("of another shape")]
    Shape(#[from] postcard::Error),
}

/// The cell of a value.
pub(crate) fn pack<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, CodecError> {
    let plain = postcard::to_stdvec(value)?;
    let length = u32::try_from(plain.len()).map_err(|_| CodecError::TooLong)?;
    let squeezed = (plain.len() >= COMPRESS_FROM_BYTES).then(|| lz4_flex::block::compress(&plain));
    let (kind, bytes) = match &squeezed {
        Some(squeezed) if squeezed.len() < plain.len() => (LZ4, squeezed),
        _ => (PLAIN, &plain),
    };
    let mut cell = Vec::with_capacity(HEADER_BYTES + bytes.len());
    cell.push(kind);
    cell.extend(crc32fast::hash(&plain).to_le_bytes());
    cell.extend(length.to_le_bytes());
    cell.extend(bytes);
    Ok(cell)
}

/// The value of a cell.
pub(crate) fn unpack<T: DeserializeOwned>(cell: &[u8]) -> Result<T, CodecError> {
    let (kind, rest) = cell.split_first().ok_or(CodecError::Short)?;
    let (checksum, rest) = rest.split_first_chunk::<4>().ok_or(CodecError::Short)?;
    let (length, bytes) = rest.split_first_chunk::<4>().ok_or(CodecError::Short)?;
    let length = u32::from_le_bytes(*length) as usize;
    let squeezed;
    let plain = match *kind {
        PLAIN => bytes,
        LZ4 => {
            if length > bytes.len().saturating_mul(LZ4_RATIO_MAX) {
                return Err(CodecError::Length);
            }
            squeezed = lz4_flex::block::decompress(bytes, length)?;
            &squeezed
        }
        other => return Err(CodecError::Kind(other)),
    };
    if plain.len() != length {
        return Err(CodecError::Length);
    }
    if crc32fast::hash(plain) != u32::from_le_bytes(*checksum) {
        return Err(CodecError::Checksum);
    }
    Ok(postcard::from_bytes(plain)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_goes_in_comes_out(text in "\\PC{0,40}", times in 1usize..60) {
            let value = vec![text; times];
            prop_assert_eq!(unpack::<Vec<String>>(&pack(&value).unwrap()).unwrap(), value);
        }

        #[test]
        fn a_flipped_bit_never_reads_as_another_value(times in 1usize..60, at in 0usize..10_000, bit in 0u8..8) {
            let value = vec!["营业收入 1,234.56".to_owned(); times];
            let mut cell = pack(&value).unwrap();
            let at = at % cell.len();
            cell[at] ^= 1 << bit;
            // Some flips point the compression at an equal piece elsewhere, which reads the same.
            prop_assert!(unpack::<Vec<String>>(&cell).map_or(true, |read| read == value));
        }

        #[test]
        fn garbage_is_an_error(garbage in proptest::collection::vec(any::<u8>(), 0..64)) {
            // Nine bytes of header that agree with the rest by chance: not in a lifetime of these tests.
            prop_assert!(unpack::<Vec<String>>(&garbage).is_err());
        }
    }
}
