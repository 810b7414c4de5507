/** The bridge's own health, what this page is, and the viewer's preferences. */
import { ago, allLanguages, bytes, full, language, number, span, t, temperatureUnit } from '../words.js';
import { settings } from '../link/settings.js';
import { button } from './button.js';
import { h, Listing, say, set, show } from './element.js';
import { notifications } from './notifications.js';
import { phones } from './phones.js';

function facts() {
  const element = h('dl', { class: 'health' });
  const listing = new Listing(
    element,
    (row) => row.key,
    () => {
      const name = h('dt', {});
      const value = h('dd', {});
      return {
        element: h('div', { class: 'health-row' }, name, value),
        update(row) {
          say(name, row.name);
          say(value, row.value);
        },
      };
    },
  );
  return { element, update: (rows) => listing.update(rows.filter((row) => row.value !== undefined && row.value !== null)) };
}

/** A choice of one of few, as radio buttons in a row. */
function choice(name, options, present, onChange) {
  const legend = h('legend', {});
  const inputs = options.map(({ value, words }) => {
    const input = h('input', { type: 'radio', name, value, onchange: () => onChange(value) });
    const text = h('span', {});
    return { value, words, input, text, element: h('label', { class: 'choice' }, input, text) };
  });
  const element = h('fieldset', { class: 'choices' }, legend, h('div', { class: 'choice-row' }, ...inputs.map((one) => one.element)));
  return {
    element,
    update(title) {
      say(legend, title);
      for (const one of inputs) {
        say(one.text, one.words());
        if (one.input.checked !== (present() === one.value)) one.input.checked = present() === one.value;
      }
    },
  };
}

/** `refusals.impossible` → `refusals · impossible`: the bridge's own names, which its documentation lists. */
function counterRows(counters, now) {
  const plain = (name) => name.replaceAll('_', ' ');
  const rows = [];
  for (const group of ['counts', 'gauges']) {
    for (const [name, value] of counters[group] ?? []) {
      const isMoment = value > 1e9 && /since/.test(name);
      const shown = isMoment ? ago(value, now) : name.endsWith('bytes') ? bytes(value) : number(value);
      rows.push({ key: `${group}.${name}`, name: plain(name), value: shown });
    }
  }
  for (const [name, table] of counters.by ?? []) {
    if (table.size === 0) continue;
    rows.push({
      key: `by.${name}`,
      name: plain(name),
      value: [...table].map(([label, value]) => `${plain(label)} ${number(value)}`).join(' · '),
    });
  }
  return rows;
}

/** The few of the bridge's own figures that a person looks for. */
function status(gauges) {
  if (!gauges) return [];
  const silent = gauges.get('sensors_silent');
  const memory = gauges.get('resident_bytes');
  return [
    {
      key: 'silent',
      name: t('sensors_silent'),
      value: silent === undefined ? undefined : t('some_of', { count: number(silent), all: number(gauges.get('sensors') ?? silent) }),
    },
    {
      key: 'durable',
      name: t('store'),
      value:
        gauges.get('store_durable') === 0 ? t('store_not_durable') : gauges.get('store_durable') === 1 ? t('store_durable') : undefined,
    },
    { key: 'other', name: t('warning'), value: gauges.get('other_bridge') === 1 ? t('other_bridge') : undefined },
    { key: 'memory', name: t('memory'), value: memory === undefined ? undefined : bytes(memory) },
  ];
}

/** How a device can be reached, and how its channel stands where it has one. */
function reach(device, channel) {
  const words = [t(`reach_${device.reachability}`)];
  if (channel && !channel.bound) words.push(t('channel_unbound'));
  if (channel?.failing) words.push(t('channel_failing'));
  if (channel?.waiting > 0) words.push(t('channel_waiting', { count: number(channel.waiting) }));
  if (channel?.left !== undefined) words.push(t('channel_left', { count: number(channel.left) }));
  return words.join(' · ');
}

function preferences(app) {
  const title = h('h2', { class: 'section-title' });
  const languages = choice(
    'language',
    allLanguages().map(({ tag, name }) => ({ value: tag, words: () => name })),
    language,
    (tag) => {
      settings.set('language', tag);
      app.speak();
    },
  );
  const units = choice(
    'unit',
    [
      { value: 'celsius', words: () => '°C' },
      { value: 'fahrenheit', words: () => '°F' },
    ],
    temperatureUnit,
    (unit) => {
      settings.set('unit', unit);
      app.speak();
    },
  );
  const themes = choice(
    'theme',
    ['system', 'light', 'dark'].map((value) => ({ value, words: () => t(`theme_${value}`) })),
    () => settings.get('theme') ?? 'system',
    (theme) => {
      settings.set('theme', theme === 'system' ? null : theme);
      app.paintTheme();
    },
  );

  return {
    element: h('section', { class: 'part' }, title, h('div', { class: 'preferences' }, languages.element, units.element, themes.element)),
    update() {
      say(title, t('preferences'));
      languages.update(t('language'));
      units.update(t('temperature_unit'));
      themes.update(t('theme'));
    },
  };
}

export function bridge(app) {
  const title = h('h1', { class: 'view-title', tabindex: '-1' });
  const healthTitle = h('h2', { class: 'section-title' });
  const health = facts();
  const deviceTitle = h('h2', { class: 'section-title' });
  const device = facts();
  const signIn = button({ iconName: 'person', act: async () => app.openSignIn() });
  const signOut = button({ act: async () => app.signOut() });
  const notified = notifications(app);
  const peopleTitle = h('h2', { class: 'section-title' });
  const people = facts();
  const letIn = phones(app);
  const chosen = preferences(app);
  const countersTitle = h('summary', {});
  const counters = facts();
  const noCounters = h('p', { class: 'hint' });
  const countersPart = h('details', { class: 'part counters' }, countersTitle, noCounters, counters.element);
  const more = h('p', { class: 'hint' });
  const element = h(
    'div',
    { class: 'view view-bridge' },
    title,
    h('section', { class: 'part' }, healthTitle, health.element),
    countersPart,
    h('section', { class: 'part' }, peopleTitle, people.element),
    letIn.element,
    chosen.element,
    h(
      'section',
      { class: 'part' },
      deviceTitle,
      device.element,
      more,
      h('div', { class: 'button-row' }, signIn.element, signOut.element),
      notified.element,
    ),
  );

  return {
    element,
    title: () => t('bridge'),
    update() {
      const { garden, link } = app;
      const now = garden.clock.now();
      say(title, t('bridge'));
      chosen.update();
      say(peopleTitle, t('devices'));
      const channels = new Map(garden.channels?.channels.map((one) => [one.id, one]));
      people.update([...garden.device.values()].map((one) => ({ key: one.id, name: one.name, value: reach(one, channels.get(one.id)) })));
      letIn.update();
      say(deviceTitle, t('this_device'));
      device.update([
        { key: 'name', name: t('device_name'), value: link.device },
        { key: 'role', name: t('device_role'), value: t(`role_${garden.role}`) },
        { key: 'link', name: t('connection'), value: t(`link_${link.state}`) },
      ]);
      show(more, app.isSettled && garden.role === 'viewer');
      say(more, t('role_more', { line: `${link.device}: {role: operator}` }));
      notified.update();
      signIn.update(t('sign_in'));
      signOut.update(t('sign_out'));
      show(signOut.element, settings.account !== null);
      show(signIn.element.parentElement, !app.isKiosk);
      show(notified.element, !app.isKiosk);
      say(healthTitle, t('health'));
      health.update([
        { key: 'state', name: t('bridge_state'), value: t(`bridge_state_${garden.bridge}`) },
        {
          key: 'since',
          name: t('bridge_running_since'),
          value: garden.status ? `${full(garden.status.since)} (${span(now - garden.status.since)})` : undefined,
        },
        { key: 'time', name: t('bridge_time'), value: garden.clock.isKnown ? full(now) : t('clock_unset') },
        { key: 'zone', name: t('bridge_zone'), value: garden.info?.tz },
        { key: 'software', name: t('bridge_software'), value: garden.info?.software },
        ...status(garden.counters?.gauges),
        { key: 'ignored', name: t('page_ignored'), value: garden.ignored > 0 ? number(garden.ignored) : undefined },
      ]);
      say(countersTitle, t('counters'));
      show(noCounters, !garden.counters);
      say(noCounters, t('no_counters'));
      if (countersPart.open) counters.update(garden.counters ? counterRows(garden.counters, now) : []);
      set(countersPart, 'data-known', Boolean(garden.counters));
    },
    mounted: () => countersPart.addEventListener('toggle', () => app.refresh()),
  };
}
