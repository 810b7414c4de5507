/** Asks whom to let in. */
import { dayOf, endOf } from './day.js';
import { button, h, obstacle, say, set, sheetRow, t } from './kit.js';
import { refusal } from './refusal.js';

const ROLES = ['viewer', 'actor', 'tuner', 'operator'];
/** A guest stays 400 days at most. */
const GUEST_MAX = 399 * 86400;
const SAYS_SOMETHING = '.*\\S.*';

export function openInvite(app, accounts, showCode) {
  const { garden } = app;
  const persons = [...new Set(accounts.all.map((one) => one.person))];
  const own = accounts.find(app.link.device)?.person ?? (persons.length === 1 ? persons[0] : '');
  const name = h('input', {
    class: 'input',
    id: 'phone-name',
    required: true,
    pattern: SAYS_SOMETHING,
    maxlength: '64',
    autocomplete: 'off',
  });
  const person = h('input', {
    class: 'input',
    id: 'phone-person',
    required: true,
    pattern: SAYS_SOMETHING,
    maxlength: '64',
    list: 'phone-persons',
    autocapitalize: 'none',
    autocomplete: 'off',
    spellcheck: 'false',
    value: own,
  });
  const known = h('datalist', { id: 'phone-persons' }, ...persons.map((value) => h('option', { value })));
  const role = h(
    'select',
    { class: 'select', id: 'phone-role' },
    ...ROLES.map((value) => h('option', { value, selected: value === 'actor' }, t(`role_${value}`))),
  );
  const now = garden.clock.now();
  const day = (seconds) => dayOf(seconds, garden.timeZone);
  const until = h('input', { class: 'input', id: 'phone-until', type: 'date', min: day(now), max: day(now + GUEST_MAX) });
  const failed = h('p', { class: 'message', role: 'alert' });
  const make = button({
    className: 'button-main',
    act: async () => {
      say(failed, '');
      if (!form.reportValidity()) return;
      const content = { name: name.value.trim(), person: person.value.trim(), role: role.value };
      if (until.value) content.until = endOf(until.value, garden.timeZone);
      const answer = await app.commands.send('account', { do: 'invite', content });
      accounts.want();
      if (!answer.ok) say(failed, refusal(answer, 'phones_no_person'));
      else if (app.sheet.isOpen) showCode(answer.re, content.name);
    },
  });
  const field = (words, input) => h('label', { class: 'field' }, h('span', {}, words), input);
  // Enter presses it, too.
  set(make.element, 'type', 'submit');
  const form = h(
    'form',
    { class: 'form', onsubmit: (event) => event.preventDefault() },
    field(t('phones_name'), name),
    field(t('phones_person'), person),
    known,
    field(t('device_role'), role),
    field(t('phones_until'), until),
    failed,
    sheetRow(app.sheet, make.element),
  );
  app.sheet.open(t('phones_add'), [form], () => make.update(t('phones_show'), obstacle(app, 'operator')));
}
