/** A sheet over the page: from below on a phone, in the middle elsewhere. Escape and a tap beside it close it. */
import { t } from '../words.js';
import { h, say } from './element.js';
import { unsettle } from './steady.js';

export function sheet(onChange) {
  const title = h('h2', { class: 'sheet-title', id: `sheet-${Math.random().toString(36).slice(2)}` });
  const body = h('div', { class: 'sheet-body' });
  const element = h(
    'dialog',
    {
      class: 'sheet',
      'aria-labelledby': title.id,
      onclick: (event) => {
        if (event.target === element) element.close();
      },
    },
    h('div', { class: 'sheet-inner' }, title, body),
  );
  document.body.append(element);
  let update = () => {};
  let closed = () => {};
  element.addEventListener('close', () => {
    // The second tap on what closed it lands on what lay below.
    unsettle();
    closed();
    onChange();
  });
  return {
    element,
    body,
    get isOpen() {
      return element.open;
    },
    open(words, content, onUpdate = () => {}, onClose = () => {}) {
      say(title, words);
      body.replaceChildren(...content);
      update = onUpdate;
      closed = onClose;
      update();
      if (!element.open) element.showModal();
      unsettle();
      onChange();
    },
    update: () => {
      if (element.open) update();
    },
    close: () => element.close(),
  };
}

/** The last row of a sheet. */
export const sheetRow = (owner, ...buttons) =>
  h('div', { class: 'sheet-row' }, h('button', { type: 'button', class: 'button', onclick: () => owner.close() }, t('cancel')), ...buttons);
