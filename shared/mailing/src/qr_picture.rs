//! The QR code of a text as a picture that every mail program shows: a PNG (ISO/IEC 15948) in black and white, one bit
//! a point.

use miniz_oxide::deflate::compress_to_vec_zlib;
use qrcodegen::{QrCode, QrCodeEcc};

use crate::draft::{Attachment, Place};

/// Modules of margin on each side, without which a reader may not find the code.
const MARGIN: i32 = 4;
/// Points of a module along each side: so a module is one byte of a row.
const POINTS: u32 = 8;
/// What every PNG begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bit depth 1 in shades of grey, and the only methods that there are; not interlaced.
const FORM: [u8; 5] = [1, 0, 0, 0, 0];
/// The highest level of compression.
const LEVEL: u8 = 9;

/// The picture of a text; none when the text is too long for a QR code.
#[must_use]
pub fn qr_png(text: &str) -> Option<Vec<u8>> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let modules = -MARGIN..code.size() + MARGIN;
    let side = u32::try_from(code.size() + 2 * MARGIN).ok()?.checked_mul(POINTS)?;
    let mut rows = Vec::new();
    for y in modules.clone() {
        // Outside of the code every module is a light one.
        let row = modules.clone().map(|x| if code.get_module(x, y) { 0x00 } else { 0xff });
        // In front of each row stands how it is filtered: not at all.
        let row: Vec<u8> = std::iter::once(0).chain(row).collect();
        for _ in 0..POINTS {
            rows.extend_from_slice(&row);
        }
    }
    let size = side.to_be_bytes();
    let mut picture = SIGNATURE.to_vec();
    put(&mut picture, *b"IHDR", &[&size[..], &size, &FORM].concat())?;
    put(&mut picture, *b"IDAT", &compress_to_vec_zlib(&rows, LEVEL))?;
    put(&mut picture, *b"IEND", &[])?;
    Some(picture)
}

/// The same as a letter shows it.
#[must_use]
pub fn qr_attachment(text: &str) -> Option<Attachment> {
    let content = qr_png(text)?;
    Some(Attachment {
        file_name: "qr.png".to_owned(),
        media_type: "image/png".to_owned(),
        content,
        place: Place::Shown,
    })
}

/// Adds a chunk to a picture.
fn put(picture: &mut Vec<u8>, name: [u8; 4], content: &[u8]) -> Option<()> {
    picture.extend(u32::try_from(content.len()).ok()?.to_be_bytes());
    picture.extend(name);
    picture.extend_from_slice(content);
    picture.extend(checksum(name.iter().chain(content).copied()).to_be_bytes());
    Some(())
}

/// The checksum of a chunk: CRC-32 of its name and its content.
fn checksum(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            let is_odd = sum & 1 == 1;
            if is_odd { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;
    use qrcodegen::{QrCode, QrCodeEcc};

    use super::{SIGNATURE, checksum, qr_attachment, qr_png};
    use crate::draft::Place;

    fn number(bytes: &[u8]) -> usize {
        bytes.iter().fold(0, |number, byte| number * 256 + usize::from(*byte))
    }

    #[test]
    fn a_picture_has_the_signature_and_eight_points_a_module() {
        let picture = qr_png("visit1.AZmgAAAAcACAAAAAAAAAAQ").expect("a picture");
        let code = QrCode::encode_text("visit1.AZmgAAAAcACAAAAAAAAAAQ", QrCodeEcc::Medium).expect("a code");
        let side = 8 * (usize::try_from(code.size()).expect("a size") + 8);
        assert_eq!(picture[..8], SIGNATURE);
        assert_eq!((number(&picture[8..12]), &picture[12..16]), (13, &b"IHDR"[..]));
        assert_eq!((number(&picture[16..20]), number(&picture[20..24])), (side, side));
        assert_eq!(&picture[37..41], b"IDAT");
        let rows = decompress_to_vec_zlib(&picture[41..41 + number(&picture[33..37])]).expect("rows");
        assert_eq!(rows.len(), side * (1 + side / 8));
        assert!(rows[..=side / 8].iter().skip(1).all(|points| *points == 0xff));
        assert!(picture.ends_with(b"IEND\xae\x42\x60\x82"));
    }

    #[test]
    fn a_checksum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789".iter().copied()), 0xcbf4_3926);
    }

    #[test]
    fn what_no_code_holds_has_no_picture() {
        assert!(qr_png(&"a".repeat(5_000)).is_none());
        assert_eq!(qr_attachment("a").map(|shown| shown.place), Some(Place::Shown));
    }
}
