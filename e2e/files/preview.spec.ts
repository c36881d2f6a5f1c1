import { expect, type Page } from '@playwright/test';
import { drawPicture, makeSound, recordVideo } from '../support/media';
import { drag, expectAccessible, getCenter, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

const preview = (page: Page) => page.getByRole('dialog');

/** Stores a file in a folder of the bucket `documents`. */
async function put(
  page: Page,
  name: string,
  contentType: string,
  content: string | Buffer,
  folder = 'previews',
) {
  const response = await page.request.put(`/api/files/documents/${folder}/${encodeURIComponent(name)}`, {
    headers: { 'Content-Type': contentType },
    data: Buffer.from(content),
  });
  expect(response.status(), await response.text()).toBe(200);
}

const open = (page: Page, name: string) =>
  page.goto(`/files/documents/previews?file=${encodeURIComponent(name)}`);

test('pictures are enlarged, moved and changed by keys, buttons, wheel and swipe', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await page.goto('/files/documents');
  await put(page, '1.png', 'image/png', await drawPicture(page, 'teal'));
  await put(page, '2.png', 'image/png', await drawPicture(page, 'tomato'));
  await open(page, '1.png');
  const picture = preview(page).getByRole('img', { name: '1.png' });
  await expect(picture).toHaveAttribute('data-state', 'loaded');
  const zoom = preview(page).getByRole('toolbar', { name: 'Zoom' });
  const getWidth = async () => (await picture.boundingBox())?.width ?? 0;
  const fitted = await getWidth();
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(getWidth).toBeCloseTo(fitted * 1.5, 0);
  await page.keyboard.press('+');
  await expect(zoom.getByRole('button', { name: 'Zoom 225%. Fit to window' })).toBeVisible();
  const before = await getCenter(picture);
  await drag(page, { x: 700, y: 500 }, { x: 760, y: 540 });
  await expect.poll(async () => Math.round((await getCenter(picture)).x - before.x)).toBe(60);
  await page.keyboard.press('0');
  await expect.poll(getWidth).toBeCloseTo(fitted, 0);
  await page.mouse.wheel(0, -200);
  await expect.poll(getWidth).toBeGreaterThan(fitted);
  await page.keyboard.press('0');
  await expect.poll(getWidth).toBeCloseTo(fitted, 0);
  await drag(page, { x: 900, y: 500 }, { x: 600, y: 510 });
  await expect(preview(page).getByRole('img', { name: '2.png' })).toHaveAttribute('data-state', 'loaded');
  await page.keyboard.press('ArrowLeft');
  await expect(picture).toBeVisible();
  await preview(page).getByRole('button', { name: 'Next file' }).click();
  await expect(preview(page).getByRole('img', { name: '2.png' })).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
});

test('sound starts at a position that was not loaded', async ({ page }) => {
  await signIn(page, 'owner');
  await put(page, 'long.wav', 'audio/wav', makeSound(900));
  await open(page, 'long.wav');
  const audio = page.locator('audio');
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBe(900);
  const request = page.waitForRequest(
    (sent) => Number(/bytes=(\d+)/.exec(sent.headers().range ?? '')?.[1]) > 0,
  );
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = 880;
  });
  expect((await (await request).response())?.status()).toBe(206);
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.seeking)).toBe(false);
});

test('a video is shown, and starts at any position', async ({ page }) => {
  await signIn(page, 'owner');
  await page.goto('/files/documents');
  await put(page, 'video.webm', 'video/webm', await recordVideo(page));
  await open(page, 'video.webm');
  const video = preview(page).locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(160);
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 0.2;
  });
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => !element.seeking && element.currentTime))
    .toBeCloseTo(0.2, 1);
});

test('texts are formatted; a large text is loaded in parts', async ({ page }) => {
  const errors = watchErrors(page);
  await signIn(page, 'owner');
  await put(
    page,
    'a.md',
    'text/markdown',
    '# Title\n\n<img src=x onerror="window.hacked=1">[bad](javascript:window.hacked=1)\n',
  );
  await put(page, 'b.json', 'application/json', '{"name":"Ada","list":[1,12345678901234567890]}');
  await put(page, 'c.csv', 'text/csv', 'name;city\n"Ada; L.";Łódź\nBob;Oslo\n');
  await put(page, 'd.go', 'text/plain', 'package main\n\nfunc main() {}\n');
  await put(page, 'e.log', 'text/plain', Array.from({ length: 60_000 }, (_, i) => `line ${i} é\n`).join(''));
  await put(page, 'f.bin', 'application/octet-stream', 'x');

  await test.step('Markdown', async () => {
    await open(page, 'a.md');
    await expect(preview(page).getByRole('heading', { name: 'Title' })).toBeVisible();
    await expect(preview(page)).toContainText('<img src=x');
    await preview(page).getByRole('button', { name: 'Source' }).click();
    await expect(preview(page)).toContainText('# Title');
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
  await test.step('JSON', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(preview(page)).toContainText('12345678901234567890');
    await preview(page).getByText('list:').click();
    await expect(preview(page)).not.toContainText('12345678901234567890');
  });
  await test.step('code', async () => {
    await open(page, 'd.go');
    await expect(preview(page)).toContainText('func main() {}');
    await expectAccessible(page);
  });
  await test.step('a large text', async () => {
    const received: number[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('/e.log'))
        received.push(Number(response.headers()['content-length']));
    });
    await open(page, 'e.log');
    await expect(preview(page)).toContainText('line 0 é');
    await expect(preview(page).getByRole('status')).toContainText('The first 256');
    expect(received).toEqual([256 * 1024]);
    await preview(page).getByRole('button', { name: 'Load more' }).click();
    await expect(preview(page)).toContainText('line 25000 é');
    await expect(preview(page)).not.toContainText('�');
    expect(received).toHaveLength(2);
  });
  await test.step('others', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(preview(page)).toContainText('No preview for this file type.');
    await expect(preview(page).getByRole('link', { name: /^Download \(1 / })).toBeVisible();
  });
  await test.step('CSV, imported', async () => {
    await open(page, 'c.csv');
    await expect(preview(page).getByRole('columnheader', { name: 'city' })).toBeVisible();
    await expect(preview(page).getByRole('row', { name: '1 Ada; L. Łódź' })).toBeVisible();
    await expectAccessible(page);
    await preview(page).getByRole('button', { name: 'Import to…' }).click();
    await page.getByRole('menuitem', { name: 'Customers' }).click();
    await expect(page).toHaveURL(/customers\/import/);
    await expect(preview(page)).toHaveCount(0);
    await expect(page.getByRole('main').getByText('c.csv', { exact: true }).first()).toBeVisible();
  });
  expect(errors).toEqual([]);
});

/** Code that reports itself, by every way that a page of the app's origin has. */
const attack = `try { localStorage.setItem('hacked', '1') } catch {}
  try { parent.hacked = opener && (opener.hacked = 1) } catch {}
  try { document.title = 'hacked' } catch {}
  fetch('/api/files/documents/untrusted/hacked.txt', { method: 'PUT', body: 'hacked' }).catch(() => {})`;

const untrusted: [name: string, contentType: string, content: string][] = [
  ['page.html', 'text/html', `<h1>Page</h1><script>${attack}</script>`],
  ['picture.png', 'image/png', `<html><script>${attack}</script>`],
  ['renamed.png', 'text/html', `<html><script>${attack}</script>`],
  ['text.txt', 'text/plain', `<html><script>${attack}</script>`],
  [
    'drawing.svg',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="${attack.replaceAll('"', "'").replaceAll('&&', '&amp;&amp;').replaceAll('=>', '=&gt;')}"><script>${attack.replaceAll('&&', '&amp;&amp;').replaceAll('=>', '=&gt;')}</script><rect width="90" height="90"/></svg>`,
  ],
  ['polyglot.gif', 'image/gif', `GIF89a=0;${attack}`],
  ['polyglot.js', 'text/javascript', attack],
  [
    'page.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>/*<![CDATA[*/${attack}/*]]>*/</script></html>`,
  ],
  [
    'style.xml',
    'text/xml',
    `<x:script xmlns:x="http://www.w3.org/1999/xhtml">/*<![CDATA[*/${attack}/*]]>*/</x:script>`,
  ],
  [
    'script.pdf',
    'application/pdf',
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(viewer\\))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n<html><script>${attack}</script>`,
  ],
];

test('uploaded content never runs in the app’s origin', async ({ page, context }) => {
  await signIn(page, 'owner');
  for (const file of untrusted) await put(page, ...file, 'untrusted');
  const expectNotRun = async (where: string) => {
    expect(await page.evaluate(() => localStorage.getItem('hacked')), where).toBeNull();
    expect(await page.evaluate(() => 'hacked' in window), where).toBe(false);
    expect(await page.title(), where).not.toBe('hacked');
  };
  const dialogs: string[] = [];
  context.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });

  const names = untrusted.map(([name]) => name).sort();
  await page.goto(`/files/documents/untrusted?file=${names[0]}`);
  const opened = new Set<string>();
  while (opened.size < untrusted.length) {
    const name = names[opened.size] ?? '';
    await expect(preview(page).getByText(name, { exact: true }).first()).toBeVisible();
    opened.add(name);
    await expect(preview(page).getByRole('status', { name: 'Loading file' })).toHaveCount(0);
    await expectNotRun(page.url());
    const next = preview(page).getByRole('button', { name: 'Next file' });
    const before = page.url();
    if (await next.isDisabled()) break;
    await next.click();
    await expect(page).not.toHaveURL(before);
  }
  const addresses = await Promise.all(
    untrusted.map(async ([name]) => {
      const path = `untrusted/${name}`;
      const link = await page.request.post('/api/files/documents/sign', { data: { path, expiresIn: 600 } });
      const { url: shared } = (await link.json()) as { url: string };
      expect(shared).toContain('/api/shared/');
      return [`/api/files/documents/${path}`, shared];
    }),
  );
  await test.step('in a frame, and as a script of a page of this origin', async () => {
    await page.goto('/files/documents');
    await page.evaluate(async (sources) => {
      const loads = sources.flatMap((src) =>
        (['iframe', 'script'] as const).map((kind) => {
          const element = document.createElement(kind);
          element.src = src;
          document.body.append(element);
          return new Promise((resolve) => {
            element.onload = element.onerror = resolve;
            // A frame whose content the browser downloads has no event.
            setTimeout(resolve, 2_000);
          });
        }),
      );
      await Promise.all(loads);
    }, addresses.flat());
    await expectNotRun('frames and scripts');
  });
  await test.step('in a tab', async () => {
    const tab = await context.newPage();
    for (const address of addresses.flat()) {
      await tab
        .goto(address)
        .catch((error: Error) => expect(error.message).toContain('Download is starting'));
      expect(await tab.title(), address).not.toBe('hacked');
    }
    await tab.close();
    await expectNotRun('tabs');
  });
  // The browser's PDF viewer runs the script of a PDF, in its own origin.
  expect(dialogs.filter((message) => message !== 'viewer')).toEqual([]);
  const written = await page.request.get('/api/files/documents/untrusted/hacked.txt');
  expect(written.status(), 'no file wrote another').toBe(404);
});
