// A colour of one's own, made strong enough to be read on the page's grounds (WCAG 2.2, 1.4.3).

const enough = 4.6;
/** The ground that is hardest on a text in the accent, and the side that helps against it. */
const grounds = {
  light: { ground: [236, 234, 229], towards: [0, 0, 0], page: [252, 252, 251], on: '#ffffff' },
  dark: { ground: [57, 56, 52], towards: [255, 255, 255], page: [24, 24, 23], on: '#17160f' },
};

/**
 * The accent's colours in a theme: strong, faint, and on top of the strong one.
 * @param {string} colour `#rrggbb`
 * @param {'light'|'dark'} theme
 * @returns {{colours: string, adjusted: boolean}}
 */
export function accentOf(colour, theme) {
  const { ground, towards, page, on } = grounds[theme];
  const wanted = channels(colour);
  let share = 0;
  let strong = wanted;
  let faint = mixed(page, strong, 0.12);
  const isWeak = () => [ground, faint, channels(on)].some((other) => contrast(strong, other) < enough);
  while (isWeak() && share < 1) {
    share += 0.04;
    strong = mixed(wanted, towards, Math.min(share, 1));
    faint = mixed(page, strong, 0.12);
  }
  return { colours: [hex(strong), hex(faint), on].join(' '), adjusted: share > 0 };
}

const channels = (colour) => [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));
const hex = (rgb) => `#${rgb.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
const mixed = (from, to, share) =>
  from.map((one, place) => Math.round(one + (to[place] - one) * share));

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb) {
  const [red, green, blue] = rgb.map((one) => {
    const value = one / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
