/** Waterings, countdowns and heatings that run, and how the last ones ended. */
import { countdown, degrees, lengths, litres, onlyTime, percent, span, t, tOr } from '../words.js';
import { icon } from '../draw/icon.js';
import { nameOfDevice, outcome } from './answers.js';
import { button } from './button.js';
import { h, Listing, property, say, set, show } from './element.js';
import { obstacle } from './rights.js';

/** An ended run stays to be read: so long by the bridge's clock and at least so long by ours. */
const STAYS = 15 * 60;
const STAYS_HERE = 60_000;

/** When this page first saw a run ended. */
const endSeen = new Map();

export function visibleRuns(garden) {
  const now = garden.clock.now();
  for (const id of endSeen.keys()) if (!garden.activity.has(id)) endSeen.delete(id);
  return [...garden.activity.values()]
    .filter((run) => {
      if (run.state !== 'ended') return true;
      if (run.end === 'renewed') return false;
      if (now - run.timestamp < STAYS) return true;
      return performance.now() - (endSeen.get(run.id) ?? -Infinity) < STAYS_HERE;
    })
    .sort((a, b) => (a.state === 'ended') - (b.state === 'ended') || a.started - b.started || (a.id < b.id ? -1 : 1));
}

/** Remembers runs whose end this page has watched. */
export function watchEnds(garden) {
  const running = new Set();
  garden.listen((kind, id, run) => {
    if (kind !== 'activity') return;
    if (run && run.state !== 'ended') running.add(id);
    else if (running.delete(id) && run) endSeen.set(id, performance.now());
  });
}

export function runTitle(garden, run) {
  if (run.heat) return t('heating_now', { place: run.attributes.name });
  const plant = run.plant ? (garden.detail.get(run.plant)?.name ?? garden.plant.get(run.plant)?.n ?? run.attributes.name) : null;
  return titleOf(run.kind, plant ?? (run.kind === 'countdown' ? null : run.attributes.name));
}

export const titleOf = (kind, plant) =>
  kind !== 'countdown' ? t('watering_running', { plant }) : plant ? t('labelled', { name: t('countdown'), value: plant }) : t('countdown');

/** How it ended, and what it gave; longer than it was to run, where its valve closed late. */
export function endWords(garden, run) {
  if (run.end === 'finished' && run.kind === 'countdown') return t('time_up');
  const isNamed = run.end === 'stopped' && run.by;
  const key = run.end === 'interrupted' ? `interrupted_${run.why}` : run.heat ? `unheated_${run.why}` : `why_${run.why}`;
  const text = [
    isNamed ? t('ended_stopped_by', { device: nameOfDevice(garden, run.by) }) : t(`ended_${run.end ?? 'unknown'}`),
    run.why && tOr(key, run.why.replaceAll('_', ' '), { name: run.cause }),
  ]
    .filter(Boolean)
    .join(' · ');
  const given = run.litres === undefined ? undefined : litres(run.litres);
  if (run.meant_s === undefined) return given ? `${text} · ${given}` : text;
  return t(run.at_most ? 'ran_up_to' : 'ran_instead', { text, ...lengths(run.ran_s, run.meant_s), litres: given });
}

/** Between two steps of the bridge the bar goes on by the clock; it is full only where the bridge says so. */
export function progressNow(run, now) {
  const told = Math.min(Math.max(run['content-state'].progress, 0), 1);
  if (run.state === 'ended' || told >= 1 || run.heat) return told;
  const planned = run.ends && run.ends > run.started ? (now - run.started) / (run.ends - run.started) : 0;
  return Math.min(Math.max(told, planned), 0.99);
}

/** What runs for a plant: `{kind, ends, run}`; a valve that is only on its way to open counts, `run` comes with its first step. */
export function runOf(garden, plant) {
  const of = (kind) => [...garden.activity.values()].find((run) => run.plant === plant && run.state !== 'ended' && run.kind === kind);
  const run = of('watering') ?? of('countdown');
  if (run) return { kind: run.kind, ends: run.ends, run };
  const valve = garden.detail.get(plant)?.watering;
  return valve?.state === 'opening' || valve?.ends > garden.clock.now() ? { kind: 'watering', ends: valve.ends } : null;
}

/** Asks for the end of a run. */
export const stopRun = (app, kind, plant) =>
  app.commands.send('action', {
    category: 'WATERING_CONTROL',
    action: kind === 'countdown' ? 'countdown_stop' : 'water_stop',
    ...(plant ? { plant } : {}),
  });

/** Stopping is asked for even where nobody may be listening: the broker may still reach the bridge. */
export function stopRunObstacle(app) {
  const why = obstacle(app, 'actor');
  return app.link.state === 'online' && why === t('bridge_must_answer') ? null : why;
}

function runCard(app, first) {
  const title = h('h3', { class: 'run-title' });
  const left = h('p', { class: 'run-left' });
  const bar = h(
    'div',
    { class: 'progress', role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': '100' },
    h('div', { class: 'progress-fill' }),
  );
  const picture = icon('water');
  const message = h('p', { class: 'message', role: 'status' });
  const stop = button({
    iconName: 'stop',
    className: 'button-stop',
    act: async () => {
      say(message, '');
      const run = app.garden.activity.get(first.id) ?? first;
      const answer = await stopRun(app, run.kind, run.plant);
      if (!answer.ok) say(message, outcome(answer));
    },
  });
  const element = h(
    'li',
    { class: 'run' },
    h('div', { class: 'run-icon' }, picture),
    h('div', { class: 'run-words' }, title, left, bar, message),
    stop.element,
  );
  return {
    element,
    update(run) {
      const now = app.garden.clock.now();
      const name = runTitle(app.garden, run);
      const isOver = run.state === 'ended';
      const progress = progressNow(run, now);
      say(title, name);
      const over = () => `${endWords(app.garden, run)} · ${run.heat ? wayWords(run.heat) : percent(Math.floor(progress * 100))}`;
      say(left, isOver ? over() : leftWords(run, now));
      set(element, 'data-state', run.state);
      set(element, 'data-end', isOver ? (run.end ?? 'unknown') : null);
      const kind = run.heat ? 'heat' : run.kind === 'countdown' ? 'timer' : 'water';
      picture.turnTo(isOver ? (['finished', 'target'].includes(run.end) && run.meant_s === undefined ? 'ok' : 'warning') : kind);
      set(bar, 'aria-valuenow', Math.floor(progress * 100));
      set(bar, 'aria-label', t('run_progress', { title: name }));
      property(bar, '--progress', progress.toFixed(4));
      // Heat is stopped by its slider.
      show(stop.element, !isOver && !run.heat);
      stop.update(t('stop'), stopRunObstacle(app), t('stop_run', { title: name }));
    },
  };
}

const wayWords = (heat) => t('heating_way', { now: degrees(heat.value), to: degrees(heat.to) });

function leftWords(run, now) {
  if (run.state === 'stale' || now > run['stale-date']) return t('run_stale', { span: span(now - run.timestamp) });
  if (run.heat) return [wayWords(run.heat), run.ends && t('run_warm_by', { time: onlyTime(run.ends + 59) })].filter(Boolean).join(' · ');
  if (!run.ends) return '';
  return run.ends > now ? t('run_left', { time: countdown(run.ends - now) }) : t('run_ending');
}

export function runs(app, only = () => true) {
  const element = h('ul', { class: 'run-list' });
  const listing = new Listing(
    element,
    (run) => run.id,
    (run) => runCard(app, run),
  );
  return {
    element,
    update() {
      const shown = visibleRuns(app.garden).filter(only);
      listing.update(shown);
      return shown.length;
    },
  };
}

export const isRunning = (run) => run.state !== 'ended';

/** What has just ended, apart from what runs. */
export function endedRuns(app) {
  const title = h('h2', { class: 'section-title' });
  const list = runs(app, (run) => !isRunning(run));
  const element = h('section', { class: 'part part-ended' }, title, list.element);
  return {
    element,
    update() {
      say(title, t('ended_runs'));
      show(element, list.update() > 0);
    },
  };
}
