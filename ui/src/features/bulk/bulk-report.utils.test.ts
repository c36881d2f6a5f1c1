import { expect, it } from 'vitest';
import { column, table } from '@/testing/fixtures';
import { reportCSV } from './bulk-report.utils';

it.each(['=1+1', '＝1+1', '＠SUM(1)', '\n=1+1', '-x'])(
  'no value of a report is a formula: %j',
  async (reason) => {
    const customers = table('customers', { primaryKey: ['id'], columns: [column('id', 'integer')] });
    const csv = await reportCSV(customers, [{ row: { id: '7' }, fate: 'refused', reason }], 'change');
    expect(csv.startsWith('\ufeffid,')).toBe(true);
    expect(csv).toContain(`'${reason}`);
  },
);

it('a signed number is not escaped', async () => {
  const customers = table('customers', { primaryKey: ['id'], columns: [column('id', 'integer')] });
  const csv = await reportCSV(customers, [{ row: { id: '-7' }, fate: 'refused', reason: '' }], 'change');
  expect(csv).toContain('\r\n-7,');
});
