/** The drawing of a history: by fingers, mouse and keys another stretch of it is looked at. */
import { full, inViewersUnit, measure, number, t, unitOf } from '../words.js';
import { Plot } from '../draw/plot.js';
import { nameOf } from './because.js';
import { h, say, set } from './element.js';
import { gesture } from './gesture.js';
import { DAY } from './stretch.js';

const KEYS = {
  ArrowLeft: (stretch) => stretch.move(-0.25),
  ArrowRight: (stretch) => stretch.move(0.25),
  '+': (stretch) => stretch.zoom(0.5),
  '=': (stretch) => stretch.zoom(0.5),
  '-': (stretch) => stretch.zoom(2),
  Home: (stretch) => stretch.look(),
  0: (stretch) => stretch.look(DAY),
};

export function chart(stretch) {
  const canvas = h('canvas', { class: 'plot-canvas' });
  const selection = h('div', { class: 'plot-selection', hidden: true });
  const stage = h('div', { class: 'plot-stage', tabindex: '0', role: 'img' }, canvas, selection);
  const readout = h('p', { class: 'plot-readout' });
  const note = h('p', { class: 'plot-note', role: 'status' });
  const legend = h('ul', { class: 'legend' });
  let plot = null;
  let shown = null;

  stage.addEventListener('keydown', (event) => {
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act(stretch);
  });
  const stopGesture = gesture(stage, selection, {
    choose(fromShare, toShare) {
      const { from, to } = plot?.window ?? stretch.range();
      stretch.put(from + fromShare * (to - from), from + toShare * (to - from));
    },
    pinch: (factor, centre) => stretch.pinch(factor, centre),
    pan: (share) => stretch.move(-share),
    hover: (share) => paintReadout(share),
    area: () => plot?.area,
  });

  function paintReadout(share) {
    const point = share === null || !plot ? null : plot.nearest(share);
    const { from, to } = plot?.window ?? stretch.range();
    say(readout, point ? `${full(point[0])}: ${measure(point[1], shown.quantity)}` : `${full(from)} – ${full(to)}`);
  }

  return {
    element: h('figure', { class: 'plot' }, readout, stage, legend, note),
    /** Returns the gaps. */
    draw(Chart, data, plant, { low, high, ahead }) {
      shown = data;
      plot ??= new Plot(Chart, canvas);
      const { quantity } = data;
      const here = stretch.range();
      // No more of what comes than half as much as of what was.
      if (ahead) here.to += Math.max(0, Math.min(ahead.latest - here.to, (here.to - here.from) / 2));
      const convert = (value) => (value === undefined ? undefined : inViewersUnit(value, quantity));
      const label = (value) => `${number(value, 1)}`;
      plot.draw({ ...data, ...here, convert, low: convert(low), high: convert(high), ahead, unit: unitOf(quantity), label });
      set(stage, 'aria-label', t('chart_label', { quantity: nameOf(quantity), plant, from: full(here.from), to: full(here.to) }));
      say(note, summary(data, plot.gaps.length));
      paintReadout(null);
      paintLegend(legend, data, { low, high, ahead, gaps: plot.gaps });
      return plot.gaps;
    },
    tell(isReading, failure) {
      set(stage, 'aria-busy', isReading ? 'true' : null);
      if (!stage.hasAttribute('aria-label')) set(stage, 'aria-label', t('chart_loading'));
      if (failure) say(note, t('chart_failed', { why: failure }));
      else if (!shown) say(note, t('chart_loading'));
    },
    close() {
      stopGesture();
      plot?.close();
    },
  };
}

function summary({ points, quantity }, gaps) {
  const values = points.flatMap((point) => [point[2] ?? point[1], point[3] ?? point[1]]).filter((value) => value !== null);
  if (!values.length) return t('chart_empty');
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => measure(value, quantity));
  return t('chart_summary', { count: points.length, low, high, gaps: number(gaps) });
}

function paintLegend(legend, { quantity, waterings }, { low, high, ahead, gaps }) {
  const isMoisture = quantity === 'moisture';
  const entries = [
    ['value', t('legend_value')],
    ['range', t('legend_range')],
    low !== undefined && ['low', t(isMoisture ? 'legend_dry' : 'legend_low')],
    high !== undefined && ['high', t(isMoisture ? 'legend_wet' : 'legend_high')],
    ahead && ['forecast', t('legend_forecast')],
    waterings.length && ['watering', t('legend_watering')],
    gaps.length && ['gap', t('gap')],
  ].filter(Boolean);
  const key = entries.join('|');
  if (legend.dataset.key === key) return;
  legend.dataset.key = key;
  const mark = (kind) => h('span', { class: `legend-mark legend-${kind}`, 'aria-hidden': 'true' });
  legend.replaceChildren(...entries.map(([kind, words]) => h('li', {}, mark(kind), words)));
}
