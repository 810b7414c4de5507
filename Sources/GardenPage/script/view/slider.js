/**
 * A control as the bridge keeps it: what is in force, what was asked for, and a thumb that is sent when it is let go. The value
 * in force comes from the bridge alone; what is not accepted springs back.
 */
import { inUnit, t } from '../words.js';
import { nameOfDevice, outcome } from './answers.js';
import { h, property, say, set, show } from './element.js';
import { obstacle } from './rights.js';

/** The bridge takes one move a second and control. */
const PAUSE = 1100;
/** After the last key: a person who holds an arrow has not let go yet. */
const KEYS_REST = 700;
let count = 0;

/** What a control looks like, without its doing. `isNamed`: `false` where the plant's name already stands above. */
function face(isNamed) {
  const number = ++count;
  const input = h('input', {
    type: 'range',
    id: `slider-${number}`,
    class: 'slider-input',
    'aria-describedby': `phase-${number} message-${number}`,
  });
  const label = h('label', { class: 'slider-label', for: input.id });
  const output = h('output', { class: 'slider-output', for: input.id });
  const asked = h('span', { class: 'slider-asked' });
  const force = h('span', { class: 'slider-force' });
  const low = h('span', {});
  const high = h('span', {});
  const phase = h('p', { class: 'slider-phase', id: `phase-${number}` });
  const message = h('p', { class: 'message', id: `message-${number}`, role: 'status' });
  const element = h(
    'div',
    { class: 'slider' },
    h('div', { class: 'slider-head' }, label, output),
    h('div', { class: 'slider-track' }, force, asked, input),
    h('div', { class: 'slider-ends' }, low, high),
    phase,
    message,
  );

  const share = (present, value) => (present.max > present.min ? ((value - present.min) / (present.max - present.min)) * 100 : 0);

  /** `chosen`: the value under the thumb, where a person has moved it. */
  function paint(present, why, { chosen, isHeld, isSending, words }) {
    const value = chosen ?? present.requested ?? present.value;
    const shown = value ?? present.min;
    set(input, 'min', present.min);
    set(input, 'max', present.max);
    set(input, 'step', present.step);
    if (!isHeld && Number(input.value) !== shown) input.value = String(shown);
    set(input, 'disabled', Boolean(why));
    set(element, 'data-forbidden', Boolean(why));
    set(element, 'data-phase', isSending ? 'sending' : present.phase);
    property(element, '--value', share(present, shown));
    property(element, '--force', share(present, present.value ?? present.min));
    property(element, '--asked', share(present, present.requested ?? present.min));
    show(force, present.value !== undefined);
    show(asked, present.requested !== undefined);
    say(output, value === undefined ? '–' : inUnit(value, present.unit));
    set(input, 'aria-valuetext', value === undefined ? t('value_unknown') : inUnit(value, present.unit));
    say(low, inUnit(present.min, present.unit));
    say(high, inUnit(present.max, present.unit));
    say(label, labelOf(present, isNamed));
    say(phase, why ?? words);
  }

  return { element, input, message, paint };
}

/** `isNamed`: see `face`. `tried(value)`: a value is under the thumb; `null`: what the bridge says. */
export function slider(app, id, isNamed = true, tried = () => {}) {
  const { element, input, message, ...look } = face(isNamed);
  let isHeld = false;
  let isSending = false;
  let rest = 0;
  let sentAt = -Infinity;
  let base = 0;
  /** The value that a person has chosen and the bridge has not confirmed; nothing: what the bridge says. */
  let chosen = null;
  let shownControl = null;
  const control = () => app.garden.control.get(id);

  input.addEventListener('pointerdown', () => hold());
  input.addEventListener('pointerup', () => letGo());
  input.addEventListener('pointercancel', () => letGo());
  input.addEventListener('input', () => {
    if (chosen === null) base = control()?.rev ?? 0;
    chosen = Number(input.value);
    say(message, '');
    paint();
    if (!isHeld) wait(KEYS_REST);
  });
  input.addEventListener('change', () => {
    if (!isHeld && chosen !== null) wait(KEYS_REST);
  });
  input.addEventListener('blur', () => {
    if (chosen !== null && !isSending) send();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && chosen !== null && !isSending) springBack();
    if (event.key === 'Enter' && chosen !== null) send();
  });

  function hold() {
    isHeld = true;
    base = control()?.rev ?? 0;
    clearTimeout(rest);
  }

  function letGo() {
    isHeld = false;
    // The last `input` comes before this in every browser; a tick of grace costs nothing.
    setTimeout(() => {
      if (chosen !== null) send();
    }, 0);
  }

  function wait(milliseconds) {
    clearTimeout(rest);
    rest = setTimeout(send, milliseconds);
  }

  async function send() {
    clearTimeout(rest);
    const present = control();
    if (!present || chosen === null || isHeld) return;
    if (isSending) return wait(PAUSE);
    const early = sentAt + PAUSE - performance.now();
    if (early > 0) return wait(early);
    const value = chosen;
    if (value === (present.requested ?? present.value)) return springBack();
    isSending = true;
    sentAt = performance.now();
    paint();
    const answer = await app.commands.send('set', { control: id, value, unit: present.unit, base });
    isSending = false;
    if (chosen !== value) {
      base = control()?.rev ?? base;
      return chosen === null ? paint() : wait(0);
    }
    if (answer.ok) settleAfter(value);
    else {
      say(message, outcome(answer, present));
      springBack();
    }
  }

  /** The retained state says what holds; it comes with the ack or a blink after it. */
  function settleAfter(value) {
    const now = control();
    if (now?.value === value || now?.requested === value) chosen = null;
    else
      setTimeout(() => {
        if (chosen === value && !isHeld && !isSending) springBack();
      }, 1500);
    paint();
  }

  function springBack() {
    clearTimeout(rest);
    chosen = null;
    paint();
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!still) element.animate?.([{ translate: '-5px' }, { translate: '4px' }, { translate: '-2px' }, { translate: '0' }], 260);
  }

  function paint() {
    const present = control();
    if (!present) return;
    look.paint(present, obstacle(app, present.role), { chosen, isHeld, isSending, words: phaseWords(app.garden, present, isSending) });
    shownControl = present;
    tried(chosen);
  }

  function update() {
    // Somebody else's move while nobody holds this one: what was chosen here is over.
    const present = control();
    if (!isHeld && !isSending && [present?.value, present?.requested].includes(chosen)) chosen = null;
    if (present !== shownControl || chosen === null) paint();
  }

  return { element, update };
}

export function labelOf(control, isNamed = true) {
  const title =
    control.kind === 'setpoint' && control.unit === '%'
      ? t('control_limit')
      : control.unit === '°C'
        ? t('control_setpoint')
        : control.title;
  return control.name && isNamed ? t('control_of', { title, name: control.name }) : title;
}

function phaseWords(garden, control, isSending) {
  if (isSending) return t('sending');
  const show = (value) => (value === undefined ? t('value_unknown') : inUnit(value, control.unit));
  const value = ['requested', 'accepted'].includes(control.phase) ? control.requested : control.value;
  const words = t(`phase_${control.phase}`, { value: show(value) });
  const by = control.phase !== 'settled' && control.by ? ` · ${t('moved_by', { device: nameOfDevice(garden, control.by) })}` : '';
  return words + by;
}
