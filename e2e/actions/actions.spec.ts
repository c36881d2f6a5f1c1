import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/support';
import { test } from '../support/workspace';

// Tests actions with e2e/databases/actions.sql: 60 jobs, and one that nobody can change.
test.use({ backend: 'actions', actionTimeout: 20_000 });

const account = { email: 'actions@example.test', password: 'correct horse battery' };

test.beforeEach(async ({ page }) => {
  const made = await page.request.post('/api/auth/sign-up', { data: account });
  if (made.ok()) return;
  const response = await page.request.post('/api/auth/sign-in', { data: account });
  expect(response.status(), await response.text()).toBe(200);
});

const record = (page: Page) => page.getByRole('complementary', { name: 'Record' });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Returns how often a function was executed. */
async function countCalls(page: Page, name: string): Promise<number> {
  const query = new URLSearchParams({ select: 'id', name: `eq.${name}` });
  const response = await page.request.get(`/api/rows/action_calls?${query}`);
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).length;
}

async function fetchJob(page: Page, id: number): Promise<{ title: string; state: string; runs: number }> {
  const response = await page.request.get(`/api/rows/jobs?id=eq.${id}`);
  return (await response.json())[0];
}

test('a record shows its next step, runs it once on a double click, and undoes it', async ({ page }) => {
  await page.goto('/tables/public/jobs?record=id.eq.1');
  const finish = record(page).getByRole('button', { name: 'Finish', exact: true });
  await expect(finish).toHaveAttribute('data-variant', 'primary');
  await finish.dblclick();
  const toast = page.getByText('Job 1: State and Runs changed');
  await expect(toast).toBeVisible();
  // The step is done, so it is no longer offered.
  await expect(finish).toHaveCount(0);
  expect(await countCalls(page, 'finish_job 1')).toBe(1);
  await page.reload();
  await expect(record(page).getByRole('heading', { name: 'Job 1' })).toBeVisible();
  expect(await countCalls(page, 'finish_job 1')).toBe(1);
  await page.keyboard.press('Control+Shift+h');
  const line = page
    .getByRole('dialog', { name: 'Recent changes' })
    .getByRole('listitem')
    .filter({ hasText: 'State and Runs changed' });
  await expect(line).toContainText(/Finish.*Job 1.*State and Runs changed/s);
  await line.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await fetchJob(page, 1)).state).toBe('open');
  await expect(line).toContainText('Undone');
});

test('a form checks its arguments, shows the database’s error at the argument, and keeps the input', async ({
  page,
}) => {
  await page.goto('/tables/public/jobs?record=id.eq.2');
  await record(page).getByRole('button', { name: 'Rename a job' }).click();
  const form = page.getByRole('dialog', { name: 'Rename a job' });
  await expect(form).toContainText('For Job 2');
  await expect(form).toContainText('The new title is visible to everyone.');
  const submit = form.getByRole('button', { name: 'Rename a job' });
  await submit.click();
  const title = form.getByRole('textbox', { name: /^Title/ });
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('Jo');
  await title.press('Enter');
  await expect(form.getByRole('alert')).toHaveText(/The title is too short\. Use three letters or more\./);
  await expect(title).toHaveValue('Jo');
  await expectAccessible(page);
  await title.fill('Renamed job');
  await title.press('Enter');
  await expect(form).toBeHidden();
  await expect(record(page).getByRole('heading', { name: 'Renamed job' })).toBeVisible();
  // Functions without EXECUTE have no button.
  await expect(page.getByText('Archive a job')).toHaveCount(0);
});

test('the palette opens a form with every type of argument by keyboard alone', async ({ page }) => {
  await page.goto('/tables/public/jobs');
  await expect(page.getByRole('grid', { name: 'Jobs' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox').first();
  await search.fill('every type');
  await search.press('Enter');
  const form = page.getByRole('dialog', { name: 'Every type of argument' });
  await form.getByLabel(/^State/).press('Enter');
  await page.getByRole('option', { name: 'checked' }).press('Enter');
  await form.getByRole('textbox', { name: /^Due/ }).fill('2026-12-24');
  await form.getByRole('textbox', { name: /^At/ }).fill('2026-12-24 18:00');
  await form.getByRole('textbox', { name: /^Options/ }).fill('{"gift": [1, 2.50]}');
  const sizes = form.getByRole('textbox', { name: /^Sizes/ });
  await sizes.fill('4');
  await sizes.press('Enter');
  await sizes.fill('8');
  await sizes.press('Enter');
  await form.getByRole('textbox', { name: /^Box/ }).fill('{"width": 3, "height": 4}');
  await form.getByRole('textbox', { name: /^Amount/ }).fill('much');
  await form.getByRole('button', { name: 'Every type of argument' }).press('Enter');
  await expect(form.getByRole('textbox', { name: /^Amount/ })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: /^Amount/ }).fill('12.34');
  await form.getByRole('button', { name: 'Every type of argument' }).press('Enter');
  const result = form.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('"checked"');
  for (const text of ['2026-12-24', 'gift', '12.34', 'width', '4', '8'])
    await expect(result).toContainText(text);
  await form.getByText('Developer view').click();
  await expect(form).toContainText('POST /api/rpc/describe_arguments');
});

test('a selection runs once per row, or in one call, with the outcome of each row', async ({ page }) => {
  await page.goto('/tables/public/jobs?id=in.(10,11,12,61)&order=id');
  const grid = page.getByRole('grid', { name: 'Jobs' });
  await expect(grid.getByRole('row')).toHaveCount(5);
  await grid.getByRole('checkbox').first().click();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'List titles' }).click();
  const list = page.getByRole('dialog', { name: 'List titles' });
  await list.getByRole('button', { name: 'List titles' }).click();
  await expect(list.getByRole('grid')).toContainText('Hidden job');
  await expect(list).toContainText('4 rows');
  await list.getByRole('button', { name: 'Done' }).click();

  if (!(await button(page, 'Actions').isVisible())) await grid.getByRole('checkbox').first().click();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Finish' }).click();
  const run = page.getByRole('dialog', { name: 'Finish a job: 4 jobs' });
  await expect(run).toContainText('Job 10, Job 11, Job 12 and 1 more');
  await run.getByRole('button', { name: 'Finish: 4 jobs' }).click();
  await expect(dialog(page)).toContainText('Ran on 3 of 4 rows.');
  // The hidden row: the error of the database in readable text.
  await expect(dialog(page).getByRole('row', { name: /Hidden job/ })).toContainText(
    'You can’t finish this job. Ask its owner.'.replace('’', "'"),
  );
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download report' }).click();
  expect((await download).suggestedFilename()).toBe('finish-report.csv');
  for (const id of [10, 11, 12]) expect(await fetchJob(page, id)).toMatchObject({ state: 'done', runs: 1 });

  // The inverse runs on the rows that are done, and cannot be run again.
  await dialog(page).getByRole('button', { name: 'Undo 3 rows' }).click();
  const undo = page.getByRole('dialog', { name: 'Reopen job: 3 rows' });
  await expect(undo).toContainText('Ran on all 3 rows.');
  for (const id of [10, 11, 12]) expect(await fetchJob(page, id)).toMatchObject({ state: 'open', runs: 1 });
  await undo.getByRole('button', { name: 'Close' }).last().click();
  await page.keyboard.press('Control+Shift+h');
  const lines = page.getByRole('dialog', { name: 'Recent changes' }).getByRole('listitem');
  const undone = lines.filter({ hasText: 'Ran on 3 of 4 rows.' });
  await expect(undone).toContainText('Undone');
  await expect(undone.getByRole('button', { name: /Undo/ })).toHaveCount(0);
});

test('a page that closes during a run knows afterwards what is done, unknown and not run', async ({
  page,
}) => {
  const held: (() => void)[] = [];
  await page.route('**/api/rpc/finish_job', async (route) => {
    const { job_id: id } = route.request().postDataJSON() as { job_id: number };
    if (id >= 25) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await page.goto('/tables/public/jobs?id=gte.21&id=lte.40&order=id');
  const grid = page.getByRole('grid', { name: 'Jobs' });
  await expect(grid.getByRole('gridcell', { name: 'Job 21', exact: true })).toBeVisible();
  await grid.getByRole('checkbox').first().click();
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Finish' }).click();
  await dialog(page).getByRole('button', { name: 'Finish: 20 jobs' }).click();
  await expect.poll(() => held.length).toBe(4);
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const report = page.getByRole('dialog', { name: /^Finish: 20 jobs/ });
  await expect(report).toContainText('Interrupted. 12 rows not run.');
  await expect(report).toContainText('It is unknown whether it ran on 4 rows.');
  await report.getByRole('button', { name: 'Run the other 12' }).click();
  await expect(report).toContainText('Ran on 16 of 20 rows.');
  await expect(report.getByRole('button', { name: /^Unknown 4/ })).toHaveAttribute('aria-pressed', 'true');
  for (let id = 21; id <= 40; id++) expect(await countCalls(page, `finish_job ${id}`)).toBeLessThanOrEqual(1);
});

test('a call without a response has an unknown outcome, and is not repeated', async ({ page }) => {
  await page.goto('/actions/public.sleep');
  await page.route('**/api/rpc/sleep', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByLabel(/^Seconds/).fill('0.01');
  await page.getByLabel(/^Seconds/).press('Enter');
  await expect(page.getByText('It is unknown whether the action ran.')).toBeVisible();
  expect(await countCalls(page, 'sleep')).toBe(1);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Unknown');
  expect(await countCalls(page, 'sleep')).toBe(1);
});

test('Markdown results are sanitized', async ({ page }) => {
  await page.goto('/actions/public.report_in_markdown');
  await page.getByRole('button', { name: 'Markdown report' }).press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('heading', { name: 'Report' })).toBeVisible();
  await expect(result.getByRole('table')).toContainText('One');
  await expect(result.locator('img, a')).toHaveCount(0);
  await expectAccessible(page);
});

test('a board dims the lanes that no transition or action reaches, and runs the action on a drop', async ({
  page,
}) => {
  await page.goto('/tables/public/jobs?view=board.state&id=in.(50,51)');
  const card = page.getByRole('button', { name: /Job 50/ });
  await expect(card).toBeVisible();
  await card.press('Space');
  const lane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`, 'i') });
  await expect(lane('closed')).toHaveAttribute('data-dimmed', 'true');
  for (const name of ['open', 'checked', 'done']) await expect(lane(name)).not.toHaveAttribute('data-dimmed');
  await card.press('ArrowRight');
  await card.press('ArrowRight');
  await card.press('Space');
  await expect(page.getByText('State of Job 50 is now done')).toBeVisible();
  expect(await fetchJob(page, 50)).toMatchObject({ state: 'done', runs: 1 });

  // The same with the pointer.
  const other = page.getByRole('button', { name: /Job 51/ });
  await other.hover(); // waits until the card has moved to the place of the first
  const start = await other.boundingBox();
  const end = await lane('done').boundingBox();
  if (!start || !end) throw new Error('nothing to drag, or nowhere to drag it');
  await page.mouse.move(start.x + 40, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + 40, { steps: 4 });
  await expect(lane('closed')).toHaveAttribute('data-dimmed', 'true');
  for (const name of ['open', 'checked', 'done']) await expect(lane(name)).not.toHaveAttribute('data-dimmed');
  await page.mouse.move(end.x + end.width / 2, end.y + 90, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText('State of Job 51 is now done')).toBeVisible();
  await expect(lane('closed')).not.toHaveAttribute('data-dimmed');
  expect(await fetchJob(page, 51)).toMatchObject({ state: 'done', runs: 1 });
});

test('a row’s menu reads the columns that decide about its actions', async ({ page }) => {
  const changed = await page.request.patch('/api/rows/jobs?id=eq.57', { data: { state: 'closed' } });
  expect(changed.status(), await changed.text()).toBe(200);
  // The view does not show the state, on which Finish depends.
  await page.goto('/tables/public/jobs?select=title&id=in.(57,58)&order=id');
  const menu = page.getByRole('menu');
  await page.getByRole('gridcell', { name: /^Job 57/ }).click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Rename a job' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Finish' })).toHaveCount(0);
  await menu.press('Escape');
  await page.getByRole('gridcell', { name: /^Job 58/ }).click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Finish' }).click();
  await expect(page.getByText('Job 58: State and Runs changed')).toBeVisible();
});

test('a file argument uploads the file, and the function gets its path', async ({ page }) => {
  await page.goto('/actions/public.import_list');
  const submit = button(page, 'Import a list');
  await submit.click();
  const choose = page.getByLabel(/^List/);
  await expect(choose).toHaveAttribute('aria-invalid', 'true');
  const chooser = page.waitForEvent('filechooser');
  await choose.click();
  await (await chooser).setFiles({
    name: 'Größe 1.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title\nA\n'),
  });
  await expect(page.getByRole('status').filter({ hasText: /\.csv$/ })).toBeVisible();
  await submit.click();
  // The result is a file in storage, with a link to its page.
  const link = page
    .getByRole('region', { name: 'Result' })
    .getByRole('link', { name: /^new\/[^/]+\/.*\.csv$/ });
  const path = await link.textContent();
  const file = await page.request.get(`/api/files/lists/${path}`);
  expect(await file.text()).toBe('title\nA\n');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a record’s next step is a button', async ({ page }) => {
    await page.goto('/tables/public/jobs?record=id.eq.55');
    await page.getByRole('button', { name: 'Finish', exact: true }).tap();
    await expect(page.getByText('Job 55: State and Runs changed')).toBeVisible();
    await page.goto('/actions');
    await page.getByRole('link', { name: /Rename a job/ }).tap();
    await expect(page.getByRole('heading', { name: 'Rename a job' })).toBeVisible();
    await expectAccessible(page);
  });
});
