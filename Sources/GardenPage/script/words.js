/**
 * The page's language, and how it writes numbers, moments and lengths of time. English is in the page; another language is
 * a file of its own, fetched when it is wanted (see `bundling/words.cjs`).
 */
import { english, others } from 'languages';
import { settings } from './link/settings.js';

const languages = [english, ...others];
const texts = new Map([[english.tag, english.texts]]);
/** Of parts that are loaded later, in every language. */
let taught = {};
let tag = english.tag;
let wanted = english.tag;
let locale = 'en';
let zone;
let unit = 'celsius';
let cache = new Map();

/** The best language for a locale such as `zh-TW`. Source: RFC 4647, 3.4 Lookup. */
export function languageFor(locale) {
  for (const range = (locale ?? '').toLowerCase().split(/[-_]/); range.length > 0; range.pop()) {
    const found = languages.find((one) => one.locales.some((known) => known.toLowerCase() === range.join('-')));
    if (found) return found.tag;
  }
  return undefined;
}

/** Speaks as the viewer wants; kept until its words are here is the language that is spoken already. */
export async function choose({ language, timeZone, temperature } = {}) {
  const chosen = language ?? settings.get('language');
  const browser = navigator.languages?.length ? navigator.languages : [navigator.language];
  wanted = languages.some((one) => one.tag === chosen) ? chosen : (browser.map(languageFor).find(Boolean) ?? english.tag);
  if (timeZone !== undefined) zone = known(timeZone);
  unit = temperature ?? unit;
  speak(texts.has(wanted) ? wanted : tag, browser);
  if (tag === wanted) return;
  const asked = languages.find((one) => one.tag === wanted);
  try {
    texts.set(asked.tag, await (await fetch(asked.file)).json());
    if (wanted === asked.tag) speak(wanted, browser);
  } catch {
    // It is asked for again with the next choice; a page in another language is better than none.
  }
}

function speak(language, browser) {
  tag = language;
  locale = browser.find((one) => languageFor(one) === tag) ?? tag;
  cache = new Map();
  document.documentElement.lang = tag;
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

export const language = () => tag;
export const allLanguages = () => languages;
export const temperatureUnit = () => unit;

export const teach = (words) => {
  taught = words;
};

/** A text by its key, `{name}` filled in; `[…]` is left out where its value is missing; `{count}` chooses the plural. */
export function t(key, values = {}) {
  const words = texts.get(tag)[key] ?? taught[tag]?.[key];
  if (words === undefined) return key;
  const whole =
    typeof words === 'string' ? words : (words[format('plural', () => new Intl.PluralRules(tag)).select(values.count)] ?? words.other);
  const text = whole.replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part, name) => (values[name] === undefined ? '' : part));
  return text.replace(/\{(\w+)\}/g, (place, name, at) => {
    if (values[name] === undefined) return place;
    const value = String(values[name]);
    return space(text.slice(0, at), value) + value + space(value, text.slice(at + place.length));
  });
}

const HAN = '\\p{Script=Han}';
const NARROW = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Nd}%]';
const MEETING = new RegExp(`^${HAN}\n${NARROW}|^${NARROW}\n${HAN}`, 'u');

/** Between a Han character and a Latin letter or a digit. Source: W3C, Requirements for Chinese Text Layout, 3.2.2. */
const space = (before, after) => (MEETING.test(`${[...before.slice(-2)].at(-1) ?? ''}\n${after}`) ? ' ' : '');

/** A text that may not be there: what devices and bridges of other versions name is shown as they name it. */
export const tOr = (key, otherwise, values) => (key in english.texts ? t(key, values) : otherwise);

function format(key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key);
}

export function number(value, digits = 1) {
  return format(`n${digits}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value);
}

/** As the language writes it: `28%`. */
export const percent = (value, digits = 1) =>
  format(`p${digits}`, () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: digits })).format(
    value,
  );

/** °C as the viewer reads it. */
export function degrees(celsius) {
  if (unit === 'celsius') return `${number(celsius)}\u00a0°C`;
  return `${number(celsius * 1.8 + 32)}\u00a0°F`;
}

const UNITS = { moisture: '%', humidity: '%', battery: '%', light: 'lx', conductivity: 'µS/cm' };

export const unitOf = (quantity) => (quantity === 'temperature' ? (unit === 'celsius' ? '°C' : '°F') : (UNITS[quantity] ?? ''));

/** A value of a quantity in the viewer's unit, without the unit. */
export const inViewersUnit = (value, quantity) => (quantity === 'temperature' && unit === 'fahrenheit' ? value * 1.8 + 32 : value);

export function measure(value, quantity) {
  if (quantity === 'temperature') return degrees(value);
  if (UNITS[quantity] === '%') return percent(value);
  return `${number(value, value >= 100 ? 0 : 1)}\u00a0${unitOf(quantity)}`.trim();
}

/** The same beside its limits: one step beyond the limit that it would be rounded to, so that rounding never hides the reason. */
export function measureBeside(value, limits, quantity) {
  const near = limits.find((limit) => limit !== undefined && limit !== value && measure(limit, quantity) === measure(value, quantity));
  if (near === undefined) return measure(value, quantity);
  const step = near > 100 ? 1 : 0.1;
  return measure(near + (value < near ? -step : step), quantity);
}

/** The moisture of a plant as its large figure. */
export const figureOf = ({ m, d }) =>
  m === undefined ? '–' : number(m, d !== undefined && d !== m && Math.round(d) === Math.round(m) ? 1 : 0);

/** A value of a control, in the control's unit. */
export const inUnit = (value, controlUnit) =>
  controlUnit === '°C' ? degrees(value) : controlUnit === '%' ? percent(value) : `${number(value, 3)}\u00a0${controlUnit}`;

export const bytes = (value) => (value < 1e6 ? `${number(value / 1e3, 0)}\u00a0kB` : `${number(value / 1e6)}\u00a0MB`);

export const dayOf = (seconds) => format('day', () => new Intl.DateTimeFormat('en-CA', { timeZone: zone })).format(seconds * 1000);

const clockTime = (seconds) =>
  format('time', () => new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'short' })).format(seconds * 1000);

const date = (seconds, isYearShown) =>
  format(
    `date${isYearShown}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone: zone,
        weekday: isYearShown ? undefined : 'short',
        day: 'numeric',
        month: 'short',
        year: isYearShown ? 'numeric' : undefined,
      }),
  ).format(seconds * 1000);

/** `Today 14:05`, `Tomorrow`, `Sat, 21 Nov`: days are those of the garden's time zone. */
export function moment(seconds, now, { withTime = true } = {}) {
  const day = dayOf(seconds);
  const near = [
    [0, 'today', 'today_at'],
    [-1, 'yesterday', 'yesterday_at'],
    [1, 'tomorrow', 'tomorrow_at'],
  ].find(([days]) => dayOf(now + days * 86400) === day);
  if (near) return withTime ? t(near[2], { time: clockTime(seconds) }) : t(near[1]);
  return date(seconds, Math.abs(seconds - now) > 200 * 86400);
}

/** Whether a clock time alone says when it was. */
export const isToday = (seconds, now) => dayOf(seconds) === dayOf(now);

export const full = (seconds) =>
  format('full', () => new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })).format(seconds * 1000);

export const onlyTime = clockTime;
export const month = (seconds) =>
  format('month', () => new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'short' })).format(seconds * 1000);

const DAY = 86400;
const STEPS = [
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
];

export const weekday = (seconds) =>
  format('weekday', () => new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'short', day: 'numeric' })).format(seconds * 1000);

/** The seconds of the garden's day. */
export function localParts(seconds) {
  const parts = format(
    'parts',
    () => new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
  ).formatToParts(seconds * 1000);
  const of = (type) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { second: of('hour') * 3600 + of('minute') * 60 + of('second') };
}

/** `3 hours`, `2 days`: the largest unit that fits. */
export function span(seconds) {
  const length = Math.max(0, seconds);
  const [name, size] = STEPS.find(([, size]) => length >= size) ?? ['second', 1];
  const many = Math.floor(length / size);
  return format(
    `span${name}`,
    () => new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: 0 }),
  ).format(many);
}

/** From a day on the days are those of the calendar, as notifications count them. */
export function ago(seconds, now) {
  const length = now - seconds;
  if (length < 60) return t('just_now');
  return t('ago', { span: span(length < DAY ? length : (Date.parse(dayOf(now)) - Date.parse(dayOf(seconds))) / 1000) });
}

/** `45 s`, `10 min`. */
export const length = (seconds) =>
  seconds % 60 === 0 || seconds >= 600 ? t('minutes_long', { count: Math.round(seconds / 60) }) : t('seconds_long', { count: seconds });

/** How long it ran and how long it was to, to the second where they would look alike. */
export function lengths(ran, meant) {
  const exact = length(ran) === length(meant) ? (seconds) => t('seconds_long', { count: seconds }) : length;
  return { time: exact(ran), planned: exact(meant) };
}

/** `Basil and Tomato`. */
export const list = (names) =>
  format('list', () => new Intl.ListFormat(tag))
    .formatToParts(names)
    .reduce((text, { value }) => text + space(text, value) + value, '');

export const litres = (value) => t('litres_of', { value: number(value) });

/** `4:05`, `1:02:03`: what is left of a run. */
export function countdown(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
