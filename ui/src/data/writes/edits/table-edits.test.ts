import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { RowPage } from '@/data/paging/segments/page-plan';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import type { SentOutcome } from '../batches/row-write';
import { ChangeSession } from '../history/change-session';
import { MemoryOutboxStore } from '../outbox/outbox-store';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('total', 'numeric'),
]);
const view = { filters: [], order: [], columns: ['id', 'status'] };

/** Returns the edits of a page with two rows. `getOutcome` returns the outcome of each update. */
function setUp(getOutcome: (baseRow: Row, changes: Row) => SentOutcome) {
  const client = new QueryClient();
  client.setQueryData<RowPage>(rowKeys.page(table, view, 0), {
    rows: [
      { id: '1', status: 'draft' },
      { id: '2', status: 'x' },
    ],
    total: 2,
  });
  const sent: { baseRow: Row; changes: Row }[] = [];
  const session = new ChangeSession({
    client,
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryOutboxStore(),
    write: async (_, writes) =>
      writes.map((write) => {
        if (write.kind !== 'update') throw new Error('an update is all that this database takes');
        sent.push({ baseRow: write.baseRow, changes: write.changes });
        return getOutcome(write.baseRow, write.changes);
      }),
  });
  const edits = session.edits(table);
  const steps = () => {
    const { nextUndo, nextRedo } = session.history.snapshot();
    return { nextUndo: nextUndo !== undefined, nextRedo: nextRedo !== undefined };
  };
  const shown = () => client.getQueryData<RowPage>(rowKeys.page(table, view, 0))?.rows;
  return { session, edits, sent, shown, steps };
}

const saveRow = (baseRow: Row, changes: Row): SentOutcome => ({
  kind: 'saved',
  row: { total: '9.00', ...baseRow, ...changes },
});
const rejection = new ApiError({
  code: 'P0001',
  message: 'No.',
  details: '',
  hint: '',
  status: 400,
  requestId: '',
});

describe('TableEdits', () => {
  it('puts the row that the database returned into the loaded page, in the columns of the page', async () => {
    const { edits, shown, steps } = setUp(saveRow);
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(shown()).toEqual([
      { id: '1', status: 'sent' },
      { id: '2', status: 'x' },
    ]);
    expect(edits.snapshot()).toMatchObject({ savingCount: 0, failedEdit: null });
    expect(steps()).toEqual({ nextUndo: true, nextRedo: false });
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'saved', value: 'sent' });
  });

  it('shows the entered value while it is being saved', async () => {
    const { edits } = setUp(saveRow);
    const saving = edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'saving', value: 'sent' });
    expect(edits.snapshot().savingCount).toBe(1);
    await saving;
  });

  it('guards a second edit with the row that the first edit left', async () => {
    const { edits, sent } = setUp(saveRow);
    const row = { id: '1', status: 'draft' };
    await Promise.all([edits.save(row, { status: 'a' }), edits.save(row, { status: 'b' })]);
    expect(sent.map(({ baseRow }) => baseRow.status)).toEqual(['draft', 'a']);
  });

  it('restores a rejected cell, and reports the entered value for another attempt', async () => {
    const { edits, shown, steps } = setUp(() => ({ kind: 'rejected', error: rejection }));
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(shown()?.[0]).toEqual({ id: '1', status: 'draft' });
    expect(edits.cellStatus('["1"]', 'status')).toBeUndefined();
    expect(edits.snapshot().failedEdit).toMatchObject({
      changes: { status: 'sent' },
      outcome: { kind: 'rejected' },
    });
    expect(steps().nextUndo).toBe(false);
  });

  it('reports the last rejection first, and the previous rejection when that is dismissed', async () => {
    const { edits } = setUp(() => ({ kind: 'rejected', error: rejection }));
    await edits.saveAll([
      { baseRow: { id: '1', status: 'draft' }, changes: { status: 'a' } },
      { baseRow: { id: '2', status: 'x' }, changes: { status: 'b' } },
    ]);
    expect(edits.snapshot().failedEdit).toMatchObject({ changes: { status: 'b' } });
    edits.dismissFailedEdit();
    expect(edits.snapshot().failedEdit).toMatchObject({ changes: { status: 'a' } });
    edits.dismissFailedEdit();
    expect(edits.snapshot().failedEdit).toBeNull();
  });

  it('undoes and redoes, each guarded by the row that the previous write left', async () => {
    const { session, edits, sent, shown, steps } = setUp(saveRow);
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await session.undo();
    expect(shown()?.[0]?.status).toBe('draft');
    expect(sent[1]).toMatchObject({ baseRow: { id: '1', status: 'sent' }, changes: { status: 'draft' } });
    await session.redo();
    expect(shown()?.[0]?.status).toBe('sent');
    expect(steps()).toEqual({ nextUndo: true, nextRedo: false });
  });

  it('reports a failed undo, and removes the step', async () => {
    const outcomes: ((baseRow: Row, changes: Row) => SentOutcome)[] = [saveRow, () => ({ kind: 'missing' })];
    const { session, edits, steps } = setUp((baseRow, changes) =>
      (outcomes.shift() ?? saveRow)(baseRow, changes),
    );
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await session.undo();
    expect(steps()).toEqual({ nextUndo: false, nextRedo: false });
    expect(edits.snapshot()).toMatchObject({ failedEdit: { outcome: { kind: 'missing' } } });
  });

  it('tracks a row whose key changed', async () => {
    const { session, edits, shown } = setUp(saveRow);
    await edits.save({ id: '1', status: 'draft' }, { id: '7' });
    expect(shown()?.[0]?.id).toBe('7');
    expect(edits.cellStatus('["7"]', 'id')).toMatchObject({ status: 'saved' });
    await session.undo();
    expect(shown()?.[0]?.id).toBe('1');
  });
});
