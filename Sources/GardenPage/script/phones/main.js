/** Phones that are let in by QR code: who was, a new one, a new code, and out. */
import { phones as words } from 'languages';
import { ACCOUNT_REPLIES } from '../contract/accounts.js';
import { Accounts } from './accounts.js';
import { openCode } from './code.js';
import { openInvite } from './invite.js';
import { button, h, Listing, obstacle, REPLIES, say, show, t, teach } from './kit.js';
import { phoneRow } from './row.js';

teach(words);
Object.assign(REPLIES, ACCOUNT_REPLIES);

/** Invitations of this page whose code can be shown once more: device to message. */
const open = new Map();

/** `element` is filled; it is shown where the bridge answers. */
export default function phones(app, element) {
  const accounts = new Accounts(app);
  const title = h('h2', { class: 'section-title' });
  const none = h('p', { class: 'hint' });
  const rows = h('ul', { class: 'rows' });
  const more = h('p', { class: 'hint' });
  const add = button({ iconName: 'plus', act: async () => openInvite(app, accounts, showCode) });
  const listing = new Listing(
    rows,
    (account) => account.device,
    () => phoneRow(app, accounts, { showCode, messageOf: (device) => open.get(device) }),
  );
  const showCode = (message, name) => openCode(app, accounts, { message, name, opened: (device) => open.set(device, message) });
  element.replaceChildren(title, none, rows, more, h('div', { class: 'button-row' }, add.element));

  return {
    update() {
      accounts.update();
      show(element, accounts.all !== null);
      if (!accounts.all) return;
      say(title, t('phones_title'));
      say(none, t('phones_none'));
      show(none, accounts.all.length === 0);
      listing.update(accounts.all);
      say(more, accounts.more ? t('phones_more', { count: accounts.more }) : '');
      add.update(t('phones_add'), obstacle(app, 'operator'));
    },
  };
}
