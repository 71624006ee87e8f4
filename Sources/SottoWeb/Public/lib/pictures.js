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
 * A picture as models take it: PNG, JPEG, WebP or GIF, and not larger than they see.
 * @param {File} file
 * @returns {Promise<Blob>} the file itself where it will do
 * @throws {UnreadablePicture}
 */
export async function prepared(file) {
  if (file.type === 'image/gif') return file; // It may move.
  const isTaken = taken.includes(file.type);
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    if (isTaken) return file; // Let the model judge.
    throw new UnreadablePicture(photo.test(file.name) ? 'attach.heic' : 'attach.picture');
  }
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
  if (isTaken && scale === 1 && file.size <= largeFile) return file;
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  // What may be transparent or sharp stays so, unless that makes it large.
  const sharp = ['image/png', 'image/webp'].includes(file.type) ? await blob(canvas, file.type) : null;
  if (sharp && sharp.size <= largeFile) return sharp;
  return blob(canvas, 'image/jpeg');
}

const blob = (canvas, type) => new Promise((resolve) => canvas.toBlob(resolve, type, 0.88));
