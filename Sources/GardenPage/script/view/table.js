/** A history as a table, with its waterings below; it is filled while it is open. */
import { full, language, lengths, litres, measure, onlyTime, t, temperatureUnit } from '../words.js';
import { nameOf } from './because.js';
import { h, say, set } from './element.js';

export function historyTable() {
  const title = h('summary', {});
  const body = h('div', { class: 'table-scroll', tabindex: '0', role: 'region' });
  const element = h('details', { class: 'table', ontoggle: paint }, title, body);
  let shown = null;
  let paintedFor = '';

  function paint() {
    if (!element.open || !shown) return;
    const key = [language(), temperatureUnit(), shown.from, shown.to, shown.quantity, shown.points.length].join();
    if (key === paintedFor) return;
    paintedFor = key;
    const waterings = shown.waterings.map((one) => h('li', {}, wateringWords(one)));
    const list = waterings.length ? [h('h3', {}, t('waterings')), h('ul', { class: 'watering-list' }, ...waterings)] : [];
    body.replaceChildren(table(shown), ...list);
  }

  return {
    element,
    show(history) {
      if (history !== shown) paintedFor = '';
      shown = history;
      paint();
    },
    update() {
      say(title, t('as_table'));
      set(body, 'aria-label', t('as_table'));
    },
  };
}

function table({ from, to, quantity, points, step_s: step }) {
  const heads = ['column_time', 'column_mean', 'column_low', 'column_high'].map((one) => h('th', { scope: 'col' }, t(one)));
  const cell = (value) => h('td', {}, value === undefined || value === null ? '–' : measure(value, quantity));
  const rows = [];
  let before = null;
  for (const [time, mean, low, high] of points) {
    if (mean === null) continue;
    if (before !== null && time - before > 1.5 * step) rows.push(h('tr', { class: 'gap-row' }, h('td', { colspan: '4' }, t('gap'))));
    rows.push(h('tr', {}, h('th', { scope: 'row' }, full(time)), cell(mean), cell(low ?? mean), cell(high ?? mean)));
    before = time;
  }
  const caption = h('caption', {}, `${nameOf(quantity)}, ${full(from)} – ${full(to)}`);
  return h('table', {}, caption, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows));
}

function wateringWords({ at, kind, until, litres: given, meant_s: meant, by }) {
  const late = meant !== undefined && t('ended_closed', lengths(until - at, meant));
  const words = [full(at), t(`watering_${kind}`), until && onlyTime(until), given !== undefined && litres(given), late, by];
  return words.filter(Boolean).join(' · ');
}
