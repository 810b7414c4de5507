/** What surrounds every view: name, connection, the bar with the main places, and the stop button that is always there. */
import { onlyTime, span, t } from '../words.js';
import { icon } from '../draw/icon.js';
import { h, say, set, show } from './element.js';
import { openStop } from './start.js';

const PLACES = [
  ['', 'garden'],
  ['water', 'water'],
  ['controls', 'controls'],
  ['bridge', 'bridge'],
];

export function frame(app, main) {
  const name = document.getElementById('garden-name');
  const linkWord = h('span', {});
  const linkIcon = icon('live');
  const linkPill = h('a', { class: 'link-pill', href: '#/bridge' }, linkIcon, linkWord);
  document.getElementById('link').replaceChildren(linkPill);

  const clock = h('p', { class: 'clock' });
  if (app.isKiosk) name.parentElement.after(clock);

  const bar = document.getElementById('bar');
  const items = PLACES.map(([path, key]) => {
    const badge = h('span', { class: 'badge', hidden: true });
    const words = h('span', {});
    const link = h('a', { class: 'bar-item', href: `#/${path}` }, icon(key), words, badge);
    return { path, key, link, words, badge };
  });
  const stopWords = h('span', {});
  const stop = h('button', { type: 'button', class: 'bar-item bar-stop', onclick: () => openStop(app) }, icon('stop'), stopWords);
  bar.replaceChildren(...items.map((item) => item.link), stop);

  const notice = document.getElementById('notice');
  const noticeText = h('p', {});
  const noticeButton = h('button', { type: 'button', class: 'button' });
  noticeButton.addEventListener('click', () => noticeAct());
  let noticeAct = () => {};
  notice.replaceChildren(icon('warning'), noticeText, noticeButton);
  const skip = document.getElementById('skip');
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    main.querySelector('h1, h2')?.focus();
  });

  function update(path) {
    const { garden, link } = app;
    say(skip, t('skip'));
    set(bar, 'aria-label', t('main_navigation'));
    say(name, garden.info?.bridge ?? t('app_title'));
    say(clock, garden.clock.isKnown ? onlyTime(garden.clock.now()) : '');
    for (const item of items) {
      say(item.words, t(item.key));
      const isHere = item.path === path || (item.path === '' && path === 'plant');
      set(item.link, 'aria-current', isHere ? 'page' : null);
    }
    const open = [...garden.reminder.values()].filter((one) => one.state !== 'snoozed').length;
    const running = [...garden.activity.values()].filter((run) => run.state !== 'ended').length;
    paintBadge(items[0].badge, open);
    paintBadge(items[1].badge, running);
    say(stopWords, garden.isStopped ? t('action_water_release') : t('stop'));
    set(stop, 'data-stopped', garden.isStopped);
    set(stop, 'data-running', running > 0);
    const isComing = link.state === 'online' && garden.bridge === 'waiting' && !app.isFilled;
    const state = isComing ? 'connecting' : link.state === 'online' && garden.bridge !== 'online' ? 'bridge' : link.state;
    say(
      linkWord,
      state === 'bridge' ? t('labelled', { name: t('bridge_state'), value: t(`bridge_state_${garden.bridge}`) }) : t(`link_${link.state}`),
    );
    linkIcon.turnTo(
      state === 'online' ? 'live' : state === 'connecting' || (state === 'bridge' && garden.bridge === 'waiting') ? 'stale' : 'offline',
    );
    set(linkPill, 'data-state', state);
    // Everything on the page may be old: it looks so.
    set(document.documentElement, 'data-old', state !== 'online' && !(state === 'bridge' && garden.bridge === 'waiting'));
    paintNotice(noticeOf(app));
  }

  function paintNotice({ text, label, act, level } = {}) {
    show(notice, Boolean(text));
    say(noticeText, text);
    set(notice, 'data-level', level);
    show(noticeButton, Boolean(label));
    say(noticeButton, label);
    noticeAct = act ?? (() => {});
  }

  return { update };
}

function paintBadge(badge, count) {
  show(badge, count > 0);
  say(badge, String(count));
}

/** The one thing that must be said about connection and bridge. */
function noticeOf(app) {
  const { garden, link } = app;
  const age = (milliseconds) => span(milliseconds / 1000);
  if (link.state === 'taken')
    return { text: t('taken_text', { device: link.device }), label: t('use_here'), act: () => app.connect(), level: 'trouble' };
  if (link.state === 'refused') {
    return app.isKiosk
      ? { text: t('refused_text', { device: link.device }), level: 'trouble' }
      : { text: t('refused_text', { device: link.device }), label: t('sign_in'), act: () => app.openSignIn(), level: 'trouble' };
  }
  if (link.state === 'offline') {
    return { text: link.lostAt ? t('offline_since', { age: age(Date.now() - link.lostAt) }) : t('never_online'), level: 'trouble' };
  }
  if (link.state !== 'online') return {};
  if (garden.bridge === 'offline') return { text: t('bridge_offline'), level: 'trouble' };
  if (garden.bridge === 'silent') return { text: t('bridge_silent', { age: span(garden.clock.silence()) }), level: 'trouble' };
  if (garden.bridge === 'waiting' && app.isSettled) return { text: t('bridge_waiting'), level: 'wait' };
  if (garden.status?.trouble) return { text: t('bridge_unheard'), level: 'trouble' };
  if (garden.status && !garden.clock.isKnown) return { text: t('clock_unset'), level: 'wait' };
  return {};
}
