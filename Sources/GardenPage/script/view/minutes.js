/** Chooses minutes: a few ready ones, and one less or one more. */
import { number, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, set } from './element.js';

const READY = [1, 5, 10, 15, 30, 45, 60];

export function minutesChooser(first, longest, onChange) {
  let minutes = Math.min(Math.max(Math.round(first), 1), longest);
  const value = h('output', { class: 'minutes-value', 'aria-live': 'polite' });
  const step = (by) => () => pick(minutes + by);
  const less = h('button', { type: 'button', class: 'button button-round', 'aria-label': t('fewer'), onclick: step(-1) }, icon('minus'));
  const more = h('button', { type: 'button', class: 'button button-round', 'aria-label': t('more'), onclick: step(1) }, icon('plus'));
  const chips = READY.filter((ready) => ready <= longest).map((ready) => {
    const chip = h(
      'button',
      { type: 'button', class: 'chip', onclick: () => pick(ready), 'aria-label': t('minutes_many', { count: ready }) },
      number(ready),
    );
    return { ready, chip };
  });
  const element = h(
    'div',
    { class: 'minutes', role: 'group', 'aria-label': t('minutes') },
    h('div', { class: 'minutes-row' }, less, value, more),
    h('div', { class: 'chips' }, ...chips.map((one) => one.chip)),
  );

  function pick(wanted) {
    minutes = Math.min(Math.max(wanted, 1), longest);
    paint();
    onChange();
  }

  function paint() {
    say(value, t('minutes_many', { count: minutes }));
    for (const { ready, chip } of chips) set(chip, 'aria-pressed', ready === minutes ? 'true' : 'false');
  }
  paint();
  return {
    element,
    get minutes() {
      return minutes;
    },
  };
}
