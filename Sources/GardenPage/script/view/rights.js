/** What this device may do at the moment, and why not. */
import { mayDo } from '../garden.js';
import { t } from '../words.js';

/** The reason for which something that needs `role` cannot be done now; nothing where it can. */
export function obstacle(app, role) {
  if (app.link.state !== 'online') return t('code_offline');
  if (!mayDo(app.garden.role, role)) return t(`needs_${role}`);
  return app.garden.bridge === 'online' ? null : t('bridge_must_answer');
}

/** The same for a watering by a plant's valve. */
export function wateringObstacle(app, plant) {
  const why = obstacle(app, 'operator');
  if (why) return why;
  const { hold } = app.garden;
  if (hold?.stopped) return t('stopped_title');
  const valve = app.garden.detail.get(plant)?.watering?.valve;
  if (hold?.locked.includes(valve)) return t('locked_valve');
  return hold?.holds.some((one) => one.valve === valve) ? t('hold_maintenance') : null;
}
