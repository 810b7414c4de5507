/** The QR code of an invitation, for as long as it counts. */
import qrcode from 'qrcode-generator';
import { countdown, h, property, s, say, show, t } from './kit.js';
import { refusal } from './refusal.js';

/** Light around the code, in its dots. Source: ISO/IEC 18004, 6.3.8. */
const QUIET = 4;
const AGAIN_AFTER = 5000;

/** `message`: what invited; `opened(device)` is called when the code is there. */
export function openCode(app, accounts, { message, name, opened }) {
  const words = h('p', { class: 'hint', role: 'status' });
  const code = h('div', {});
  const left = h('p', { class: 'minutes-value', role: 'timer' });
  const link = h('p', { class: 'hint' });
  const failed = h('p', { class: 'message', role: 'alert' });
  const close = h('button', { type: 'button', class: 'button', onclick: () => app.sheet.close() }, t('close'));
  property(code, 'justify-self', 'center');
  // The link is one long word.
  property(link, 'overflow-wrap', 'anywhere');
  let state = 'asking';
  let invitation = null;
  let ends = 0;
  let openedAt = 0;
  let triedAt = 0;

  async function ask() {
    triedAt = Date.now();
    const answer = await app.commands.send('msg', { kind: 'interactive', identifier: 'invitation', content: { message } });
    // Whoever has closed the sheet meanwhile can open it again.
    if (answer.ok) opened(answer.content.device);
    if (state !== 'asking') return;
    if (answer.ok) {
      invitation = answer.content;
      openedAt = Date.now();
      ends = openedAt + invitation.left_s * 1000;
      state = 'open';
      code.replaceChildren(drawing(invitation.link));
      accounts.isWatched = true;
    } else if (answer.code === 'unknown_message') end('over');
    say(failed, answer.ok || state === 'over' ? '' : refusal(answer));
    app.refresh();
  }

  /** What counts no more is not shown any more. */
  function end(how) {
    state = how;
    accounts.isWatched = false;
    for (const one of [code, link]) one.replaceChildren();
  }

  function look() {
    if (state === 'asking' && Date.now() - triedAt > AGAIN_AFTER) ask();
    if (state !== 'open') return;
    // An older list does not know this invitation yet.
    const account = accounts.askedAt >= openedAt ? accounts.find(invitation.device) : { state: 'invited' };
    if (account?.state === 'member') end('joined');
    else if (account?.state !== 'invited' || Date.now() >= ends) end('over');
  }

  app.sheet.open(
    t('phones_scan', { name }),
    [words, code, left, link, failed, h('div', { class: 'sheet-row' }, close)],
    () => {
      look();
      const isOpen = state === 'open';
      say(words, state === 'asking' ? t('sending') : t(`phones_code_${state}`, { name }));
      say(left, isOpen ? t('phones_left', { time: countdown((ends - Date.now()) / 1000) }) : '');
      say(link, isOpen ? invitation.link : '');
      for (const one of [code, left, link]) show(one, isOpen);
    },
    () => {
      // It is closed, and nobody looks: no secret stays on the page.
      end('closed');
      app.sheet.body.replaceChildren();
    },
  );
}

/** Dark on light, whatever the page's colours are: that is what cameras look for. */
function drawing(text) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET;
  let dots = '';
  for (let y = 0; y < count; y++) for (let x = 0; x < count; x++) if (code.isDark(y, x)) dots += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
  return s(
    'svg',
    {
      viewBox: `0 0 ${size} ${size}`,
      width: '280',
      height: '280',
      role: 'img',
      'aria-label': t('phones_code'),
      'shape-rendering': 'crispEdges',
    },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: dots, fill: '#000' }),
  );
}
