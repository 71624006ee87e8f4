// Which language a text is in, well enough to choose a voice that can read it.

/** How much a letter says: a Chinese character is about a word, a Latin letter a fifth of one. */
const scripts = [
  ['zh', /\p{Script=Han}/gu, 4],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 4],
  ['ko', /\p{Script=Hangul}/gu, 3],
  ['ru', /\p{Script=Cyrillic}/gu, 1],
  ['el', /\p{Script=Greek}/gu, 1],
  ['ar', /\p{Script=Arabic}/gu, 1],
  ['he', /\p{Script=Hebrew}/gu, 1],
  ['hi', /\p{Script=Devanagari}/gu, 1],
  ['th', /\p{Script=Thai}/gu, 1],
  ['latin', /\p{Script=Latin}/gu, 1],
];

/** The small words that each language cannot do without. */
const smallWords = {
  en: 'the and of is to in that it you for with are',
  de: 'der die das und ist nicht ein eine zu mit auf sie',
  fr: 'le la les et est des une pour dans que vous pas',
  es: 'el los las y es una para que con por del no',
  it: 'il gli che di è una per con non del sono della',
  pt: 'o os as que é uma para com não do da em',
  nl: 'de het een en is van niet dat met voor op zijn',
};
const languagesOf = new Map();
for (const [language, words] of Object.entries(smallWords)) {
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/**
 * @param {string} text
 * @param {string} latin the language of Latin letters that do not tell themselves
 * @returns {string} `en`, `zh`, …
 */
export function languageOf(text, latin = 'en') {
  let [best, most, kana, han] = ['latin', 0, 0, 0];
  for (const [language, letters, weight] of scripts) {
    const points = (text.match(letters)?.length ?? 0) * weight;
    if (language === 'ja') kana = points;
    if (language === 'zh') han = points;
    if (points > most) [best, most] = [language, points];
  }
  // Japanese has Chinese characters too, but no sentence without some of its own.
  if (kana > 0 && kana * 6 >= han && (best === 'zh' || best === 'ja')) return 'ja';
  return best === 'latin' ? latinLanguage(text, latin) : best;
}

function latinLanguage(text, fallback) {
  const points = new Map();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const language of languagesOf.get(word) ?? []) points.set(language, (points.get(language) ?? 0) + 1);
  }
  const [first, second] = [...points].sort(([, one], [, other]) => other - one);
  return first && first[1] >= 2 && first[1] > (second?.[1] ?? 0) ? first[0] : fallback;
}

/**
 * A voice of this machine for a language. Others send the text to somebody, so they are left out.
 * @param {SpeechSynthesisVoice[]} voices
 * @param {string} language
 * @returns {SpeechSynthesisVoice|null}
 */
export function voiceFor(voices, language) {
  const usual = { zh: 'zh-cn', en: 'en-us', pt: 'pt-br' }[language];
  const tag = ({ lang }) => lang.toLowerCase().replace('_', '-');
  const known = voices.filter((voice) => voice.localService && tag(voice).split('-')[0] === language);
  return known.find((voice) => voice.default) ?? known.find((voice) => tag(voice) === usual) ?? known[0] ?? null;
}
