/** The garden on a wall: every plant on one screen, what needs somebody first, reminders as a ribbon above. */
import { figureOf, t } from '../words.js';
import { lineOf } from './card.js';
import { h, Listing, property, say, show } from './element.js';
import { gauge } from './gauge.js';
import { picture } from './picture.js';
import { quiet } from './quiet.js';
import { reminders } from './reminders.js';
import { lookOf, stateTag } from './state.js';
import { columnsFor } from './wall.js';

const URGENCY = ['dry', 'cold', 'hot', 'wet', 'salty', 'hungry', 'dark', 'bright', 'unknown', 'stale', 'ok'];

function tile(app, id) {
  const glass = gauge();
  const image = picture(app, id);
  const name = h('h2', { class: 'tile-name' });
  const figure = h('span', {});
  const unit = h('span', { class: 'figure-unit' }, '%');
  const tag = stateTag('p');
  const line = h('p', { class: 'tile-line' });
  const element = h(
    'a',
    { class: 'tile', href: `#/plant/${encodeURIComponent(id)}` },
    h(
      'div',
      { class: 'tile-inside' },
      glass.element,
      name,
      h('div', { class: 'tile-body' }, h('p', { class: 'figure tile-figure' }, figure, unit), tag.element),
      image.element,
      line,
    ),
  );
  return {
    element,
    update() {
      const plant = app.garden.plant.get(id);
      if (!plant) return;
      const detail = app.garden.detail.get(id);
      tag.update(element, plant);
      say(name, detail?.name ?? plant.n);
      glass.update(detail?.name ?? plant.n, plant, detail);
      image.update();
      say(figure, figureOf(plant));
      show(unit, plant.m !== undefined);
      say(line, lineOf(app, id, plant, detail, app.garden.clock.now()));
    },
  };
}

export function kiosk(app) {
  const title = h('h1', { class: 'unseen', tabindex: '-1' });
  const ribbonTitle = h('h2', { class: 'unseen' });
  const ribbon = reminders(app);
  const rest = quiet(app);
  const wall = h('div', { class: 'wall' });
  const empty = h('p', { class: 'empty' });
  const element = h(
    'div',
    { class: 'view view-kiosk' },
    title,
    h('div', { class: 'ribbon' }, ribbonTitle, ribbon.element, rest.element),
    empty,
    wall,
  );
  const listing = new Listing(
    wall,
    (id) => id,
    (id) => tile(app, id),
  );
  const resized = new ResizeObserver(() => app.refresh());
  resized.observe(wall);

  /** What needs somebody first; among the rest what will be dry first. */
  function order() {
    const rank = (plant) => URGENCY.indexOf(lookOf(plant)) * 1000 + (plant.m === undefined ? 500 : plant.m - (plant.d ?? 0));
    return [...app.garden.plant].sort(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1)).map(([id]) => id);
  }

  return {
    element,
    title: () => null,
    close: () => resized.disconnect(),
    update() {
      const { garden } = app;
      say(title, garden.info?.bridge ?? t('app_title'));
      say(ribbonTitle, t('reminders'));
      rest.update(ribbon.update() === 0);
      show(empty, garden.plant.size === 0);
      say(empty, t(app.link.state === 'online' && app.isSettled ? 'no_plants' : 'loading'));
      property(wall, '--columns', columnsFor(garden.plant.size, wall.clientWidth, wall.clientHeight));
      listing.update(order());
    },
  };
}
