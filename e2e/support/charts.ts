import { expect, type Page } from '@playwright/test';

/** Returns the texts of a chart's table: a line for each row, with the cells separated by "|". */
export async function readChartTable(page: Page): Promise<string[]> {
  const table = page.getByRole('region', { name: /^Chart of/ }).getByRole('table');
  await expect(table).toBeAttached();
  return table.evaluate((element: HTMLTableElement) =>
    [...element.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join('|')),
  );
}

/** Creates a dashboard with tiles of tables, and returns its path. */
export async function createDashboard(page: Page, name: string, shown: readonly object[], isShared = false) {
  const query = JSON.stringify(
    shown.map((each, i) => ({ id: `t${i}`, kind: 'chart', width: 'medium', schema: 'public', ...each })),
  );
  const saved = await page.request.post('/api/rows/tableside_views?select=id', {
    headers: { Prefer: 'return=representation' },
    data: {
      ...{ table_schema: 'public', table_name: 'tableside_views', name, shared: isShared },
      query: query.replaceAll(' ', '\\u0020'),
    },
  });
  expect(saved.status(), await saved.text()).toBe(201);
  const [{ id }] = await saved.json();
  return `/dashboards/${id}`;
}
