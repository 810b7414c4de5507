/** A plant at a glance. */
import { ago, degrees, moment, nextWatering, number, percent, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { sprig } from '../draw/sprig.js';
import { trend } from '../draw/trend.js';
import { reasonLine } from './because.js';
import { h, say, set, show } from './element.js';
import { gauge } from './gauge.js';

const BATTERY_LOW = 20;
const DAY = 86400;

function fact(iconName) {
  const name = h('span', {});
  const value = h('dd', {});
  const picture = icon(iconName);
  const element = h('div', { class: 'fact' }, h('dt', {}, picture, name), value);
  return {
    element,
    update(label, text, options = {}) {
      show(element, text !== undefined && text !== null);
      say(name, label);
      say(value, text);
      set(element, 'data-alert', options.isAlert);
      if (options.icon) picture.turnTo(options.icon);
    },
  };
}

export function card(garden, trends, id) {
  const link = h('a', { href: `#/plant/${encodeURIComponent(id)}` });
  const picture = sprig(id);
  const glass = gauge();
  const figure = h('span', { class: 'figure-number' });
  const unit = h('span', { class: 'figure-unit' }, '%');
  const line = trend();
  const stateIcon = icon('unknown');
  const stateWord = h('span', { class: 'state-word' });
  const reason = h('p', { class: 'state-reason' });
  const watered = h('span', { class: 'mark mark-water' }, icon('water'), h('span', {}));
  const facts = {
    temperature: fact('temperature'), last: fact('last'), next: fact('next'), probe: fact('probe'), battery: fact('battery'),
    refused: fact('sieve'),
  };
  const element = h('article', { class: 'card' },
    glass.element,
    h('div', { class: 'card-body' },
      h('header', { class: 'card-head' },
        h('div', {}, h('h3', { class: 'plant-name' }, link),
          h('p', { class: 'state' }, h('span', { class: 'state-tag' }, stateIcon, stateWord), watered)),
        picture),
      h('div', { class: 'card-figure' }, h('p', { class: 'figure' }, figure, unit), line.element),
      reason,
      h('dl', { class: 'facts' }, ...Object.values(facts).map((one) => one.element))));

  const update = () => {
    const plant = garden.plant.get(id);
    if (!plant) return;
    const detail = garden.detail.get(id);
    const now = garden.clock.now();
    const name = detail?.name ?? plant.n;
    say(link, name);
    set(element, 'data-status', plant.s);
    picture.turnTo(plant.s);
    const wet = detail?.judgements.find((one) => one.quantity === 'moisture')?.high;
    glass.update(name, plant.m, plant.d ?? detail?.dry_below, wet);
    say(figure, plant.m === undefined ? '–' : number(plant.m, 0));
    show(unit, plant.m !== undefined);
    stateIcon.turnTo(plant.s);
    say(stateWord, t(`status_${plant.s}`));
    say(reason, reasonLine(plant, detail, now));
    show(watered, plant.f?.includes('w') ?? false);
    say(watered.lastChild, t('is_watered'));
    drawTrend(plant, detail, now);
    updateFacts(plant, detail, now);
  };

  const drawTrend = (plant, detail, now) => {
    const { points, gap } = trends.of(id);
    const recent = points.filter(([time]) => time >= now - DAY);
    show(line.element, recent.length > 1);
    if (recent.length < 2) return;
    line.draw(recent, now - DAY, now, gap, plant.d ?? detail?.dry_below);
    const change = recent[recent.length - 1][1] - recent[0][1];
    const way = change > 1 ? 'up' : change < -1 ? 'down' : 'level';
    set(line.element, 'aria-label', t('labelled', { name: t('trend_label'), value: t(`trend_${way}`) }));
  };

  const updateFacts = (plant, detail, now) => {
    facts.temperature.update(t('temperature'), plant.c === undefined ? undefined : degrees(plant.c));
    const never = plant.f?.includes('n') || detail?.never_watered;
    facts.last.update(t('last_watered'), never ? t('never_watered') : plant.l && moment(plant.l, now));
    facts.next.update(t('next_watering'), nextWatering(plant, now), { isAlert: plant.x !== undefined && plant.x < now });
    facts.probe.update(...probes(plant, detail, now));
    const refused = (detail?.sensors ?? []).flatMap((one) => [...one.refused.values()]).reduce((a, b) => a + b, 0);
    facts.refused.update(t('refused'), refused > 0 ? number(refused) : undefined);
    const isLow = (plant.f?.includes('l') ?? false) || (plant.b ?? 100) < BATTERY_LOW;
    facts.battery.update(isLow ? t('battery_low') : t('battery'), plant.b === undefined ? undefined : percent(plant.b),
      { isAlert: isLow, icon: isLow ? 'battery_low' : 'battery' });
  };

  return { element, update };
}

/** Label, text and options of the fact about a plant's probes. */
function probes(plant, detail, now) {
  const age = plant.t === undefined ? t('why_never') : ago(plant.t, now);
  if (!detail || detail.sensors.length === 0) return [t('measured'), age];
  const well = detail.sensors.filter((one) => one.online !== false && one.values.some((value) => value.fresh && value.quantity !== 'battery')).length;
  const all = detail.sensors.length;
  const isOffline = detail.sensors.every((one) => one.online === false);
  const label = well === all ? t('probe_well') : all > 1 ? t('probes_some', { count: well, all }) : t(isOffline ? 'probe_offline' : 'probe_old');
  return [label, age, { isAlert: well < all }];
}
