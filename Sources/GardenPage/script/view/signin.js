/** Asks for a device's name and password. */
import { FORMS } from '../contract/documents.js';
import { t } from '../words.js';
import { h, say } from './element.js';

export function openSignIn(app, device, reason) {
  const name = h('input', {
    class: 'input',
    id: 'device-name',
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: true,
    maxlength: '32',
    value: device,
  });
  const password = h('input', { class: 'input', id: 'device-password', type: 'password', autocomplete: 'current-password' });
  const remember = h('input', { type: 'checkbox', id: 'remember' });
  const message = h('p', { class: 'message', role: 'alert' }, reason ?? '');
  const submit = (event) => {
    event.preventDefault();
    const device = name.value.trim();
    if (!FORMS.deviceName.test(device)) return say(message, t('bad_device'));
    app.sheet.close();
    app.signIn({ device, password: password.value || undefined }, remember.checked);
  };
  const form = h(
    'form',
    { class: 'form', onsubmit: submit, method: 'dialog' },
    h('p', { class: 'hint' }, t('sign_in_hint')),
    h('label', { class: 'field' }, h('span', {}, t('device_name')), name),
    h('label', { class: 'field' }, h('span', {}, t('password')), password),
    h('label', { class: 'check' }, remember, h('span', {}, t('remember'))),
    message,
    h(
      'div',
      { class: 'sheet-row' },
      h('button', { type: 'button', class: 'button', onclick: () => app.sheet.close() }, t('cancel')),
      h('button', { type: 'submit', class: 'button button-main' }, t('sign_in')),
    ),
  );
  app.sheet.open(t('sign_in'), [form]);
}
