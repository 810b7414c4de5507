/** The garden: what wants something, what runs, and every plant. */
import { language, t } from '../words.js';
import { settings } from '../link/settings.js';
import { away } from './away.js';
import { card } from './card.js';
import { h, Listing, property, say, set, show } from './element.js';
import { quiet } from './quiet.js';
import { reminders } from './reminders.js';
import { endedRuns, isRunning, runs } from './runs.js';

export function overview(app) {
  const remindersTitle = h('h2', { class: 'section-title', tabindex: '-1' });
  const open = reminders(app);
  const rest = quiet(app);
  const runsTitle = h('h2', { class: 'section-title', tabindex: '-1' });
  const running = runs(app, isRunning);
  const ended = endedRuns(app);
  const runsPart = h('section', { class: 'part part-runs' }, runsTitle, running.element);
  const remindersPart = h('section', { class: 'part part-reminders' }, remindersTitle, open.element, rest.element);
  const plantsTitle = h('h2', { class: 'section-title', tabindex: '-1', id: 'plants' });
  const going = away(app);
  const grid = h('div', { class: 'cards' });
  const empty = h('div', { class: 'empty' }, h('p', { class: 'empty-title' }), h('p', { class: 'hint' }));
  const plantsPart = h('section', { class: 'part part-plants' }, plantsTitle, grid, going.element);
  const title = h('h1', { class: 'unseen' });
  const aside = h('div', { class: 'aside' }, remindersPart, runsPart, ended.element);
  const isRemembered = app.garden.plant.size > 0;
  const room = () => `aside.${innerWidth}`;
  property(aside, '--kept', `${settings.get(room()) ?? 0}px`);
  const element = h('div', { class: 'view view-overview' }, title, empty, aside, plantsPart);
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
  let wasFilled = false;
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
      const stood = wasFilled ? plantsPart.offsetTop : 0;
      wasFilled = app.isFilled;
      say(title, garden.info?.bridge ?? t('app_title'));
      say(remindersTitle, t('reminders'));
      say(runsTitle, t('running'));
      say(plantsTitle, t('garden'));
      // What comes in one go is shown in one go, and what comes after what is remembered finds its place free.
      const isFilling = !app.isFilled && ['connecting', 'online'].includes(app.link.state);
      set(aside, 'data-filling', isFilling);
      const count = open.update();
      rest.update(count === 0);
      ended.update();
      show(runsPart, running.update() > 0);
      show(remindersPart, count > 0 || (garden.plant.size > 0 && app.isTold));
      const plants = isFilling && !isRemembered ? [] : order();
      show(empty, plants.length === 0);
      show(plantsPart, plants.length > 0);
      const isEmpty = app.link.state === 'online' && app.isSettled;
      say(empty.firstChild, t(isEmpty ? 'no_plants' : 'loading'));
      say(empty.lastChild, isEmpty ? t(garden.bridge === 'online' ? 'no_plants_running' : 'no_plants_hint') : '');
      going.update();
      listing.update(plants);
      for (const id of cards.keys()) if (!garden.plant.has(id)) cards.delete(id);
      for (const one of cards.values()) one.update();
      if (app.isFilled) settings.set(room(), plantsPart.offsetTop - aside.offsetTop);
      // What is pushed down while somebody looks at it slides there.
      const way = stood - plantsPart.offsetTop;
      if (stood === 0 || way === 0 || scrollY > 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      plantsPart.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], { duration: 300, composite: 'add' });
    },
  };
}
