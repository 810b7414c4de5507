/** What the part with the phones is answered. Written from the declarations in LoamKit by its tests: UPDATE_EXPECTED=1. */
import * as f from './fields.js';

const FORMS = {
  deviceName: /^[a-z0-9][a-z0-9-]{0,31}$/,
};

const accountListAccount = f.object({
  'device': f.form(FORMS.deviceName),
  'name': f.text(1, 64),
  'person': f.text(1, 64),
  'role': f.word(['viewer', 'actor', 'tuner', 'operator'], 'viewer'),
  'state': f.word(['invited', 'member', 'leaving'], 'leaving'),
  'until': f.optional(f.time),
  'seen': f.optional(f.time),
});

const accountList = f.object({
  'accounts': f.list(accountListAccount, 64),
  'more': f.optional(f.integer(1, 2147483647)),
});

const invitationAnswer = f.object({
  'device': f.form(FORMS.deviceName),
  'link': f.text(1, 512),
  'left_s': f.integer(0, 2147483647),
});

export const ACCOUNT_REPLIES = { accounts: accountList, invitation: invitationAnswer };
