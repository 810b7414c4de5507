/** Water: what runs, what can be started, what is held. */
import { ago, moment, percent, span, t } from '../words.js';
import { nameOfDevice, reason } from './answers.js';
import { icon } from '../draw/icon.js';
import { button } from './button.js';
import { h, Listing, say, set, show } from './element.js';
import { obstacle, wateringObstacle } from './rights.js';
import { endedRuns, isRunning, runs } from './runs.js';
import { nameOfPlant, openCountdown, openStop, openWatering, releaseButton } from './start.js';

function plantRow(app, id) {
  const name = h('span', { class: 'row-name' });
  const more = h('span', { class: 'row-more' });
  const start = button({ iconName: 'water', act: async () => openWatering(app, id) });
  return {
    element: h('li', { class: 'row' }, h('div', { class: 'row-words' }, name, more), start.element),
    update() {
      const plant = app.garden.plant.get(id);
      const plan = app.garden.detail.get(id)?.watering;
      const plantName = nameOfPlant(app.garden, id);
      say(name, plantName);
      const facts = [
        plant?.m !== undefined && percent(plant.m, 0),
        plant?.l && !plant.f?.includes('n') && t('labelled', { name: t('last_watered'), value: moment(plant.l, app.garden.clock.now()) }),
        plan?.held ? t('rule_waits', { why: reason(plan.held, app.garden.clock.now()) }) : plan?.automatic && t('automatic'),
      ];
      say(more, facts.filter(Boolean).join(' · '));
      start.update(t('action_water_start'), wateringObstacle(app, id), t('water_plant', { plant: plantName }));
    },
  };
}

function holdRow(app, hold) {
  const name = h('span', { class: 'row-name' });
  const more = h('span', { class: 'row-more' });
  const message = h('p', { class: 'message', role: 'status' });
  const release = hold.isFixed ? null : releaseButton(app, message, hold.valve);
  return {
    element: h('li', { class: 'row' }, icon('lock'), h('div', { class: 'row-words' }, name, more, message), release?.element),
    update(hold) {
      say(name, hold.valve ?? t('emergency'));
      say(
        more,
        hold.isFixed
          ? t('locked_valve')
          : `${t(hold.kind === 'maintenance' ? 'hold_maintenance' : 'stopped_title')} · ${t('stopped_by', { device: nameOfDevice(app.garden, hold.by ?? '?'), when: moment(hold.since, app.garden.clock.now()) })}`,
      );
      release?.update(t('action_water_release'), obstacle(app, 'operator'));
    },
  };
}

function interlockRow(app) {
  const name = h('span', { class: 'row-name' });
  const more = h('span', { class: 'row-more' });
  const picture = icon('unknown');
  const element = h('li', { class: 'row' }, picture, h('div', { class: 'row-words' }, name, more));
  return {
    element,
    update(interlock) {
      const now = app.garden.clock.now();
      picture.turnTo({ clear: 'ok', blocks: 'lock', lingers: 'timer' }[interlock.state] ?? 'unknown');
      say(name, interlock.name);
      say(more, `${t(`interlock_${interlock.state}`)} · ${t('for_span', { span: span(now - interlock.since) })}`);
      set(element, 'data-interlock', interlock.state);
    },
  };
}

export function water(app) {
  const title = h('h1', { class: 'view-title', tabindex: '-1' });
  const stopped = h('div', { class: 'notice notice-stop' }, icon('stop'), h('div', {}, h('strong', {}), h('p', {})));
  const running = runs(app, isRunning);
  const ended = endedRuns(app);
  const runningTitle = h('h2', { class: 'section-title' });
  const none = h('p', { class: 'hint' });
  const startTitle = h('h2', { class: 'section-title' });
  const startHint = h('p', { class: 'hint' });
  const plants = h('ul', { class: 'rows' });
  const plantList = new Listing(
    plants,
    (id) => id,
    (id) => plantRow(app, id),
  );
  const handTitle = h('h2', { class: 'section-title' });
  const handHint = h('p', { class: 'hint' });
  const countdown = button({ iconName: 'timer', act: async () => openCountdown(app) });
  const stop = button({ iconName: 'stop', className: 'button-stop', act: async () => openStop(app) });
  const holdTitle = h('h2', { class: 'section-title' });
  const holdHint = h('p', { class: 'hint' });
  const holds = h('ul', { class: 'rows' });
  const holdList = new Listing(
    holds,
    (hold) => `${hold.kind}/${hold.valve}/${hold.isFixed}`,
    (hold) => holdRow(app, hold),
  );
  const interlockTitle = h('h2', { class: 'section-title' });
  const list = h('ul', { class: 'rows' });
  const interlockList = new Listing(
    list,
    (interlock) => interlock.id,
    () => interlockRow(app),
  );
  const interlockPart = h('section', { class: 'part' }, interlockTitle, list);
  const element = h(
    'div',
    { class: 'view view-water' },
    title,
    stopped,
    h('section', { class: 'part' }, runningTitle, running.element, none),
    ended.element,
    h('section', { class: 'part' }, startTitle, startHint, plants),
    h('section', { class: 'part' }, handTitle, handHint, h('div', { class: 'button-row' }, countdown.element)),
    h('section', { class: 'part' }, holdTitle, holdHint, holds, h('div', { class: 'button-row' }, stop.element)),
    interlockPart,
  );

  return {
    element,
    title: () => t('water'),
    update() {
      const { garden } = app;
      const now = garden.clock.now();
      say(title, t('water'));
      const emergency = garden.hold?.holds.find((hold) => hold.kind === 'emergency');
      show(stopped, garden.isStopped);
      say(stopped.querySelector('strong'), t('stopped_title'));
      say(
        stopped.querySelector('p'),
        emergency
          ? `${t('stopped_text')} ${t('stopped_by', { device: nameOfDevice(garden, emergency.by ?? '?'), when: ago(emergency.since, now) })}`
          : t('stopped_text'),
      );
      say(runningTitle, t('running'));
      show(none, running.update() === 0);
      ended.update();
      say(none, app.isTold ? t('nothing_runs') : t('loading'));
      say(startTitle, t('start_watering'));
      const valves = [...garden.plant.keys()].filter((id) => garden.detail.get(id)?.watering).sort();
      say(startHint, valves.length ? (obstacle(app, 'operator') ?? t('start_watering_hint')) : app.isTold ? t('no_valves') : t('loading'));
      plantList.update(valves);
      say(handTitle, t('countdown_by_hand'));
      say(handHint, obstacle(app, 'actor') ?? t('countdown_hint'));
      countdown.update(t('action_countdown_start'), obstacle(app, 'actor'));
      say(holdTitle, t('holds'));
      const held = [
        ...(garden.hold?.holds ?? []),
        ...(garden.hold?.locked ?? []).map((valve) => ({ valve, kind: 'maintenance', since: now, isFixed: true })),
      ];
      say(holdHint, held.length ? '' : app.isTold ? t('nothing_held') : t('loading'));
      show(holdHint, held.length === 0);
      holdList.update(held);
      stop.update(t('emergency'));
      const interlocks = garden.hold?.interlocks ?? [];
      show(interlockPart, interlocks.length > 0);
      say(interlockTitle, t('interlocks'));
      interlockList.update(interlocks);
    },
  };
}
