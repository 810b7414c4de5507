/** All sliders: setpoints of devices, the dry limits of plants; and the heaters. */
import { degrees, onlyTime, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, Listing, say, set, show } from './element.js';
import { slider } from './slider.js';

function heaterRow(app) {
  const name = h('span', { class: 'row-name' });
  const more = h('span', { class: 'row-more' });
  const trouble = h('p', { class: 'row-trouble' });
  const element = h('li', { class: 'row' }, icon('heat'), h('div', { class: 'row-words' }, name, more, trouble));
  return {
    element,
    update(heater) {
      say(name, heater.name);
      const until = heater.ends && heater.state === 'on' ? t('heater_until', { time: onlyTime(heater.ends) }) : null;
      say(more, [t(`heater_${heater.state}`), t(`heater_${heater.reason}`), degrees(heater.setpoint), until].filter(Boolean).join(' · '));
      say(trouble, heater.trouble ? t(`trouble_${heater.trouble}`) : '');
      show(trouble, Boolean(heater.trouble));
      set(element, 'data-state', heater.state);
    },
  };
}

export function controls(app) {
  const title = h('h1', { class: 'view-title', tabindex: '-1' });
  const none = h('p', { class: 'hint' });
  const part = (className) => {
    const heading = h('h2', { class: 'section-title' });
    const list = h('div', { class: className });
    return { heading, list, element: h('section', { class: 'part' }, heading, list) };
  };
  const heat = part('sliders');
  const heaters = part('heaters');
  const heaterRows = h('ul', { class: 'rows' });
  heaters.list.append(heaterRows);
  const limits = part('sliders');
  const make = (id) => slider(app, id);
  const heatList = new Listing(heat.list, (id) => id, make);
  const limitList = new Listing(limits.list, (id) => id, make);
  const heaterList = new Listing(
    heaterRows,
    (heater) => heater.id,
    () => heaterRow(app),
  );
  const element = h('div', { class: 'view view-controls' }, title, none, heat.element, heaters.element, limits.element);
  const byName = (a, b) => ((a.name ?? a.id) < (b.name ?? b.id) ? -1 : 1);

  return {
    element,
    title: () => t('controls'),
    update() {
      const all = [...app.garden.control.values()].sort(byName);
      say(title, t('controls'));
      say(none, app.isTold ? t('no_controls') : t('loading'));
      show(none, all.length === 0);
      say(heat.heading, t('setpoints'));
      say(heaters.heading, t('heaters'));
      say(limits.heading, t('control_limit'));
      const ids = (kind) => all.filter((control) => control.kind === kind).map((control) => control.id);
      heatList.update(ids('actuator'));
      limitList.update(ids('setpoint'));
      heaterList.update([...app.garden.heater.values()].sort(byName));
      show(heat.element, heatList.size > 0);
      show(limits.element, limitList.size > 0);
      show(heaters.element, heaterList.size > 0);
    },
  };
}
