import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { RowPage } from '@/data/paging/segments/pages.utils';
import { rowKeys } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/fixtures';
import { ApiError } from '@/lib/api';
import { Visit } from '../history/visit';
import { MemoryStore } from '../outbox/outbox-store';
import type { Outcome } from './updates';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('total', 'numeric'),
]);
const view = { filters: [], order: [], columns: ['id', 'status'] };

/** A database of one row that answers when told to. */
function setUp(answer: (seen: Row, changes: Row) => Outcome) {
  const client = new QueryClient();
  client.setQueryData<RowPage>(rowKeys.page(table, view, 0), {
    rows: [
      { id: '1', status: 'draft' },
      { id: '2', status: 'x' },
    ],
    total: 2,
  });
  const sent: { seen: Row; changes: Row }[] = [];
  const visit = new Visit({
    client,
    scope: 'test',
    findTable: () => table,
    openStore: async () => new MemoryStore(),
    write: async (_, writes) =>
      writes.map((write) => {
        if (write.kind !== 'update') throw new Error('an update is all that this database takes');
        sent.push({ seen: write.seen, changes: write.changes });
        return answer(write.seen, write.changes);
      }),
  });
  const edits = visit.edits(table);
  const steps = () => {
    const { undoable, redoable } = visit.history.snapshot();
    return { undoable: undoable !== undefined, redoable: redoable !== undefined };
  };
  const shown = () => client.getQueryData<RowPage>(rowKeys.page(table, view, 0))?.rows;
  return { edits, sent, shown, steps };
}

const saves = (seen: Row, changes: Row): Outcome => ({
  kind: 'saved',
  row: { total: '9.00', ...seen, ...changes },
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
    const { edits, shown, steps } = setUp(saves);
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(shown()).toEqual([
      { id: '1', status: 'sent' },
      { id: '2', status: 'x' },
    ]);
    expect(edits.summary()).toMatchObject({ saving: 0, failure: null });
    expect(steps()).toEqual({ undoable: true, redoable: false });
    expect(edits.cell('["1"]', 'status')).toMatchObject({ phase: 'saved', value: 'sent' });
  });

  it('shows what was entered while it is being saved', async () => {
    const { edits } = setUp(saves);
    const saving = edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(edits.cell('["1"]', 'status')).toMatchObject({ phase: 'saving', value: 'sent' });
    expect(edits.summary().saving).toBe(1);
    await saving;
  });

  it('guards a second edit with what the first one left', async () => {
    const { edits, sent } = setUp(saves);
    const row = { id: '1', status: 'draft' };
    await Promise.all([edits.save(row, { status: 'a' }), edits.save(row, { status: 'b' })]);
    expect(sent.map(({ seen }) => seen.status)).toEqual(['draft', 'a']);
  });

  it('puts a refused cell back, and keeps what was entered for another try', async () => {
    const { edits, shown, steps } = setUp(() => ({ kind: 'refused', error: refusal }));
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    expect(shown()?.[0]).toEqual({ id: '1', status: 'draft' });
    expect(edits.cell('["1"]', 'status')).toBeUndefined();
    expect(edits.summary().failure).toMatchObject({
      changes: { status: 'sent' },
      outcome: { kind: 'refused' },
    });
    expect(steps().undoable).toBe(false);
  });

  it('tells the last refusal first, and the one before when that is dismissed', async () => {
    const { edits } = setUp(() => ({ kind: 'refused', error: refusal }));
    await edits.saveAll([
      { seen: { id: '1', status: 'draft' }, changes: { status: 'a' } },
      { seen: { id: '2', status: 'x' }, changes: { status: 'b' } },
    ]);
    expect(edits.summary().failure).toMatchObject({ changes: { status: 'b' } });
    edits.dismissFailure();
    expect(edits.summary().failure).toMatchObject({ changes: { status: 'a' } });
    edits.dismissFailure();
    expect(edits.summary().failure).toBeNull();
  });

  it('undoes and redoes, each guarded by the row as it was left', async () => {
    const { edits, sent, shown, steps } = setUp(saves);
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await edits.undo();
    expect(shown()?.[0]?.status).toBe('draft');
    expect(sent[1]).toMatchObject({ seen: { id: '1', status: 'sent' }, changes: { status: 'draft' } });
    await edits.redo();
    expect(shown()?.[0]?.status).toBe('sent');
    expect(steps()).toEqual({ undoable: true, redoable: false });
  });

  it('tells a failed undo, and drops the step', async () => {
    const answers: ((seen: Row, changes: Row) => Outcome)[] = [saves, () => ({ kind: 'gone' })];
    const { edits, steps } = setUp((seen, changes) => (answers.shift() ?? saves)(seen, changes));
    await edits.save({ id: '1', status: 'draft' }, { status: 'sent' });
    await edits.undo();
    expect(steps()).toEqual({ undoable: false, redoable: false });
    expect(edits.summary()).toMatchObject({ failure: { outcome: { kind: 'gone' } } });
  });

  it('follows a row whose key changed', async () => {
    const { edits, shown } = setUp(saves);
    await edits.save({ id: '1', status: 'draft' }, { id: '7' });
    expect(shown()?.[0]?.id).toBe('7');
    expect(edits.cell('["7"]', 'id')).toMatchObject({ phase: 'saved' });
    await edits.undo();
    expect(shown()?.[0]?.id).toBe('1');
  });
});
