import { expect, test } from '@playwright/test';
import { makeFolder } from '../support/services/data-folder';
import { startBackend } from '../support/services/processes';

// A person with write access to a public bucket uploads a file with a script, and an owner opens it.

const makeScript = (mailbox: string) => `
  document.documentElement.setAttribute('data-script', 'ran');
  fetch('${mailbox}/api/mails').then((r) => r.text()).then((mails) =>
    document.documentElement.setAttribute('data-mails', mails));
`;

const files = {
  'picture.svg': {
    type: 'image/svg+xml',
    body: (code: string) => `<svg xmlns="http://www.w3.org/2000/svg"><script>${code}</script></svg>`,
  },
  'page.xhtml': {
    type: 'application/xhtml+xml',
    body: (code: string) =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><script>${code}</script></body></html>`,
  },
};

test('a script in a stored file neither runs nor reads the mailbox', async ({ page }) => {
  const data = makeFolder('mailbox');
  const backend = await startBackend(
    { ...process.env, TABLESIDE_DATA: data, TABLESIDE_LOG_LEVEL: 'warn' },
    data,
    false,
  );
  try {
    const key = backend.secretKey();
    const headers = { apikey: key, Authorization: `Bearer ${key}`, 'User-Agent': 'node' };
    const storage = `${backend.url()}/storage/v1`;
    const json = { ...headers, 'Content-Type': 'application/json' };
    const bucket = JSON.stringify({ id: 'site', name: 'site', public: true });
    expect((await fetch(`${storage}/bucket`, { method: 'POST', headers: json, body: bucket })).status).toBe(
      200,
    );
    for (const [name, { type, body }] of Object.entries(files)) {
      const sent = await fetch(`${storage}/object/site/${name}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body: body(makeScript(backend.mailboxURL())),
      });
      expect(sent.status).toBe(200);
      const blocked = page.waitForEvent('console', (message) =>
        /sandbox|Content Security Policy/.test(message.text()),
      );
      await page.goto(`${storage}/object/public/site/${name}`);
      await blocked;
      await expect(page.locator(':root')).not.toHaveAttribute('data-script');
    }
    // Also where a script runs on the backend's origin, the mailbox is another origin.
    await page.goto(`${backend.url()}/health`);
    const read = await page.evaluate(
      (url) =>
        fetch(url)
          .then((r) => r.text())
          .catch((error) => String(error)),
      `${backend.mailboxURL()}/api/mails`,
    );
    expect(read).toContain('Failed to fetch');
  } finally {
    await backend.stop();
  }
});
