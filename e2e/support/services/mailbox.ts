import { expect } from '@playwright/test';

/** A mail that localbase would have sent. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  code: string;
  link: string;
}

/** Reads localbase's mailbox. */
export class Mailbox {
  readonly #url: string;
  readonly #read = new Set<string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Returns the latest mail to an address that was not returned before. Waits until it is there. */
  async takeMail(to: string): Promise<Mail> {
    let mail: Mail | undefined;
    await expect
      .poll(
        async () => {
          mail = (await this.list(to)).find(({ id }) => !this.#read.has(id));
          return mail?.to;
        },
        { message: `a mail to ${to}` },
      )
      .toBe(to);
    if (!mail) throw new Error('no mail');
    this.#read.add(mail.id);
    return mail;
  }

  /** Returns all mails to an address, latest first. */
  async list(to: string): Promise<Mail[]> {
    const response = await fetch(`${this.#url}/api/mails?to=${encodeURIComponent(to)}`);
    return (await response.json()) as Mail[];
  }
}
