import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { signUpAndReset } from '../support/bulk';
import { expectAccessible, signIn, watchErrors } from '../support/support';
import { test, type Workspace } from '../support/workspace';

// Tests summaries and groups of many rows with e2e/databases/bulk.sql: 614 shipments, of which 214 are open.
test.use({ backend: 'bulk', actionTimeout: 20_000 });

/** Turns PostgREST's aggregate functions on or off, as the project's owner would. */
function switchAggregates(workspace: Workspace, on: boolean) {
  const file = join(process.env.E2E_DATA ?? '', 'aggregates.sql');
  const change = on ? `set pgrst.db_aggregates_enabled = 'true'` : 'reset pgrst.db_aggregates_enabled';
  writeFileSync(file, `alter role authenticator ${change};\nnotify pgrst, 'reload config';\n`);
  workspace.runSQL(file);
}

/** Removes the functions with which the backend computes aggregates without PostgREST's. */
function dropAggregateFunctions(workspace: Workspace) {
  const file = join(process.env.E2E_DATA ?? '', 'drop-functions.sql');
  writeFileSync(
    file,
    `drop function if exists public.tableside_aggregate(text, text, jsonb, jsonb, jsonb, text, integer);
drop function if exists public.tableside_aggregates(text, text, jsonb, text, integer);
notify pgrst, 'reload schema';
`,
  );
  workspace.runSQL(file);
}

/** Waits until the backend has read the setting of aggregate functions, which it does asynchronously. */
async function waitForAggregates(page: Page, on: boolean) {
  const path = '/api/rows/shipments?select=count()';
  await expect.poll(async () => (await page.request.get(path)).ok()).toBe(on);
}

/** Returns the sum of the weights of the shipments 1 to `last`, formatted as on the page. */
function formatWeightSum(last: number) {
  let cents = 0;
  for (let n = 1; n <= last; n++) cents += n === 50 || n === 150 ? 999_99 : n * 100 + 10;
  return (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}

const summaryButton = (page: Page, name: RegExp) => page.getByRole('grid').getByRole('button', { name });

async function chooseSummary(page: Page, column: string, fn: string) {
  await summaryButton(page, new RegExp(` of ${column}(,|$)`)).press('Enter');
  await page.getByRole('menuitemradio', { name: fn, exact: true }).click();
}

test.describe('a summary row', () => {
  test('includes all rows with tableside_aggregate() or aggregate functions, and else the loaded rows', async ({
    page,
    workspace,
  }) => {
    const errors = watchErrors(page);
    switchAggregates(workspace, false);
    await signUpAndReset(page);
    await page.goto('/tables/public/shipments?select=label,status,weight,sent_on,note&id=lte.300&order=id');
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Summary', exact: true }).click();
    const sumOfAll = new RegExp(
      `^Sum of Weight, all matching rows: ${formatWeightSum(300).replace('.', '\\.')}$`,
    );

    await test.step('with tableside_aggregate()', async () => {
      await expect(summaryButton(page, sumOfAll)).toBeVisible();
    });

    await test.step('without any aggregates', async () => {
      dropAggregateFunctions(workspace);
      const path = '/api/aggregates/shipments?select=weight.sum()';
      await expect.poll(async () => (await page.request.get(path)).status()).toBe(501);
      await page.reload();
      const sum = summaryButton(page, /^Sum of Weight, \d+ loaded rows: /);
      const loaded = Number(/, (\d+) loaded/.exec((await sum.getAttribute('aria-label')) ?? '')?.[1]);
      expect(loaded).toBeLessThan(300);
      await expect(sum).toHaveText(`Sum of ${loaded} loaded${formatWeightSum(loaded)}`);
      await chooseSummary(page, 'Label', 'Count');
      await expect(summaryButton(page, /^Count of Label, all matching rows: 300$/)).toBeVisible();
      await chooseSummary(page, 'Sent on', 'Latest');
      await expect(summaryButton(page, /^Latest of Sent on, all matching rows: 28 Oct 2026$/)).toBeVisible();
      await chooseSummary(page, 'Note', 'Empty');
      await expect(summaryButton(page, /^Empty of Note, all matching rows: 300$/)).toBeVisible();
      await expectAccessible(page);
      await summaryButton(page, /^Sum of Weight/).press('Enter');
      await page.getByRole('menuitem', { name: 'Why only loaded rows?' }).click();
      const why = page.getByRole('dialog', { name: 'Sums of all rows are disabled' });
      await expect(why).toContainText("alter role authenticator set pgrst.db_aggregates_enabled = 'true';");
      await why.getByRole('button', { name: 'Close', exact: true }).last().click();
    });

    await test.step('of the selected rows, without rounding errors', async () => {
      await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
      for (const label of ['S-1', 'S-2', 'S-3']) {
        await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).click();
      }
      await expect(summaryButton(page, /^Sum of Weight, 3 selected rows: 6\.30$/)).toBeVisible();
      await expect(summaryButton(page, /^Latest of Sent on, 3 selected rows: none$/)).toBeVisible();
      await page.getByRole('button', { name: 'Clear selection' }).click();
    });

    await test.step('of a block of cells', async () => {
      const cell = (row: number) =>
        page.getByRole('grid').getByRole('row').nth(row).getByRole('gridcell').nth(3);
      await cell(1).click();
      await cell(4).click({ modifiers: ['Shift'] });
      await expect(page.getByText('Sum 10.40')).toBeVisible();
      await expect(page.getByText('Average 2.60')).toBeVisible();
    });

    await test.step('with aggregate functions', async () => {
      switchAggregates(workspace, true);
      await waitForAggregates(page, true);
      await page.reload();
      // The chosen functions are stored for this user.
      await expect(summaryButton(page, sumOfAll)).toBeVisible();
      await expect(summaryButton(page, /^Count of Label, all matching rows: 300$/)).toBeVisible();
      await expect(summaryButton(page, /^Empty of Note, all matching rows: 300$/)).toBeVisible();
      await chooseSummary(page, 'Weight', 'Average');
      await expect(summaryButton(page, /^Average of Weight, all matching rows: 156\.60$/)).toBeVisible();
    });
    expect(errors).toEqual([]);
  });
});

test.describe('a summary row in the demo', () => {
  test.use({ backend: 'demo' });

  test('includes all rows', async ({ page }) => {
    await signIn(page, 'owner');
    await page.goto('/tables/public/orders?select=number,total');
    await expect(page.getByText(/^612 rows/)).toBeVisible();
    await page.getByRole('button', { name: 'Summary', exact: true }).click();
    await expect(summaryButton(page, /^Sum of Total, all matching rows: €[\d,]+\.\d\d$/)).toBeVisible();
  });
});

test.describe('groups', () => {
  test('are the same with and without the backend’s aggregate functions', async ({ page, workspace }) => {
    const errors = watchErrors(page);
    const head = (name: RegExp) => page.getByRole('gridcell').getByRole('button', { name });
    const groupRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('group_size')) groupRequests.push(request.url());
    });
    await signUpAndReset(page);
    for (const on of [false, true]) {
      switchAggregates(workspace, on);
      await waitForAggregates(page, on);
      await test.step(on ? 'with aggregate functions' : 'without', async () => {
        groupRequests.length = 0;
        await page.goto('/tables/public/shipments?select=label,status,weight&order=id&group=status');
        await expect(head(/^Status: Open, 214 rows/)).toBeVisible();
        expect(groupRequests.length).toBe(on ? 1 : 0);
        await expect(page.getByText('614 rows in 2 groups')).toBeVisible();
        await head(/^Status: Open/).click();
        await expect(head(/^Status: Done, 400 rows/)).toBeVisible();
        await expect(page.getByRole('grid').getByRole('row').nth(3)).toContainText('S-215');

        // A filter changes the counts, and an edit moves a row and updates both counts.
        await page.goto('/tables/public/shipments?select=label,status,weight&order=id&id=lte.9&group=status');
        await expect(head(/^Status: Open, 9 rows/)).toBeVisible();
        await page.getByRole('gridcell', { name: 'Open', exact: true }).first().click();
        await page.keyboard.press('Enter');
        await page.getByRole('option', { name: 'done' }).click();
        await expect(head(/^Status: Open, 8 rows/)).toBeVisible();
        await expect(head(/^Status: Done, 1 row/)).toBeVisible();
        await page.keyboard.press('Control+z');
        await expect(head(/^Status: Open, 9 rows/)).toBeVisible();

        // With more values than the maximum number of groups, a notice appears and no row is missing.
        await page.goto('/tables/public/shipments?select=label,status,weight&order=id&group=weight');
        await expect(page.getByText(`in the first ${on ? 500 : 100} groups`)).toBeVisible();
        await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: grid.scrollHeight }));
        await expect(page.getByRole('grid').getByRole('row').last()).toContainText('999.99');
      });
    }
    switchAggregates(workspace, false);
    expect(errors).toEqual([]);
  });
});
