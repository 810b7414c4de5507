/** What a plant looks like: its photo where the config names one and it can be had, else a drawing of its kind. */
import { kindOf } from '../draw/kinds.js';
import { sprig } from '../draw/sprig.js';
import { h } from './element.js';

/** Photos that could not be had; asked for again when the page is opened anew. */
const absent = new Set();

export function picture(app, id) {
  const element = h('div', { class: 'picture' });
  let shown = '';
  let drawing = null;
  const show = (kind) => {
    if (shown === kind) return;
    shown = kind;
    drawing = kind === 'photo' ? null : sprig(kind);
    element.replaceChildren(drawing ?? photo());
  };
  const photo = () =>
    h('img', {
      class: 'photo',
      src: `api/v1/plants/${encodeURIComponent(id)}/photo`,
      alt: '',
      loading: 'lazy',
      decoding: 'async',
      onerror: () => {
        absent.add(id);
        update();
      },
    });

  function update() {
    const plant = app.garden.plant.get(id);
    const detail = app.garden.detail.get(id);
    const isPhoto = detail?.picture === 'photo' && app.history.hasAPI && !absent.has(id);
    const told = detail?.picture === 'photo' ? undefined : detail?.picture;
    show(isPhoto ? 'photo' : (told ?? kindOf(detail?.name ?? plant?.n, id)));
    drawing?.turnTo(plant?.s);
  }
  return { element, update };
}
