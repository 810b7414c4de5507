/** The list of gardens of `loam web --fleet`: what is wrong first, each with a way to its own page. */
import { fleet as words } from 'languages';
import { h, Listing, property, say, set, show } from '../view/element.js';
import { choose, span, t, teach } from '../words.js';
import { gardenRow } from './row.js';

const PAUSE = 10_000;

teach(words);

const title = h('h1', { class: 'section-title' });
const summary = h('p', { class: 'hint', role: 'status' });
const find = h('input', { type: 'search', class: 'input', autocomplete: 'off', oninput: () => update() });
property(find, 'margin', '0.6rem 0 0.9rem');
const rows = h('ul', { class: 'rows' });
const none = h('p', { class: 'hint', hidden: true });
const listing = new Listing(rows, (garden) => garden.name, gardenRow);
document.getElementById('main').replaceChildren(h('div', { class: 'view' }, title, summary, find, none, rows));

let list = null;
let loadedAt = 0;
let isAway = false;

function update() {
  document.title = t('fleet_title');
  say(title, t('fleet_title'));
  set(find, 'aria-label', t('fleet_find'));
  set(find, 'placeholder', t('fleet_find'));
  if (!list) return;
  const wrong = list.gardens.filter((garden) => garden.troubles.length > 0).length;
  const age = span((Date.now() - loadedAt) / 1000);
  say(summary, isAway ? t('fleet_away', { age }) : wrong ? t('fleet_wrong', { count: wrong }) : t('fleet_well'));
  const asked = find.value.trim().toLowerCase();
  const shown = list.gardens.filter(({ name, title }) => `${name}\n${title}`.toLowerCase().includes(asked));
  listing.update(shown.map((garden) => ({ ...garden, now: list.ts })));
  say(none, t('fleet_none'));
  show(none, shown.length === 0);
}

async function load() {
  try {
    const answer = await fetch('api/v1/gardens', { cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    list = await answer.json();
    loadedAt = Date.now();
    isAway = false;
  } catch {
    isAway = true;
  }
  update();
  setTimeout(load, PAUSE);
}

choose().then(load);
