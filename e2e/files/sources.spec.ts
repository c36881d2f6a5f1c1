import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drawPicture } from '../support/media';
import { signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

/** Drops files and folders of the disk onto the middle of an element, as from the desktop. */
async function dropFiles(page: Page, target: ReturnType<Page['locator']>, files: string[]) {
  const box = await target.boundingBox();
  if (!box) throw new Error('the target is not visible');
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      ...{ type, ...at },
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
}

test('a folder is dropped with its structure', async ({ page }) => {
  const disk = mkdtempSync(join(tmpdir(), 'tableside-drop-'));
  try {
    mkdirSync(join(disk, 'Reports', 'deep', 'empty'), { recursive: true });
    writeFileSync(join(disk, 'Reports', 'first.txt'), 'first');
    // The browser lists at most 100 entries of a folder at once.
    for (let i = 0; i < 101; i++) writeFileSync(join(disk, 'Reports', 'deep', `${i}.txt`), `content ${i}`);
    writeFileSync(join(disk, 'single.txt'), 'single');
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await page.goto('/files/documents/dropped');
    await expect(page.getByText('This folder is empty')).toBeVisible();
    await dropFiles(page, page.getByRole('region', { name: 'Files' }), [
      join(disk, 'Reports'),
      join(disk, 'single.txt'),
    ]);
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('103 files uploaded', {
      timeout: 90_000,
    });
    await expect(page.getByRole('link', { name: 'Reports', exact: true })).toBeVisible();
    for (const [path, content] of [
      ['single.txt', 'single'],
      ['Reports/first.txt', 'first'],
      ['Reports/deep/100.txt', 'content 100'],
    ]) {
      const response = await page.request.get(`/api/files/documents/dropped/${path}`);
      expect(await response.text()).toBe(content);
    }
    expect(errors).toEqual([]);
  } finally {
    rmSync(disk, { recursive: true });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** Opens the camera by a button, and takes a photo. */
  async function takePhoto(page: Page) {
    const camera = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take photo' }).tap();
    const chooser = await camera;
    expect(await chooser.element().getAttribute('capture')).toBe('environment');
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles({
      name: 'image.png',
      mimeType: 'image/png',
      buffer: await drawPicture(page, 'teal'),
    });
  }

  test('a photo is taken for a folder and for a column, and enlarged by two fingers', async ({ page }) => {
    const errors = watchErrors(page);
    await signIn(page, 'owner');
    await test.step('for a folder', async () => {
      await page.goto('/files/documents/camera');
      await takePhoto(page);
      await page.getByRole('link', { name: /^Photo \d{4}-/ }).tap();
    });
    await test.step('enlarged', async () => {
      const picture = page.getByRole('dialog').getByRole('img', { name: /^Photo/ });
      await expect(picture).toHaveAttribute('data-state', 'loaded');
      const getWidth = async () => (await picture.boundingBox())?.width ?? 0;
      const fitted = await getWidth();
      const devtools = await page.context().newCDPSession(page);
      const pinch = (type: 'touchStart' | 'touchMove', distance: number) =>
        devtools.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: [-distance, distance].map((offset, id) => ({ x: 195 + offset, y: 420, id })),
        });
      await pinch('touchStart', 20);
      for (const distance of [25, 30, 35, 40]) await pinch('touchMove', distance);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect.poll(getWidth).toBeGreaterThan(fitted * 1.8);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    });
    await test.step('for a column', async () => {
      const rows = '/api/rows/deliveries?select=id,proof_photo';
      const [delivery] = await (await page.request.get(`${rows}&proof_photo=is.null&limit=1`)).json();
      await page.goto(`/tables/public/deliveries?record=id.eq.${delivery.id}`);
      await takePhoto(page);
      await page.getByRole('button', { name: /^Save/ }).tap();
      const readPhoto = async () =>
        (await (await page.request.get(`${rows}&id=eq.${delivery.id}`)).json())[0].proof_photo;
      await expect.poll(readPhoto).toMatch(/\.png$/);
    });
    expect(errors).toEqual([]);
  });
});
