/** A phone in the list, and what can be done about it. */
import { ago, button, h, icon, moment, obstacle, property, say, set, sheetRow, show, t } from './kit.js';
import { refusal } from './refusal.js';

export function phoneRow(app, accounts, { showCode, messageOf }) {
  let account;
  const name = h('span', { class: 'row-name' });
  const more = h('span', { class: 'row-more' });
  const words = h('div', { class: 'row-words' }, name, more);
  const wish = async (to) => app.commands.send('account', { do: to, content: { device: account.device } });
  const again = button({ act: async () => showCode(messageOf(account.device), account.name) });
  const rotate = button({
    act: async () =>
      confirm(app, 'phones_rotate', 'phones_rotate_hint', account, async () => {
        const answer = await wish('rotate');
        accounts.want();
        if (answer.ok && app.sheet.isOpen) showCode(answer.re, account.name);
        return answer;
      }),
  });
  const revoke = button({
    className: 'button-stop',
    act: async () =>
      confirm(app, 'phones_revoke', 'phones_revoke_hint', account, async () => {
        const answer = await wish('revoke');
        accounts.want();
        if (answer.ok) app.sheet.close();
        return answer;
      }),
  });
  const buttons = h('div', { class: 'button-row' }, again.element, rotate.element, revoke.element);
  const element = h('li', { class: 'row' }, icon('person'), words, buttons);
  // On a phone the buttons stand below the words.
  property(element, 'flex-wrap', 'wrap');
  property(words, 'flex-basis', '14rem');
  property(buttons, 'margin', '0');

  return {
    element,
    update(told) {
      account = told;
      const { device, state, person, role, until, seen } = account;
      const now = app.garden.clock.now();
      set(element, 'data-state', state);
      say(name, account.name);
      const facts = [
        t(`phones_is_${state}`),
        person,
        t(`role_${role}`),
        until && t('phones_guest', { when: moment(until - 1, now, { withTime: false }) }),
        state === 'member' && (seen ? t('phones_seen', { ago: ago(seen, now) }) : t('phones_unseen')),
      ];
      say(more, facts.filter(Boolean).join(' · '));
      const why = obstacle(app, 'operator');
      const paint = (one, key) => one.update(t(key), why, t('action_for', { action: t(key), plant: account.name }));
      paint(again, 'phones_show');
      paint(rotate, 'phones_rotate');
      paint(revoke, 'phones_revoke');
      show(again.element, state === 'invited' && messageOf(device) !== undefined);
      // A device that takes its own way in cannot show the code.
      show(rotate.element, state === 'member' && device !== app.link.device);
      show(revoke.element, state !== 'leaving');
    },
  };
}

/** Says what it does to the phone, before it is done. */
function confirm(app, key, hint, account, act) {
  const failed = h('p', { class: 'message', role: 'alert' });
  const sure = button({
    className: key === 'phones_revoke' ? 'button-stop' : 'button-main',
    act: async () => {
      say(failed, '');
      const answer = await act();
      if (!answer.ok) say(failed, refusal(answer, 'phones_gone'));
    },
  });
  app.sheet.open(
    t('action_for', { action: t(key), plant: account.name }),
    [h('p', { class: 'hint' }, t(hint, { name: account.name })), failed, sheetRow(app.sheet, sure.element)],
    () => sure.update(t(key), obstacle(app, 'operator')),
  );
}
