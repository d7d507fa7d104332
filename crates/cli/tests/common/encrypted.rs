//! Encrypted PDF files, made in code: the standard security handler's first revision (RC4, 40 bits).

use md5::{Digest, Md5};

use super::bad::{FONT, PAPER};

/// What passwords are filled up with.
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
    0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];
/// Printing and copying forbidden.
const PERMISSIONS: i32 = -64;
const ID: [u8; 16] = *b"0123456789abcdef";
/// The only object that is encrypted: the page's content.
const CONTENT: u32 = 4;
/// Bytes of a key of 40 bits.
const KEY_BYTES: usize = 5;

/// A page with these words; an empty user password lets everybody read it.
pub fn pdf(user: &str, owner: &str, words: &str) -> Vec<u8> {
    let owner_entry = rc4(&md5(&[&padded(owner)])[..KEY_BYTES], &padded(user));
    let key = md5(&[&padded(user), &owner_entry, &PERMISSIONS.to_le_bytes(), &ID]);
    let key = &key[..KEY_BYTES];
    let user_entry = rc4(key, &PADDING);
    let encrypt = format!(
        "<< /Filter /Standard /V 1 /R 2 /P {PERMISSIONS} /O <{}> /U <{}> >>",
        hex(&owner_entry),
        hex(&user_entry)
    );
    let object_key = md5(&[key, &CONTENT.to_le_bytes()[..3], &[0, 0]]);
    let content = format!("BT /F1 12 Tf 72 720 Td ({words}) Tj ET");
    whole(&encrypt, &rc4(&object_key[..KEY_BYTES + 5], content.as_bytes()))
}

/// A cipher that nobody knows.
pub fn unknown_cipher() -> Vec<u8> {
    whole("<< /Filter /Own /V 99 /R 99 /P 0 /O <00> /U <00> >>", b"?")
}

fn whole(encrypt: &str, content: &[u8]) -> Vec<u8> {
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox {PAPER} /Contents 4 0 R /Resources << /Font << /F1 {FONT} >> >> >>"
    );
    let bytes = super::pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        super::stream("", content),
    ]);
    let at = bytes.windows(7).rposition(|window| window == b"trailer").expect("a trailer");
    let trailer = String::from_utf8(bytes[at..].to_vec()).expect("text");
    let id = hex(&ID);
    let more = format!("/Root 1 0 R /Encrypt {encrypt} /ID [<{id}> <{id}>]");
    [&bytes[..at], trailer.replace("/Root 1 0 R", &more).as_bytes()].concat()
}

fn padded(password: &str) -> Vec<u8> {
    password.bytes().chain(PADDING).take(PADDING.len()).collect()
}

fn md5(parts: &[&[u8]]) -> Vec<u8> {
    parts.iter().fold(Md5::new(), |hasher, part| hasher.chain_update(part)).finalize().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=255).collect();
    let mut j = 0_usize;
    for i in 0..256 {
        j = (j + usize::from(state[i]) + usize::from(key[i % key.len()])) % 256;
        state.swap(i, j);
    }
    let (mut i, mut j) = (0_usize, 0_usize);
    let mut next = || {
        i = (i + 1) % 256;
        j = (j + usize::from(state[i])) % 256;
        state.swap(i, j);
        state[(usize::from(state[i]) + usize::from(state[j])) % 256]
    };
    data.iter().map(|byte| byte ^ next()).collect()
}
