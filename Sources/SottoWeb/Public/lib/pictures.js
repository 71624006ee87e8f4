/** The longest edge that models see, in pixels; they scale larger pictures down themselves. */
const longestEdge = 2048;
/** More than this is written anew, in bytes. */
const largeFile = 4_000_000;

const taken = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const photo = /\.(heic|heif)$/i;

/** A picture that this browser cannot read; `word` says which. */
export class UnreadablePicture extends Error {
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** @param {File} file */
export const isPicture = (file) => file.type.startsWith('image/') || photo.test(file.name);

/**
 * A picture as models take it: PNG, JPEG or WebP, upright, and not larger than they see. Of a GIF it is
 * the first picture: some take no GIF, and none sees it move.
 * @param {File} file
 * @returns {Promise<Blob & {note?: string}>} the file itself where it will do; `note` is a key of the
 *   locales for what the person should know
 * @throws {UnreadablePicture}
 */
export async function prepared(file) {
  const isTaken = taken.includes(file.type);
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    if (isTaken) return file; // Let the model judge.
    throw new UnreadablePicture(photo.test(file.name) ? 'attach.heic' : 'attach.picture');
  }
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
  const isFine = isTaken && file.type !== 'image/gif' && scale === 1 && file.size <= largeFile;
  // Providers do not turn a picture as its metadata says; what is drawn anew is upright.
  if (isFine && (await orientation(file)) === 1) return file;
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  // What may be transparent or sharp stays so, unless that makes it large.
  const sharp = sharpTypes[file.type] ? await blob(canvas, sharpTypes[file.type]) : null;
  const made = sharp && sharp.size <= largeFile ? sharp : await blob(canvas, 'image/jpeg');
  return (await moves(file)) ? Object.assign(made, { note: 'attach.first-picture' }) : made;
}

const sharpTypes = { 'image/png': 'image/png', 'image/webp': 'image/webp', 'image/gif': 'image/png' };

/** Whether a GIF has several pictures: each of those has a control block. */
async function moves(file) {
  if (file.type !== 'image/gif') return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let blocks = 0;
  for (let at = bytes.indexOf(0x21); at >= 0 && blocks < 2; at = bytes.indexOf(0x21, at + 1)) {
    if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0) blocks += 1;
  }
  return blocks > 1;
}

/** How a JPEG is to be turned, as its Exif data say: 1 is upright, which all else is taken for. */
async function orientation(file) {
  if (file.type !== 'image/jpeg') return 1;
  const view = new DataView(await file.slice(0, 128_000).arrayBuffer());
  try {
    // Segments: a mark, then the length with its own two bytes. Exif is in one of kind 0xFFE1.
    for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
      if (view.getUint16(at) !== 0xffe1 || view.getUint32(at + 4) !== 0x45786966) continue;
      const start = at + 10; // Of the TIFF data, which places count from.
      const isLittle = view.getUint16(start) === 0x4949;
      const list = start + view.getUint32(start + 4, isLittle);
      for (let entry = list + 2, left = view.getUint16(list, isLittle); left > 0; left -= 1, entry += 12) {
        if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle);
      }
    }
  } catch {
    // It ends in the middle: there is nothing to turn by.
  }
  return 1;
}

const blob = (canvas, type) => new Promise((resolve) => canvas.toBlob(resolve, type, 0.88));
