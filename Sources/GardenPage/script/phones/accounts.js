/** The devices that were let in, as the bridge told them last. It is asked anew when something may have changed. */
const MEANWHILE = 5000;

export class Accounts {
  /** `null`: the bridge does not tell, or not yet. */
  all = null;
  more = 0;
  /** When that was asked, our milliseconds. */
  askedAt = 0;
  /** Somebody is looking at a code: whether it was taken is asked again and again. */
  isWatched = false;
  #isWanted = true;
  #isAsking = false;
  #triedAt = 0;
  #devices = '';

  constructor(app) {
    this.app = app;
  }

  find(device) {
    return this.all?.find((one) => one.device === device);
  }

  /** Something was done about them. */
  want() {
    this.#isWanted = true;
    this.app.refresh();
  }

  /** Called with each change of the page, and each second. */
  update() {
    const { garden, link } = this.app;
    if (link.state !== 'online') {
      this.#isWanted = true;
      return;
    }
    // Who joins becomes a device of the garden, who is out is none any more.
    const devices = [...garden.device.keys()].sort().join();
    if (devices !== this.#devices) this.#isWanted = true;
    this.#devices = devices;
    if (this.isWatched && Date.now() - this.#triedAt > MEANWHILE) this.#isWanted = true;
    if (this.#isWanted && !this.#isAsking) this.#ask();
  }

  async #ask() {
    this.#isWanted = false;
    this.#isAsking = true;
    this.#triedAt = Date.now();
    const answer = await this.app.commands.send('msg', { kind: 'interactive', identifier: 'accounts', content: {} });
    this.#isAsking = false;
    if (answer.ok) {
      this.all = answer.content.accounts;
      this.more = answer.content.more;
      this.askedAt = this.#triedAt;
    } else if (answer.code === 'unknown_request' || answer.code === 'forbidden') this.all = null;
    this.app.refresh();
  }
}
