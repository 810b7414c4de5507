/** What this device may do at the moment, and why not. */
import { mayDo } from '../garden.js';
import { t } from '../words.js';

/** The reason for which something that needs `role` cannot be done now; nothing where it can. */
export function obstacle(app, role) {
  if (app.link.state !== 'online') return t('code_offline');
  if (!mayDo(app.garden.role, role)) return t(`needs_${role}`);
  return app.garden.hub === 'online' ? null : t('hub_must_answer');
}
