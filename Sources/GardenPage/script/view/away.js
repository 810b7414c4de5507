/** Which plants will not last until somebody is back. */
import { dayOf, list, moment, t } from '../words.js';
import { h, say, show } from './element.js';
import { nameOfPlant } from './start.js';

const DAY = 86400;
const DAYS = 9;

export function away(app) {
  const label = h('span');
  const select = h('select', { class: 'select', onchange: update }, ...Array.from({ length: DAYS }, (_, i) => h('option', { value: i })));
  const lines = ['dry', 'maybe', 'unknown', 'fine'].map((kind) => ({ kind, element: h('p', { class: 'hint' }) }));
  const result = h('div', { role: 'status' }, ...lines.map((line) => line.element));
  const element = h('div', { class: 'away' }, h('label', { class: 'field-inline' }, label, select), result);

  function update() {
    const now = app.garden.clock.now();
    const plants = [...app.garden.plant];
    show(
      element,
      plants.some(([, plant]) => plant.a !== undefined),
    );
    say(label, t('away_until'));
    for (const [i, option] of [...select.options].entries()) {
      say(option, i === 0 ? t('away_not') : moment(now + i * DAY, now, { withTime: false }));
    }
    const back = Number(select.value);
    const day = dayOf(now + back * DAY);
    show(result, back > 0);
    for (const { kind, element: line } of lines) {
      const names = plants.filter(([, plant]) => lasts(plant, day) === kind).map(([id]) => nameOfPlant(app.garden, id));
      const isAll = kind === 'fine' && names.length === plants.length;
      show(line, kind === 'fine' ? isAll : names.length > 0);
      say(line, isAll ? t('away_fine') : t('labelled', { name: t(`away_${kind}`), value: list(names) }));
    }
  }

  return { element, update };
}

/** As `loam forecast --until` tells it. */
function lasts(plant, day) {
  if (plant.s === 'dry') return 'dry';
  // By the calendar it is due on its day.
  const [from, to] = [plant.a ?? plant.x, plant.z ?? plant.x];
  if (from === undefined) return 'unknown';
  return dayOf(to) <= day ? 'dry' : dayOf(from) <= day ? 'maybe' : 'fine';
}
