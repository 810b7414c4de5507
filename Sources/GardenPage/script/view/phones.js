/** Phones that are let in by QR code. That part is loaded by those who may, and uses what the page has already. */
import { REPLIES } from '../contract/documents.js';
import { icon } from '../draw/icon.js';
import { mayDo } from '../garden.js';
import { load } from '../link/library.js';
import { ago, countdown, moment, t, teach } from '../words.js';
import { outcome } from './answers.js';
import { button } from './button.js';
import { h, Listing, property, s, say, set, show } from './element.js';
import { obstacle } from './rights.js';
import { sheetRow } from './sheet.js';

export function phones(app) {
  const element = h('section', { class: 'part', hidden: true });
  let part = null;
  let isLoading = false;
  return {
    element,
    update() {
      if (app.isKiosk || !mayDo(app.garden.role, 'operator')) return show(element, false);
      part?.update();
      if (isLoading) return;
      isLoading = true;
      globalThis.loamPage = {
        ago,
        button,
        countdown,
        h,
        icon,
        Listing,
        moment,
        obstacle,
        outcome,
        property,
        REPLIES,
        s,
        say,
        set,
        sheetRow,
        show,
        t,
        teach,
      };
      load('phones').then(
        (make) => {
          part = make(app, element);
          app.refresh();
        },
        () => {
          // The next visit asks for it again.
        },
      );
    },
  };
}
