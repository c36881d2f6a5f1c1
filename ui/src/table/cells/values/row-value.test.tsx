import { expect, test } from 'vitest';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { RowValue } from './row-value';

test('amounts have the currency of the row', () => {
  const amount = makeColumn('amount', 'numeric');
  const table = makeBaseTable('payments', { columns: [amount, makeColumn('currency', 'text')] });
  const rows = [
    { amount: '-88.5', currency: 'EUR' },
    { amount: '12', currency: 'CAD' },
    { amount: '7', currency: null },
  ];
  const { container } = renderApp(
    rows.map((row) => (
      <p key={row.amount}>
        <RowValue table={table} row={row} column={amount} />
      </p>
    )),
  );
  const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['-€88.50', 'CA$12.00', '7']);
});
