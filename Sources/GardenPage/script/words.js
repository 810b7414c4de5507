/** The page's language, and how it writes numbers, moments and lengths of time. One file in `words/` per language. */
import { languages } from 'languages';
import { settings } from './link/settings.js';

const tags = Object.keys(languages);
const listeners = new Set();
let tag = 'en';
let locale = 'en';
let zone;
let unit = 'celsius';
let cache = new Map();

/** The best language for a locale such as `zh-TW`. */
export function languageFor(wanted) {
  const lower = (wanted ?? '').toLowerCase();
  if (lower.startsWith('zh')) return /hant|tw|hk|mo/.test(lower) ? 'zh-Hant' : 'zh-Hans';
  return tags.find((tag) => lower === tag.toLowerCase() || lower.startsWith(`${tag.toLowerCase()}-`));
}

export function choose({ language, timeZone, temperature } = {}) {
  const chosen = language ?? settings.get('language');
  const browser = navigator.languages?.length ? navigator.languages : [navigator.language];
  tag = tags.includes(chosen) ? chosen : (browser.map(languageFor).find(Boolean) ?? 'en');
  locale = browser.find((one) => languageFor(one) === tag) ?? tag;
  if (timeZone !== undefined) zone = known(timeZone);
  unit = temperature ?? unit;
  cache = new Map();
  document.documentElement.lang = tag;
  for (const listener of listeners) listener();
}

/** A zone that this browser does not know is the viewer's own. */
function known(timeZone) {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return undefined;
  }
}

export const onLanguage = (listener) => listeners.add(listener);
export const language = () => tag;
export const allLanguages = () => tags.map((tag) => ({ tag, name: languages[tag].language_name }));
export const temperatureUnit = () => unit;

/** A text by its key, `{name}` filled in; `{count}` chooses the plural. */
export function t(key, values = {}) {
  const words = languages[tag][key] ?? languages.en[key];
  if (words === undefined) return key;
  const plural = typeof words === 'object' ? format('plural', () => new Intl.PluralRules(tag)).select(values.count) : '';
  const text = typeof words === 'object' ? (words[plural] ?? words.other) : words;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (values[name] === undefined ? whole : String(values[name])));
}

/** A text that may not be there: what devices and bridges of other versions name is shown as they name it. */
export const tOr = (key, otherwise) => (key in languages.en ? t(key) : otherwise);

function format(key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key);
}

export function number(value, digits = 1) {
  return format(`n${digits}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value);
}

/** As the language writes it: `28%`. */
export const percent = (value, digits = 1) =>
  format(`p${digits}`, () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: digits })).format(value);

/** °C as the viewer reads it. */
export function degrees(celsius) {
  if (unit === 'celsius') return `${number(celsius)}\u00a0°C`;
  return `${number(celsius * 1.8 + 32)}\u00a0°F`;
}

const UNITS = { moisture: '%', humidity: '%', battery: '%', light: 'lx', conductivity: 'µS/cm' };

export const unitOf = (quantity) =>
  quantity === 'temperature' ? (unit === 'celsius' ? '°C' : '°F') : (UNITS[quantity] ?? '');

/** A value of a quantity in the viewer's unit, without the unit. */
export const inViewersUnit = (value, quantity) =>
  quantity === 'temperature' && unit === 'fahrenheit' ? value * 1.8 + 32 : value;

export function measure(value, quantity) {
  if (quantity === 'temperature') return degrees(value);
  if (UNITS[quantity] === '%') return percent(value);
  return `${number(value, value >= 100 ? 0 : 1)}\u00a0${unitOf(quantity)}`.trim();
}

/** A value of a control, in the control's unit. */
export const inUnit = (value, controlUnit) =>
  controlUnit === '°C' ? degrees(value) : controlUnit === '%' ? percent(value) : `${number(value, 3)}\u00a0${controlUnit}`;

export const bytes = (value) =>
  value < 1e6 ? `${number(value / 1e3, 0)}\u00a0kB` : `${number(value / 1e6)}\u00a0MB`;

const dayKey = (seconds) =>
  format('day', () => new Intl.DateTimeFormat('en-CA', { timeZone: zone })).format(seconds * 1000);

const clockTime = (seconds) =>
  format('time', () => new Intl.DateTimeFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' }))
    .format(seconds * 1000);

const date = (seconds, isYearShown) =>
  format(`date${isYearShown}`, () => new Intl.DateTimeFormat(locale, {
    timeZone: zone, weekday: isYearShown ? undefined : 'short', day: 'numeric', month: 'short',
    year: isYearShown ? 'numeric' : undefined,
  })).format(seconds * 1000);

/** `Today 14:05`, `Tomorrow`, `Sat, 21 Nov`: days are those of the garden's time zone. */
export function moment(seconds, now, { withTime = true } = {}) {
  const day = dayKey(seconds);
  const near = [[0, 'today'], [-1, 'yesterday'], [1, 'tomorrow']].find(([days]) => dayKey(now + days * 86400) === day);
  if (near) return withTime ? t(`${near[1]}_at`, { time: clockTime(seconds) }) : t(near[1]);
  return date(seconds, Math.abs(seconds - now) > 200 * 86400);
}

/** Whether a clock time alone says when it was. */
export const isToday = (seconds, now) => dayKey(seconds) === dayKey(now);

export const full = (seconds) =>
  format('full', () => new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }))
    .format(seconds * 1000);

export const onlyTime = clockTime;
export const onlyDay = (seconds) => date(seconds, false);
export const month = (seconds) =>
  format('month', () => new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'short' }))
    .format(seconds * 1000);

const STEPS = [['day', 86400], ['hour', 3600], ['minute', 60]];

export const weekday = (seconds) =>
  format('weekday', () => new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short', day: 'numeric' }))
    .format(seconds * 1000);

/** The seconds of the garden's day. */
export function localParts(seconds) {
  const parts = format('parts', () => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }))
    .formatToParts(seconds * 1000);
  const of = (type) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { second: of('hour') * 3600 + of('minute') * 60 + of('second') };
}

/** `3 hr`, `2 days`: the largest unit that fits. */
export function span(seconds, display = 'short') {
  const length = Math.max(0, seconds);
  const [name, size] = STEPS.find(([, size]) => length >= size) ?? ['second', 1];
  const many = Math.floor(length / size);
  return format(`span${name}${display}`, () =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: display, maximumFractionDigits: 0 })).format(many);
}

export const ago = (seconds, now) => (now - seconds < 60 ? t('just_now') : t('ago', { span: span(now - seconds, 'long') }));

/** `4:05`, `1:02:03`: what is left of a run. */
export function countdown(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
