/** Says changes of reminders and of the connection to a screen reader, a few at a time. */
import { t } from '../words.js';
import { titleOf } from './reminders.js';
import { endWords, runTitle } from './runs.js';

export function announcer(app, region) {
  const waiting = [];
  let timer = 0;
  const open = new Map();

  const say = (text) => {
    if (waiting.length < 5) waiting.push(text);
    clearTimeout(timer);
    timer = setTimeout(() => {
      region.textContent = waiting.splice(0).join(' ');
    }, 400);
  };

  app.garden.listen((kind, id, document) => {
    // What is there when the page opens is read in place.
    const isNews = app.isSettled;
    if (kind === 'reminder') {
      const before = open.get(id);
      if (document) open.set(id, titleOf(document));
      else open.delete(id);
      if (!isNews) return;
      if (document && before === undefined && document.state !== 'snoozed') say(t('reminder_new', { title: titleOf(document) }));
      if (!document && before !== undefined) say(t('reminder_gone', { title: before }));
    }
    if (kind === 'activity' && document?.state === 'ended' && isNews) {
      say(t('labelled', { name: runTitle(app.garden, document), value: endWords(app.garden, document) }));
    }
  });

  let lastLink = '';
  return {
    link(state) {
      if (state !== lastLink && (lastLink || state !== 'online')) say(t(`link_${state}`));
      lastLink = state;
    },
  };
}
