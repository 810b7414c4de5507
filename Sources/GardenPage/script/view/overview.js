/** The garden: what wants something, what runs, and every plant. */
import { language, t } from '../words.js';
import { away } from './away.js';
import { card } from './card.js';
import { h, Listing, say, show } from './element.js';
import { quiet } from './quiet.js';
import { reminders } from './reminders.js';
import { runs } from './runs.js';

export function overview(app) {
  const remindersTitle = h('h2', { class: 'section-title', tabindex: '-1' });
  const open = reminders(app);
  const rest = quiet(app);
  const runsTitle = h('h2', { class: 'section-title', tabindex: '-1' });
  const running = runs(app);
  const runsPart = h('section', { class: 'part part-runs' }, runsTitle, running.element);
  const remindersPart = h('section', { class: 'part part-reminders' }, remindersTitle, open.element, rest.element);
  const plantsTitle = h('h2', { class: 'section-title', tabindex: '-1', id: 'plants' });
  const going = away(app);
  const grid = h('div', { class: 'cards' });
  const empty = h('div', { class: 'empty' }, h('p', { class: 'empty-title' }), h('p', { class: 'hint' }));
  const title = h('h1', { class: 'unseen' });
  const element = h(
    'div',
    { class: 'view view-overview' },
    title,
    h('div', { class: 'aside' }, remindersPart, runsPart),
    h('section', { class: 'part part-plants' }, plantsTitle, going.element, empty, grid),
  );
  const cards = new Map();
  const listing = new Listing(
    grid,
    (id) => id,
    (id) => {
      const one = card(app, id);
      cards.set(id, one);
      return { element: one.element, update: () => {} };
    },
  );
  let collator = null;
  let collatorOf = '';

  function order() {
    if (collatorOf !== language()) {
      collatorOf = language();
      collator = new Intl.Collator(collatorOf, { numeric: true });
    }
    const name = (id) => app.garden.plant.get(id).n;
    return [...app.garden.plant.keys()].sort((a, b) => collator.compare(name(a), name(b)) || (a < b ? -1 : 1));
  }

  return {
    element,
    title: () => null,
    update() {
      const { garden } = app;
      say(title, garden.info?.bridge ?? t('app_title'));
      say(remindersTitle, t('reminders'));
      say(runsTitle, t('running'));
      say(plantsTitle, t('garden'));
      const count = open.update();
      rest.update(count === 0);
      show(runsPart, running.update() > 0);
      show(remindersPart, count > 0 || (garden.plant.size > 0 && app.isTold));
      show(empty, garden.plant.size === 0);
      say(empty.firstChild, app.link.state === 'online' && app.isSettled ? t('no_plants') : t('loading'));
      say(empty.lastChild, app.link.state === 'online' && app.isSettled ? t('no_plants_hint') : '');
      going.update();
      listing.update(order());
      for (const id of cards.keys()) if (!garden.plant.has(id)) cards.delete(id);
      for (const one of cards.values()) one.update();
    },
  };
}
