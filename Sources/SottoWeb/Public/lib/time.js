import { locale, t } from './i18n.js';

const day = 86_400_000;

/** The name of the part of the list that a time belongs to. */
export function ageGroup(time, now = Date.now()) {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (time >= midnight) return t('age.today');
  if (time >= midnight - day) return t('age.yesterday');
  if (time >= midnight - 7 * day) return t('age.week');
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric' }).format(time);
}

/** To make one takes longer than all else about a message that is shown. */
let fullFormat;

/** A date and time in full, for a tooltip. */
export function fullTime(time) {
  const language = locale();
  if (fullFormat?.language !== language) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    fullFormat = { language, format };
  }
  return fullFormat.format.format(time);
}

/** A duration as the reader's language writes it, in whole seconds or minutes. */
export function duration(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const format = (value, unit) =>
    new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < 60) return format(seconds, 'second');
  return `${format(Math.floor(seconds / 60), 'minute')} ${format(seconds % 60, 'second')}`;
}
