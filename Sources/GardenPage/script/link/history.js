/** A plant's history: from the web server's API where there is one, else asked of the bridge over MQTT. */
import { HISTORY } from '../contract/documents.js';

export class HistoryError extends Error {
  constructor(code, why) {
    super(code);
    this.code = code;
    this.why = why;
  }
}

export class History {
  #queue = Promise.resolve();

  /** Whether the page's own server has the history. */
  hasAPI = false;

  constructor(commands) {
    this.commands = commands;
  }

  /** One question at a time. `query`: `{plant, quantity, from, to, points}`. */
  read(query) {
    const answer = this.#queue.then(() => (this.hasAPI ? this.#byEither(query) : this.#byMQTT(query)));
    this.#queue = answer.catch(() => {});
    return answer;
  }

  /** A server that has lost its database must not hide what the bridge still knows. */
  async #byEither(query) {
    try {
      return await this.#byHTTP(query);
    } catch (error) {
      try {
        return await this.#byMQTT(query);
      } catch {
        throw error;
      }
    }
  }

  async #byHTTP({ plant, ...rest }) {
    const response = await fetch(`api/v1/plants/${encodeURIComponent(plant)}/history?${new URLSearchParams(rest)}`, {
      signal: AbortSignal.timeout(10000),
    });
    if (!response.ok) throw new HistoryError(`HTTP ${response.status}`);
    const content = await response.json();
    try {
      return HISTORY(content);
    } catch {
      throw new HistoryError('unreadable');
    }
  }

  async #byMQTT(query) {
    const answer = await this.commands.send('msg', { kind: 'interactive', identifier: 'history', content: query });
    if (!answer.ok) throw new HistoryError(answer.code, answer.why);
    return answer.content;
  }
}
