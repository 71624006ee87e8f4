/** What a family's name cannot have: it stands between quotation marks in a style. */
const unfit = /["'\\\p{Cc}]/gu;

/** A name as a person typed it, as one that a style can use. */
export const familyName = (text) => text.replace(unfit, '').trim().slice(0, 100);

/**
 * Whether this browser has a font: it makes a text another width than what stands in for it.
 * @param {string} family
 */
export function hasFont(family) {
  const pen = document.createElement('canvas').getContext('2d');
  const width = (families) => {
    pen.font = `72px ${families}`;
    return pen.measureText('mmmmmmmmmm lli 0123 WAxy').width;
  };
  return ['monospace', 'serif', 'sans-serif'].some(
    (other) => width(`"${family}", ${other}`) !== width(other),
  );
}
