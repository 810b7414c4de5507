/** A button that says what it waits for, and cannot be pressed twice meanwhile. */
import { t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, set } from './element.js';

/**
 * `act()` returns a promise; while it runs the button is busy. Its focus stays where it is: `aria-disabled`, not `disabled`.
 * `keepsWidth`: its words stay meanwhile, so that its neighbours do too.
 */
export function button({ label, iconName, className = '', act, described, keepsWidth = false }) {
  let isBusy = false;
  let forbidden = null;
  let text = label;
  let name;
  const words = h('span', {}, label ?? '');
  const element = h(
    'button',
    { type: 'button', class: `button ${className}`, onclick: press, 'aria-describedby': described },
    iconName ? icon(iconName) : null,
    words,
  );

  async function press() {
    if (isBusy || forbidden) return;
    isBusy = true;
    paint();
    try {
      await act();
    } finally {
      isBusy = false;
      paint();
    }
  }

  function paint() {
    say(words, isBusy && !keepsWidth ? t('sending') : text);
    set(element, 'aria-label', isBusy ? null : name);
    set(element, 'aria-busy', isBusy ? 'true' : null);
    set(element, 'aria-disabled', isBusy || forbidden ? 'true' : null);
    set(element, 'title', forbidden);
  }

  return {
    element,
    /** `why`: the reason for which it cannot be pressed, or nothing. */
    update(newText, why = null, newName = null) {
      text = newText;
      forbidden = why;
      name = newName;
      paint();
    },
  };
}
