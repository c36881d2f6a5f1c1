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

/** A database of one row that answers when told to. */
function setUp(answer: (baseRow: Row, changes: Row) => SentOutcome) {
  const client = new QueryClient();
  client.setQueryData<RowPage>(rowKeys.page(table, view, 0), {
    rows: [
      { id: '1', status: 'draft' },
      { id: '2', status: 'x' },
    ],
    total: 2,
  });
  const sent: { baseRow: Row; changes: Row }[] = [];
  const visit = new ChangeSession({
    client,
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryOutboxStore(),
    write: async (_, writes) =>
      writes.map((write) => {
        if (write.kind !== 'update') throw new Error('an update is all that this database takes');
        sent.push({ baseRow: write.baseRow, changes: write.changes });
        return answer(write.baseRow, write.changes);
      }),
  });
  const edits = visit.edits(table);
  const steps = () => {
    const { nextUndo, nextRedo } = visit.history.snapshot();
    return { nextUndo: nextUndo !== undefined, nextRedo: nextRedo !== undefined };
  };
  const shown = () => client.getQueryData<RowPage>(rowKeys.page(table, view, 0))?.rows;
  return { visit, edits, sent, shown, steps };
}

const saveRow = (baseRow: Row, changes: Row): SentOutcome => ({
  kind: 'saved',
  row: { total: '9.00', ...baseRow, ...changes },
});
const refusal = new ApiError({
  code: 'P0001',
  message: 'No.',
  details: '',
  hint: '',
  status: 400,
  requestId: '',
});

describe('Edits', () => {
  it('shows the row as the database answered, in the columns that a page has', async () => {
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

  it('shows what was entered while it is being saved', async () => {
    const { edits } = setUp(saveRow);
    const saving = edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(edits.cellStatus('["1"]', 'status')).toMatchObject({ status: 'saving', value: 'sent' });
    expect(edits.snapshot().savingCount).toBe(1);
    await saving;
  });

  it('guards a second edit with what the first one left', async () => {
    const { edits, sent } = setUp(saveRow);
    const row = { id: '1', status: 'draft' };
    await Promise.all([edits.save(row, { status: 'a' }), edits.save(row, { status: 'b' })]);
    expect(sent.map(({ baseRow }) => baseRow.status)).toEqual(['draft', 'a']);
  });

  it('puts a refused cell back, and keeps what was entered for another try', async () => {
    const { edits, shown, steps } = setUp(() => ({ kind: 'rejected', error: refusal }));
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(shown()?.[0]).toEqual({ id: '1', status: 'draft' });
    expect(edits.cellStatus('["1"]', 'status')).toBeUndefined();
    expect(edits.snapshot().failedEdit).toMatchObject({
      changes: { status: 'sent' },
      outcome: { kind: 'rejected' },
    });
    expect(steps().nextUndo).toBe(false);
  });

  it('tells the last refusal first, and the one before when that is dismissed', async () => {
    const { edits } = setUp(() => ({ kind: 'rejected', error: refusal }));
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

  it('undoes and redoes, each guarded by the row as it was left', async () => {
    const { visit, edits, sent, shown, steps } = setUp(saveRow);
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await visit.undo();
    expect(shown()?.[0]?.status).toBe('draft');
    expect(sent[1]).toMatchObject({ baseRow: { id: '1', status: 'sent' }, changes: { status: 'draft' } });
    await visit.redo();
    expect(shown()?.[0]?.status).toBe('sent');
    expect(steps()).toEqual({ nextUndo: true, nextRedo: false });
  });

  it('tells a failed undo, and drops the step', async () => {
    const answers: ((baseRow: Row, changes: Row) => SentOutcome)[] = [saveRow, () => ({ kind: 'missing' })];
    const { visit, edits, steps } = setUp((baseRow, changes) =>
      (answers.shift() ?? saveRow)(baseRow, changes),
    );
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await visit.undo();
    expect(steps()).toEqual({ nextUndo: false, nextRedo: false });
    expect(edits.snapshot()).toMatchObject({ failedEdit: { outcome: { kind: 'missing' } } });
  });

  it('follows a row whose key changed', async () => {
    const { visit, edits, shown } = setUp(saveRow);
    await edits.save({ id: '1', status: 'draft' }, { id: '7' });
    expect(shown()?.[0]?.id).toBe('7');
    expect(edits.cellStatus('["7"]', 'id')).toMatchObject({ status: 'saved' });
    await visit.undo();
    expect(shown()?.[0]?.id).toBe('1');
  });
});
