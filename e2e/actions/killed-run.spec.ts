import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { isFull } from '../support/size';
import { test, type Workspace } from '../support/workspace';

// Kills the tab, the server and the database during a run over the parcels of e2e/databases/actions.sql.
// Without a trace: it records each frame of a run over 1,000 rows.
test.use({ backend: 'actions', shape: 'hosted', actionTimeout: 20_000, ...(isFull && { trace: 'off' }) });

const rowCount = isFull ? 1_000 : 100;
const killCount = isFull ? 20 : 3;

const account = { email: 'killed@example.test', password: 'correct horse battery' };
const report = (page: Page) => page.getByRole('dialog', { name: /^Send( a parcel)?: / });

/** Ends PostgreSQL without warning. localbase starts it again. */
function killDatabase({ dataFolder }: Workspace) {
  const [pid] = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Waits until the server and its backend respond. */
async function waitReady({ url }: Workspace) {
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** Returns how many rows the open report counts with an outcome. */
async function countRows(page: Page, outcome: string): Promise<number> {
  const buttons = report(page).getByRole('button', { name: new RegExp(`^${outcome} [\\d,]+$`) });
  const [text = ''] = await buttons.allTextContents();
  return Number(text.replace(/\D/g, ''));
}

/** Waits until the run has processed this number of rows. Continues it if it is paused. */
async function runUntil(page: Page, count: number) {
  const resume = report(page).getByRole('button', { name: 'Resume' });
  await expect(async () => {
    if (await resume.isVisible()) await resume.click({ timeout: 1_000 });
    let processed = 0;
    for (const outcome of ['Done', 'Failed', 'Unknown']) processed += await countRows(page, outcome);
    expect(processed).toBeGreaterThanOrEqual(count);
  }).toPass({ intervals: [50], timeout: 300_000 });
}

/** Returns the number of committed calls by row. */
async function fetchCalls(page: Page): Promise<ReadonlyMap<number, number>> {
  const calls = new Map<number, number>();
  for (let last = 0; ; ) {
    const query = new URLSearchParams({
      select: 'id,name',
      name: 'like.send_parcel *',
      id: `gt.${last}`,
      order: 'id',
      limit: '1000',
    });
    const response = await page.request.get(`/api/rows/action_calls?${query}`);
    expect(response.status(), await response.text()).toBe(200);
    const rows = (await response.json()) as { id: number; name: string }[];
    for (const { name } of rows) {
      const id = Number(name.split(' ')[1]);
      calls.set(id, (calls.get(id) ?? 0) + 1);
    }
    if (rows.length === 0) return calls;
    last = rows.at(-1)?.id ?? 0;
  }
}

/** Downloads the report, and returns the outcome of each row. */
async function downloadOutcomes(page: Page): Promise<ReadonlyMap<number, string>> {
  const download = page.waitForEvent('download');
  await report(page).getByRole('button', { name: 'Download report' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  return new Map(lines.map((line) => [Number(line.split(',')[0]), line.split(',')[2] ?? '']));
}

test('a run that is killed with its tab, its server and its database calls each row at most once', async ({
  page: firstPage,
  context,
  workspace,
}) => {
  test.setTimeout(isFull ? 1_200_000 : 180_000);
  let page = firstPage;
  expect((await page.request.post('/api/auth/sign-up', { data: account })).ok()).toBe(true);
  await page.goto(`/tables/public/parcels?id=lte.${rowCount}&order=id`);
  const grid = page.getByRole('grid', { name: 'Parcels' });
  await expect(grid.getByRole('gridcell', { name: 'Parcel 1', exact: true })).toBeVisible();
  await grid.getByRole('checkbox').first().click();
  if (rowCount > 100) await page.getByRole('button', { name: /^Select all .* matching rows/ }).click();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send' }).click();
  const submit = report(page).getByRole('button', {
    name: `Send: ${rowCount.toLocaleString('en')} parcels`,
  });
  await expect(submit).toBeVisible();
  const typed = report(page).getByRole('textbox');
  if (await typed.isVisible()) await typed.fill(String(rowCount));
  await submit.click();

  for (let kill = 0; kill < killCount; kill++) {
    await runUntil(page, Math.floor((rowCount * (kill + 0.5)) / (killCount + 1)));
    if (kill % 3 === 0) {
      await page.close();
      page = await context.newPage();
      await page.goto('/tables/public/parcels?limit=1');
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await report(page)
        .getByRole('button', { name: /^Run the other / })
        .click();
    } else {
      if (kill % 3 === 1) await workspace.crash();
      else killDatabase(workspace);
      await waitReady(workspace);
    }
  }
  await runUntil(page, rowCount);
  await expect(report(page)).toContainText(/^.*Ran on [\d,]+ of [\d,]+ rows\./s);

  const [calls, outcomes] = [await fetchCalls(page), await downloadOutcomes(page)];
  expect(outcomes.size).toBe(rowCount);
  const wrong: string[] = [];
  let unknown = 0;
  for (let id = 1; id <= rowCount; id++) {
    const [outcome, count] = [outcomes.get(id), calls.get(id) ?? 0];
    const expected = { Done: [1], Failed: [0], Unknown: [0, 1] }[outcome ?? ''] ?? [];
    if (!expected.includes(count) || (outcome === 'Failed' && id % 25 !== 0))
      wrong.push(`${id}: ${outcome}, ran ${count} times`);
    if (outcome === 'Unknown') unknown += 1;
  }
  expect(wrong).toEqual([]);
  // At most four calls are in progress when something is killed.
  expect(unknown).toBeGreaterThan(0);
  expect(unknown).toBeLessThanOrEqual(4 * killCount);
});
