import { expect, it } from 'vitest';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { formatReportCSV } from './bulk-report.utils';

it.each(['=1+1', '＝1+1', '＠SUM(1)', '\n=1+1', '-x'])(
  'no value of a report is a formula: %j',
  async (reason) => {
    const customers = makeBaseTable('customers', {
      primaryKey: ['id'],
      columns: [makeColumn('id', 'integer')],
    });
    const csv = await formatReportCSV(
      customers,
      [{ row: { id: '7' }, outcome: 'rejected', reason }],
      'change',
    );
    expect(csv.startsWith('\ufeffid,')).toBe(true);
    expect(csv).toContain(`'${reason}`);
  },
);

it('a signed number is not escaped', async () => {
  const customers = makeBaseTable('customers', {
    primaryKey: ['id'],
    columns: [makeColumn('id', 'integer')],
  });
  const csv = await formatReportCSV(
    customers,
    [{ row: { id: '-7' }, outcome: 'rejected', reason: '' }],
    'change',
  );
  expect(csv).toContain('\r\n-7,');
});
