/** What a device acknowledges: a notification, and that one is taken back. The bridge says it again until then. */
import { FORMS } from './documents.js';

const decoder = new TextDecoder();
const BYTES_MAX = 4096;

/** The id that the ack names; null where the document is none of these. */
export function receiptOf(kind, payload) {
  if ((kind !== 'dn-notify' && kind !== 'dn-withdraw') || payload.length > BYTES_MAX) return null;
  try {
    const document = JSON.parse(decoder.decode(payload));
    const id = kind === 'dn-notify' ? document.note.id : document.id;
    return typeof id === 'string' && FORMS.messageID.test(id) ? id : null;
  } catch {
    return null;
  }
}
