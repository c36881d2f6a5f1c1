import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialog, openBulkEdit, selectAll, signUpAndReset } from '../support/bulk';
import { openChanges, readStoredChanges } from '../support/customers';
import { isFull } from '../support/size';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test } from '../support/workspace';

// Tests bulk changes of many rows with e2e/databases/bulk.sql: 614 shipments, of which 214 are open.
test.use({ backend: 'bulk', actionTimeout: 20_000 });

interface Shipment {
  id: number;
  status: string;
  note: string | null;
}

async function fetchShipments(page: Page, filter = ''): Promise<Shipment[]> {
  const response = await page.request.get(`/api/rows/shipments?select=id,status,note&order=id&${filter}`);
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Waits for the toast of a completed bulk change and until its dialog is closed. */
async function expectToast(page: Page, text: string, timeout = 20_000) {
  await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout });
  // A toast does not disappear while the pointer is over it.
  await page.getByText(text, { exact: true }).hover();
  await expect(dialog(page)).toBeHidden();
}

const toastUndoButton = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Undo', exact: true });

const resultRegion = (page: Page) => dialog(page).getByRole('region', { name: 'Result by row' });

/** Calls a function before the nth change is sent. */
async function runBeforeChange(page: Page, nth: number, act: () => Promise<unknown>) {
  let changes = 0;
  await page.route('**/api/rows/shipments?*', async (route) => {
    if (route.request().method() !== 'GET') {
      changes += 1;
      if (changes === nth) await act();
    }
    await route.continue().catch(() => {});
  });
}

test.describe('all matching rows', () => {
  test('are changed after the dialog showed their count, and the change is undone', async ({ page }) => {
    const errors = watchErrors(page);
    await signUpAndReset(page);
    const limits: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') limits.push(request.headers().prefer ?? '');
    });
    await selectAll(page, 'status=eq.open', 214);
    const note = await openBulkEdit(page, 'Note');
    await expect(dialog(page).getByText('This changes 214 shipments.')).toBeVisible();
    await expect(dialog(page).getByText('Status is open')).toBeVisible();
    await expect(dialog(page).getByText('S-1, S-2, S-3 and 211 more')).toBeVisible();
    await expect(dialog(page).getByText('Current value: NULL')).toBeVisible();
    await expectAccessible(page);
    await note.fill('by rail');
    await page.getByRole('button', { name: 'Change 214 shipments' }).click();

    await expect(dialog(page).getByRole('heading', { name: 'Changed 209 shipments' })).toBeVisible();
    await expect(resultRegion(page).getByRole('row')).toHaveCount(6);
    await expect(resultRegion(page)).toContainText('You don’t have permission to change this row.');
    await expectAccessible(page);
    expect(limits.length).toBeGreaterThan(1);
    for (const limit of limits) {
      expect(limit).toMatch(/^return=representation,handling=strict,max-affected=\d+$/);
    }
    expect(await fetchShipments(page, 'note=eq.by rail')).toHaveLength(209);

    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await fetchShipments(page, 'note=eq.by rail')).length).toBe(0);
    expect(errors).toEqual([]);
  });

  test('undo restores more than 1,000 rows with different values', async ({ page }) => {
    test.setTimeout(isFull ? 300_000 : 120_000); // undo sends a request per row, because all values differ
    const errors = watchErrors(page);
    const many = isFull ? 2000 : 1100; // more than 1,000, so that the user must type the count
    const count = many.toLocaleString('en-GB');
    await signUpAndReset(page);
    const ids = Array.from({ length: many }, (_, i) => 1001 + i);
    for (let i = 0; i < ids.length; i += 500) {
      const data = ids
        .slice(i, i + 500)
        .map((id) => ({ id, label: `M-${id}`, weight: 1, note: `own ${id}` }));
      expect((await page.request.post('/api/rows/shipments', { data })).status()).toBe(201);
    }
    const notes = async () => {
      const pages = [fetchShipments(page, 'id=gt.1000&id=lte.2000'), fetchShipments(page, 'id=gt.2000')];
      return (await Promise.all(pages)).flat().map(({ note }) => note);
    };
    const before = await notes();
    expect(before).toEqual(ids.map((id) => `own ${id}`));
    await page.goto('/tables/public/shipments?select=label,note&order=id&id=gt.1000');
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('columnheader').first().getByRole('checkbox').click();
    await page.getByRole('button', { name: /^Select all .* matching rows/ }).click();
    await (await openBulkEdit(page, 'Note')).fill('all alike');
    await dialog(page)
      .getByLabel(new RegExp(`^Type ${count}`))
      .fill(String(many));
    await page.getByRole('button', { name: `Change ${count} shipments` }).click();
    await expectToast(page, `${count} shipments updated.`, 60_000);
    await toastUndoButton(page).click();
    // The undo shows its progress.
    await expect(
      page.getByRole('button', { name: new RegExp(`^Undoing [\\d,]+ of ${count}…`) }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText(/^Stopped: [\d,]+ rows? undone and [\d,]+ unchanged\./)).toBeVisible();
    const left = (await notes()).filter((note) => note === 'all alike').length;
    expect(left).toBeGreaterThan(0);
    // The remaining rows can be undone later.
    await page.getByRole('button', { name: /^Undo.*Z/ }).click();
    await expect(page.getByText(`“Changed ${count} shipments” undone`)).toBeVisible({
      timeout: isFull ? 180_000 : 60_000,
    });
    expect(await notes()).toEqual(before);
    expect(errors).toEqual([]);
  });

  test('are changed by an amount without rounding errors', async ({ page }) => {
    await signUpAndReset(page);
    await selectAll(page, 'id=gt.604', 10);
    await openBulkEdit(page, 'Weight');
    await dialog(page).getByRole('button', { name: 'Change by', exact: true }).click();
    const by = dialog(page).getByLabel('Weight', { exact: true });
    await by.fill('0.205');
    await page.getByRole('button', { name: 'Change 10 shipments' }).click();
    await expect(dialog(page).getByText('Enter at most 2 decimals.')).toBeVisible();
    await by.fill('-0.20');
    const preview = dialog(page).getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('The first 5 of 10 rows');
    await expect(preview.getByRole('row', { name: /^S-605 / })).toHaveText(/605\.10\s*becomes\s*604\.90/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change 10 shipments' }).click();
    await expectToast(page, '10 shipments updated.');
    await expect(page.getByText(/\d selected/)).toBeHidden();
    const response = await page.request.get('/api/rows/shipments?select=weight::text&id=gt.612&order=id');
    expect(await response.json()).toEqual([{ weight: '612.90' }, { weight: '613.90' }]);
    await toastUndoButton(page).click();
    const weights = async () =>
      (await page.request.get('/api/rows/shipments?select=weight::text&id=gt.612&order=id')).json();
    await expect.poll(weights).toEqual([{ weight: '613.10' }, { weight: '614.10' }]);
  });

  test('are changed by a percentage, rounded to the decimals of the column', async ({ page }) => {
    await signUpAndReset(page);
    await selectAll(page, 'id=gt.604', 10);
    await openBulkEdit(page, 'Weight');
    await dialog(page).getByRole('button', { name: 'Change by %' }).click();
    await dialog(page).getByLabel('Weight', { exact: true }).fill('2.5');
    await page.getByRole('button', { name: 'Change 10 shipments' }).click();
    await expectToast(page, '10 shipments updated.');
    const response = await page.request.get('/api/rows/shipments?select=weight::text&id=gt.612&order=id');
    expect(await response.json()).toEqual([{ weight: '628.43' }, { weight: '629.45' }]);
  });

  test('are changed by a replacement of a text, of which the dialog shows a preview', async ({ page }) => {
    await signUpAndReset(page);
    const data = { note: 'Delivered by DELIVERED' };
    expect((await page.request.patch('/api/rows/shipments?id=in.(605,613)', { data })).ok()).toBe(true);
    await selectAll(page, 'id=gt.604', 10);
    await openBulkEdit(page, 'Note');
    await dialog(page).getByRole('button', { name: 'Find and replace' }).click();
    await dialog(page).getByLabel('Note', { exact: true }).fill('delivered');
    await dialog(page).getByLabel('Replace with').fill('left');
    const row = dialog(page)
      .getByRole('region', { name: 'Preview' })
      .getByRole('row', { name: /^S-605 / });
    await expect(row).toContainText('left by left');
    const preview = dialog(page).getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('5 of 10 rows, changed rows first');
    await expect(preview.getByRole('row').nth(2)).toHaveText(/^S-613.*left by left/s);
    await dialog(page).getByRole('checkbox', { name: 'Match case' }).click();
    await expect(row).toContainText('unchanged');
    await dialog(page).getByLabel('Note', { exact: true }).fill('DELIVERED');
    await expect(row).toContainText('Delivered by left');
    await page.getByRole('button', { name: 'Change 10 shipments' }).click();
    await expectToast(page, '2 shipments updated. 8 already had these values.');
    expect((await fetchShipments(page, 'id=in.(605,607)')).map(({ note }) => note)).toEqual([
      'Delivered by left',
      null,
    ]);
  });

  test('have a preview on a phone in which no word of their titles is broken', async ({ page }) => {
    await signUpAndReset(page);
    const data = { label: 'Spedition Holtenau' };
    expect((await page.request.patch('/api/rows/shipments?id=eq.605', { data })).ok()).toBe(true);
    await selectAll(page, 'id=gt.604', 10);
    await page.setViewportSize({ width: 390, height: 844 });
    const note = await openBulkEdit(page, 'Note');
    await note.fill('Left at the harbourmaster');
    await dialog(page).getByRole('combobox', { name: 'Column to change' }).click();
    await page.getByRole('option', { name: 'Weight', exact: true }).click();
    await dialog(page).getByLabel('Weight', { exact: true }).fill('1250.5');
    const title = dialog(page).getByRole('rowheader', { name: 'Spedition Holtenau' });
    await expect(title).toBeVisible();
    const lines = await title.locator('bdi').evaluate((element) => element.getClientRects().length);
    expect(lines).toBe(2);
  });

  test('that a policy or a trigger rejects do not block the others', async ({ page }) => {
    await signUpAndReset(page);
    await selectAll(page, 'status=eq.open', 214);
    await (await openBulkEdit(page, 'Status')).click();
    await page.getByRole('option', { name: 'sent' }).click();
    await page.getByRole('button', { name: 'Change 214 shipments' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Changed 207 shipments' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Rejected 7' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(resultRegion(page)).toContainText('Shipment S-50 is too heavy to be sent. Split it first.');

    const download = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Download report' }).click();
    const report = await readFile(await (await download).path(), 'utf8');
    expect(report.split('\r\n')).toHaveLength(215);
    expect(report).toContain('150,S-150,Rejected,Shipment S-150 is too heavy to be sent. Split it first.');

    const lighter = await page.request.patch('/api/rows/shipments?id=in.(50,150)', { data: { weight: 1 } });
    expect(lighter.ok()).toBe(true);
    await dialog(page).getByRole('button', { name: 'Try 7 again' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Changed 2 shipments' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Rejected 5' })).toBeVisible();
    expect((await fetchShipments(page, 'status=eq.open')).map(({ id }) => id)).toEqual([10, 20, 30, 40, 214]);
  });

  test('stop changing between batches after a cancel, and the changed rows can be undone', async ({
    page,
  }) => {
    await signUpAndReset(page);
    await selectAll(page, '', 614);
    await (await openBulkEdit(page, 'Note')).fill('halfway');
    await runBeforeChange(page, 2, () => dialog(page).getByRole('button', { name: 'Cancel' }).click());
    await page.getByRole('button', { name: 'Change 614 shipments' }).click();
    await expect(dialog(page).getByText(/Canceled\. \d+ shipments? not changed\./)).toBeVisible();
    const changed = (await fetchShipments(page, 'note=eq.halfway')).length;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(609);
    await expect(dialog(page).getByRole('heading', { name: `Changed ${changed} shipments` })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await fetchShipments(page, 'note=eq.halfway')).length).toBe(0);
  });

  test('that were changed before the page was closed are in the list of changes, and can be undone', async ({
    page,
  }) => {
    await signUpAndReset(page);
    await selectAll(page, '', 614);
    await (await openBulkEdit(page, 'Note')).fill('halfway');
    let sent = 0;
    await page.route('**/api/rows/shipments?*', (route) => {
      if (route.request().method() === 'PATCH') sent += 1;
      return sent > 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Change 614 shipments' }).click();
    await expect(dialog(page).getByText(/Paused at/)).toBeVisible();
    const changed = (await fetchShipments(page, 'note=eq.halfway')).length;
    expect(changed).toBeLessThan(609);
    await expect.poll(() => readStoredChanges(page)).toEqual([`Changed ${changed} of 614 shipments`]);
    page.on('dialog', (confirmation) => confirmation.accept());
    await page.unrouteAll();
    await page.reload();
    const changes = await openChanges(page);
    await expect(changes.getByText(`Changed ${changed} of 614 shipments`)).toBeVisible();
    await changes.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await fetchShipments(page, 'note=eq.halfway')).length).toBe(0);
  });

  test('continue to change after a network failure', async ({ page, context }) => {
    await signUpAndReset(page);
    await selectAll(page, '', 614);
    await (await openBulkEdit(page, 'Note')).fill('patient');
    await runBeforeChange(page, 2, () => context.setOffline(true));
    await page.getByRole('button', { name: 'Change 614 shipments' }).click();
    await expect(dialog(page).getByText(/Paused at/)).toBeVisible();
    await expect(dialog(page).getByText('You are offline.').first()).toBeVisible();
    await context.setOffline(false);
    await expect(dialog(page).getByRole('heading', { name: 'Changed 609 shipments' })).toBeVisible();
    expect(await fetchShipments(page, 'note=eq.patient')).toHaveLength(609);
  });

  test('are counted again: if there are more, a new confirmation is required before any change', async ({
    page,
  }) => {
    await signUpAndReset(page);
    await selectAll(page, 'status=eq.open', 214);
    await (await openBulkEdit(page, 'Note')).fill('raced');
    const add = async (id: number) => {
      const row = { id, label: `S-${id}`, weight: 1 };
      const added = await page.request.post('/api/rows/shipments', { data: row });
      expect(added.status(), await added.text()).toBe(201);
    };
    await add(1001);
    await page.getByRole('button', { name: 'Change 214 shipments' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'More rows match now than the 214 you confirmed',
    );
    await expect(dialog(page).getByText('This changes 215 shipments.')).toBeVisible();
    expect(await fetchShipments(page, 'note=eq.raced')).toHaveLength(0);

    await runBeforeChange(page, 1, async () => {
      await add(1002);
      const other = await page.request.patch('/api/rows/shipments?id=eq.7', { data: { note: 'theirs' } });
      expect(other.ok()).toBe(true);
    });
    await page.getByRole('button', { name: 'Change 215 shipments' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Changed by someone else 1' })).toBeVisible();
    await expect(dialog(page).getByText('Rows that matched only later were not changed.')).toBeVisible();
    const notes = await fetchShipments(page, 'id=in.(7,1001,1002)');
    expect(notes.map(({ note }) => note)).toEqual(['theirs', 'raced', null]);
  });

  test('are deleted after the user typed their count, and restored by undo', async ({ page }) => {
    await signUpAndReset(page);
    await selectAll(page, 'status=eq.done', 400);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 400 shipments?' });
    await expect(dialog.getByText('This deletes 400 shipments.')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Delete 400 shipments' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type 400 to confirm').fill('400');
    await expectAccessible(page);
    await confirm.click();
    await expectToast(page, '400 shipments deleted.');
    expect(await fetchShipments(page)).toHaveLength(214);
    await toastUndoButton(page).click();
    await expect.poll(async () => (await fetchShipments(page)).length).toBe(614);
  });

  test('are changed by keyboard only', async ({ page }) => {
    await signUpAndReset(page);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const tabTo = async (target: Locator) => {
      for (let i = 0; i < 40 && !(await target.evaluate((one) => one === document.activeElement)); i++) {
        await press('Tab');
      }
      await expect(target).toBeFocused();
    };
    await page.goto('/tables/public/shipments?select=label,note&status=eq.open');
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await press('/');
    await tabTo(page.getByRole('columnheader').first().getByRole('checkbox'));
    await press('Space');
    // Tab moves through the cells and leaves the grid after the last cell.
    await press('Control+End');
    await tabTo(page.getByRole('button', { name: 'Select all 214 matching rows' }));
    await press('Enter');
    await tabTo(page.getByRole('button', { name: 'Edit…' }));
    await press('Enter');
    await expect(dialog(page).getByText('This changes 214 shipments.')).toBeVisible();
    await tabTo(dialog(page).getByRole('combobox', { name: 'Column to change' }));
    await press('Enter');
    await expect(page.getByRole('option', { name: 'Note' })).toBeVisible();
    await page.keyboard.type('Note');
    await press('Enter');
    await tabTo(dialog(page).getByLabel('Note', { exact: true }));
    await page.keyboard.type('typed');
    await tabTo(dialog(page).getByRole('button', { name: 'Change 214 shipments' }));
    await press('Enter');
    await expect(dialog(page).getByRole('heading', { name: 'Changed 209 shipments' })).toBeVisible();
    await press('Escape');
    await expect(dialog(page)).toBeHidden();
    expect(await fetchShipments(page, 'note=eq.typed')).toHaveLength(209);
  });
});

test.describe('in the demo', () => {
  test.use({ backend: 'demo' });

  test('a user without write privileges is not offered bulk actions', async ({ page }) => {
    await signIn(page, 'viewer');
    await page.goto('/tables/public/orders');
    await page.getByRole('columnheader').first().getByRole('checkbox').click();
    await expect(page.getByText(/\d+ selected/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit…' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete…' })).toBeHidden();
  });
});
