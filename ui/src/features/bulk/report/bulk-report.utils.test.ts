import { expect, it } from 'vitest';
import type { BulkState } from '@/data/writes/bulk/bulk.types';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { formatReportCSV, getShownPhase } from './bulk-report.utils';

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

it('a job that was canceled during its last request is done', () => {
  const state = { phase: 'canceled', isFinished: true, total: 2 } as BulkState;
  const counts = { saved: 2, unchanged: 0, rejected: 0, missing: 0, conflict: 0, unknown: 0 };
  expect(getShownPhase({ ...state, counts })).toBe('done');
  expect(getShownPhase({ ...state, counts: { ...counts, saved: 1 } })).toBe('canceled');
  expect(getShownPhase({ ...state, counts, isFinished: false })).toBe('canceled');
});
