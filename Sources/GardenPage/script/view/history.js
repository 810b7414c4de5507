/** The history of one quantity of one plant: a drawing, its numbers as a table, and a file of them. */
import { load } from '../link/library.js';
import { full, inViewersUnit, language, measure, number, onlyTime, t, tOr, temperatureUnit, unitOf } from '../words.js';
import { icon } from '../draw/icon.js';
import { Plot } from '../draw/plot.js';
import { reason } from './answers.js';
import { nameOf } from './because.js';
import { h, say, set, show } from './element.js';
import { csv, offer } from './csv.js';
import { gesture } from './gesture.js';

const DAY = 86400;
const RANGES = [['range_day', DAY], ['range_week', 7 * DAY], ['range_month', 30 * DAY], ['range_season', 91 * DAY]];
const SPAN_MIN = 1800;
const SPAN_MAX = 400 * DAY;
const POINTS = 240;
const RENEW = 20_000;
const QUANTITIES = ['moisture', 'temperature', 'light', 'conductivity', 'humidity', 'battery'];

export function historyView(app, plant) {
  const title = h('h2', { class: 'section-title' });
  const ranges = RANGES.map(([key, length]) => ({ key, length, element: h('button', { type: 'button', class: 'chip', onclick: () => look(length) }) }));
  const quantity = h('select', { class: 'select', id: 'history-quantity', onchange: () => read(0) });
  const quantityLabel = h('span', {});
  const tool = (name, key, act) => ({ key, element: h('button', { type: 'button', class: 'button tool', onclick: act }, icon(name)) });
  const tools = [
    tool('left', 'earlier', () => move(-0.5)), tool('plus', 'zoom_in', () => zoom(0.5)), tool('minus', 'zoom_out', () => zoom(2)), tool('right', 'later', () => move(0.5)),
  ];
  const download = h('button', { type: 'button', class: 'button', onclick: save }, icon('download'), h('span', {}));
  const canvas = h('canvas', { class: 'plot-canvas' });
  const selection = h('div', { class: 'plot-selection', hidden: true });
  const stage = h('div', { class: 'plot-stage', tabindex: '0', role: 'img' }, canvas, selection);
  const readout = h('p', { class: 'plot-readout' });
  const note = h('p', { class: 'plot-note', role: 'status' });
  const legend = h('ul', { class: 'legend' });
  const tableTitle = h('summary', {});
  const tableBody = h('div', { class: 'table-scroll', tabindex: '0', role: 'region' });
  const table = h('details', { class: 'table' }, tableTitle, tableBody);
  const element = h('section', { class: 'part history' }, title,
    h('div', { class: 'history-tools' },
      h('div', { class: 'chips ranges', role: 'group' }, ...ranges.map((one) => one.element)),
      h('label', { class: 'field-inline' }, quantityLabel, quantity)),
    h('figure', { class: 'plot' }, readout, stage, legend, note),
    h('div', { class: 'history-tools' }, h('div', { class: 'button-row' }, ...tools.map((one) => one.element)), download), table);

  let length = DAY;
  /** The end of what is looked at; nothing: now, and it goes on. */
  let end = null;
  let shown = null;
  let plot = null;
  let isReading = false;
  let isWanted = false;
  let readAt = -Infinity;
  let failure = null;
  let timer = 0;
  let closed = false;
  let paintedFor = '';

  const range = () => {
    const to = end ?? app.garden.clock.now();
    return { from: to - length, to };
  };

  table.addEventListener('toggle', () => paintTable());
  stage.addEventListener('keydown', (event) => {
    const act = { ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25), '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2),
      Home: () => look(length), 0: () => look(DAY) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  const stopGesture = gesture(stage, selection, {
    choose(fromShare, toShare) {
      const { from, to } = plot?.window ?? range();
      put(from + fromShare * (to - from), from + toShare * (to - from));
    },
    pinch(factor, centre) {
      const { from } = range();
      const middle = from + centre * length;
      const wanted = clamp(length * factor);
      put(middle - centre * wanted, middle + (1 - centre) * wanted);
    },
    pan: (share) => move(-share),
    hover: (share) => paintReadout(share),
    area: () => plot?.area,
  });

  const clamp = (seconds) => Math.min(Math.max(Math.round(seconds), SPAN_MIN), SPAN_MAX);

  function look(seconds) {
    length = seconds;
    end = null;
    read(0);
  }

  function put(from, to) {
    const now = app.garden.clock.now();
    length = clamp(to - from);
    end = Math.round(Math.min((from + to) / 2 + length / 2, now));
    if (now - end < 60) end = null;
    read(180);
  }

  const move = (share) => {
    const { from, to } = range();
    put(from + share * length, to + share * length);
  };

  const zoom = (factor) => {
    const { from, to } = range();
    const half = clamp(length * factor) / 2;
    const middle = end === null ? to - half : (from + to) / 2;
    put(middle - half, middle + half);
  };

  /** Reads after a rest, so that a pinch asks once. */
  function read(rest) {
    paint();
    clearTimeout(timer);
    timer = setTimeout(fetchNow, rest);
  }

  async function fetchNow() {
    if (closed || app.link.state !== 'online') return;
    if (isReading) {
      isWanted = true;
      return;
    }
    isReading = true;
    readAt = performance.now();
    paintNote();
    const asked = { plant, quantity: quantity.value || 'moisture', ...range(), points: POINTS };
    try {
      const [data, Chart] = await Promise.all([app.history.read(asked), load('chart')]);
      if (closed) return;
      failure = null;
      shown = { ...data, quantity: asked.quantity };
      plot ??= new Plot(Chart, canvas);
      paintedFor = '';
    } catch (error) {
      failure = (error.why && reason(error.why)) || tOr(`code_${error.code}`, error.code || error.message || '?');
    }
    isReading = false;
    if (closed) return;
    paint();
    if (isWanted) {
      isWanted = false;
      fetchNow();
    }
  }

  function limits() {
    const detail = app.garden.detail.get(plant);
    const evaluation = detail?.evaluations.find((one) => one.quantity === shown.quantity);
    return { low: evaluation?.low ?? (shown.quantity === 'moisture' ? detail?.dry_below : undefined), high: evaluation?.high };
  }

  function paint() {
    for (const one of ranges) set(one.element, 'aria-pressed', end === null && length === one.length ? 'true' : 'false');
    paintNote();
    if (!plot || !shown) return;
    const { low, high } = limits();
    const here = range();
    const convert = (value) => (value === undefined ? undefined : inViewersUnit(value, shown.quantity));
    plot.draw({
      ...shown, ...here, convert, low: convert(low), high: convert(high), unit: unitOf(shown.quantity),
      label: (value) => `${number(value, 1)}`,
    });
    const values = shown.points.flatMap((point) => [point[2] ?? point[1], point[3] ?? point[1]]).filter((value) => value !== null);
    set(stage, 'aria-label', t('chart_label', { quantity: nameOf(shown.quantity), plant: app.garden.detail.get(plant)?.name ?? plant, from: full(here.from), to: full(here.to) }));
    set(element, 'data-gaps', plot.gaps.length);
    set(element, 'data-points', shown.points.length);
    if (values.length) {
      const words = { count: shown.points.length, low: measure(Math.min(...values), shown.quantity), high: measure(Math.max(...values), shown.quantity), gaps: number(plot.gaps.length) };
      say(note, t('chart_summary', words));
    } else say(note, t('chart_empty'));
    paintReadout(null);
    paintLegend(low, high);
    paintTable();
  }

  function paintNote() {
    set(stage, 'aria-busy', isReading ? 'true' : null);
    if (!stage.hasAttribute('aria-label')) set(stage, 'aria-label', t('chart_loading'));
    if (failure) say(note, t('chart_failed', { why: failure }));
    else if (!shown) say(note, t('chart_loading'));
  }

  function paintLegend(low, high) {
    const isMoisture = shown.quantity === 'moisture';
    const entries = [['value', t('legend_value')], ['range', t('legend_range')], low !== undefined && ['low', t(isMoisture ? 'legend_dry' : 'legend_low')],
      high !== undefined && ['high', t(isMoisture ? 'legend_wet' : 'legend_high')], shown.waterings.length && ['watering', t('legend_watering')],
      plot.gaps.length && ['gap', t('gap')]].filter(Boolean);
    const key = entries.join('|');
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    legend.replaceChildren(...entries.map(([kind, words]) => h('li', {}, h('span', { class: `legend-mark legend-${kind}`, 'aria-hidden': 'true' }), words)));
  }

  function paintReadout(share) {
    const point = share === null || !plot ? null : plot.nearest(share);
    const { from, to } = plot?.window ?? range();
    say(readout, point ? `${full(point[0])}: ${measure(point[1], shown.quantity)}` : `${full(from)} – ${full(to)}`);
  }

  function paintTable() {
    if (!table.open || !shown) return;
    const key = [language(), temperatureUnit(), shown.from, shown.to, shown.quantity, shown.points.length].join();
    if (key === paintedFor) return;
    paintedFor = key;
    const heads = ['column_time', 'column_mean', 'column_low', 'column_high'].map((one) => h('th', { scope: 'col' }, t(one)));
    const cell = (value) => h('td', {}, value === undefined || value === null ? '–' : measure(value, shown.quantity));
    const rows = [];
    let before = null;
    for (const point of shown.points) {
      if (point[1] === null) continue;
      if (before !== null && point[0] - before > 1.5 * shown.step_s) rows.push(h('tr', { class: 'gap-row' }, h('td', { colspan: '4' }, t('gap'))));
      rows.push(h('tr', {}, h('th', { scope: 'row' }, full(point[0])), cell(point[1]), cell(point[2] ?? point[1]), cell(point[3] ?? point[1])));
      before = point[0];
    }
    const caption = h('caption', {}, `${nameOf(shown.quantity)}, ${full(shown.from)} – ${full(shown.to)}`);
    const waterings = shown.waterings.map((one) => h('li', {}, [full(one.at), t(`watering_${one.kind}`), one.until && onlyTime(one.until), one.litres !== undefined && `${number(one.litres)} l`, one.by].filter(Boolean).join(' · ')));
    tableBody.replaceChildren(h('table', {}, caption, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows)),
      ...(waterings.length ? [h('h3', {}, t('waterings')), h('ul', { class: 'watering-list' }, ...waterings)] : []));
  }

  function save() {
    if (shown) offer(`${plant}-${shown.quantity}.csv`, csv(shown));
  }

  function update() {
    say(title, t('history'));
    for (const one of ranges) say(one.element, t(one.key));
    for (const one of tools) set(one.element, 'aria-label', t(one.key));
    set(ranges[0].element.parentElement, 'aria-label', t('history'));
    say(quantityLabel, t('quantity'));
    say(download.lastChild, t('download'));
    set(download, 'aria-label', t('download_label'));
    set(download, 'disabled', !shown);
    say(tableTitle, t('as_table'));
    set(tableBody, 'aria-label', t('as_table'));
    paintQuantities();
    if (shown) {
      const key = [language(), temperatureUnit(), document.documentElement.dataset.theme, matchMedia('(prefers-color-scheme: dark)').matches, JSON.stringify(limits())].join();
      if (element.dataset.look !== key) {
        element.dataset.look = key;
        paint();
      }
    }
    const isDue = end === null && performance.now() - readAt > RENEW;
    if ((isDue || !shown) && !isReading && performance.now() - readAt > 2000) fetchNow();
  }

  function paintQuantities() {
    const detail = app.garden.detail.get(plant);
    const there = new Set(['moisture', ...(detail?.evaluations ?? []).filter((one) => one.reason !== 'none').map((one) => one.quantity),
      ...(detail?.sensors ?? []).flatMap((sensor) => sensor.values.map((value) => value.quantity))]);
    const offered = QUANTITIES.filter((one) => there.has(one));
    const key = offered.join() + language();
    if (quantity.dataset.key === key) return;
    quantity.dataset.key = key;
    const chosen = quantity.value || 'moisture';
    quantity.replaceChildren(...offered.map((one) => h('option', { value: one, selected: one === chosen }, nameOf(one))));
  }

  return {
    element,
    update,
    close() {
      closed = true;
      clearTimeout(timer);
      stopGesture();
      plot?.close();
    },
  };
}
