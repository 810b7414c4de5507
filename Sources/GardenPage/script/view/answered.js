/** In place of the buttons: what was answered, and the way back for as long as it has not been sent. */
import { t, tOr } from '../words.js';
import { icon } from '../draw/icon.js';
import { outcome } from './answers.js';
import { button } from './button.js';
import { h, property, say, set, show } from './element.js';

/** What only notes something down and can wait. What moves water or heat, or stops it, never waits. */
const NOTES = ['water_done', 'water_later', 'water_tomorrow', 'trouble_seen'];
export const canWait = (action) => NOTES.includes(action);

/**
 * Shows `row` or what was answered in its place, as high as it was. `slot` names the place among the answers that wait;
 * `title(action)`: the words of a button that this page has none for.
 */
export function answered(app, slot, row, title = (action) => action) {
  const words = h('span', {});
  const undo = button({ className: 'button-undo', act: async () => takeBack() });
  const strip = h('div', { class: 'answered', role: 'status' }, icon('ok'), words);
  const message = h('p', { class: 'message', role: 'status' });
  const element = h('div', { class: 'answer-row' }, row, message);

  function takeBack() {
    app.graces.undo(slot);
    element.querySelector('button')?.focus();
  }

  return {
    element,
    /** Sends after the grace, keeping the height so that nothing below moves. */
    hold(fields, action, name) {
      property(element, '--kept', `${row.offsetHeight}px`);
      property(element, '--grace', `${app.graces.length}ms`);
      const hadFocus = row.contains(document.activeElement);
      app.graces.hold(slot, fields, action, name);
      this.update();
      if (hadFocus) undo.element.focus();
    },
    say: (text) => say(message, text),
    update(isGone = false) {
      const entry = app.graces.get(slot);
      const isShown = app.graces.isShown(slot, isGone) || isGone;
      show(row, !isShown);
      if (!isShown) strip.remove();
      else if (!strip.isConnected) row.after(strip);
      if (isShown) {
        const action = entry && tOr(`answered_${entry.action}`, title(entry.action));
        say(words, entry ? t('labelled', { name: entry.name, value: action }) : t('answered_elsewhere'));
        set(strip, 'data-state', entry?.state ?? 'gone');
        undo.update(t('undo'), null, entry && t('undo_of', { action, plant: entry.name }));
        if (entry?.state !== 'held') {
          if (undo.element === document.activeElement)
            (element.closest('li.reminder')?.querySelector('.reminder-title') ?? document.querySelector('main h1'))?.focus();
          undo.element.remove();
        } else if (!undo.element.isConnected) strip.append(undo.element);
      }
      if (entry?.state === 'failed' || (entry?.answer?.code === 'already_done' && !isShown)) say(message, outcome(entry.answer));
      else if (isShown) say(message, '');
    },
  };
}
