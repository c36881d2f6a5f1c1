import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import type { RowWrite, WriteOutcome } from '../batches/row-write';
import type { UndoStep } from './change';
import { History } from './history';

const table = makeTable('orders', [
  makeColumn('id', 'integer', { identity: 'always' }),
  makeColumn('status', 'text'),
  makeColumn('note', 'text'),
  makeColumn('total', 'numeric', { generated: true }),
]);

const offline = new ApiError({
  code: 'offline',
  message: 'You are offline.',
  details: '',
  hint: '',
  status: 0,
  requestId: '',
});

/** Returns a history whose writes get their outcome from `getOutcome`, and the writes that it sent. */
function setUp(getOutcome: (write: RowWrite) => WriteOutcome = saveWrite) {
  const sent: RowWrite[] = [];
  const history = new History(async (_, writes, { onProgress, signal }) =>
    writes.map((write, i) => {
      if (signal?.aborted) return undefined;
      sent.push(write);
      onProgress?.(i + 1);
      return getOutcome(write);
    }),
  );
  const states = () => history.snapshot().changes.map(({ rows }) => rows.map(({ undone }) => undone));
  return { history, sent, states };
}

function saveWrite(write: RowWrite): WriteOutcome {
  if (write.kind === 'update') return { kind: 'saved', row: { ...write.baseRow, ...write.changes } };
  return { kind: 'saved', row: write.kind === 'insert' ? { id: '99', ...write.row } : write.baseRow };
}

const edit = (id: string, from: string, to: string) => ({
  before: { id, status: from },
  after: { id, status: to },
});

describe('History', () => {
  it('undoes and redoes an update, guarded by the row that the previous write left', async () => {
    const { history, sent } = setUp();
    history.add(table, 'Edited', [edit('1', 'a', 'b')]);
    await history.undo();
    await history.redo();
    expect(sent).toEqual([
      { kind: 'update', baseRow: { id: '1', status: 'b' }, changes: { status: 'a' } },
      { kind: 'update', baseRow: { id: '1', status: 'a' }, changes: { status: 'b' } },
    ]);
  });

  it('adds the parts of a step to one change, until it is undone', async () => {
    const { history, sent, states } = setUp();
    const step: UndoStep = {};
    history.add(table, 'Pasted', [edit('1', 'a', 'b')], { step });
    history.add(table, 'Edited', [edit('2', 'x', 'y')]);
    history.add(table, 'Pasted', [{ before: null, after: { id: '5', status: 'b' } }], { step });
    expect(states()).toEqual([[false, false], [false]]);
    await history.undo();
    await history.undo();
    expect(sent.slice(1).map(({ kind }) => kind)).toEqual(['delete', 'update']);
    history.add(table, 'Pasted', [{ before: null, after: { id: '6', status: 'b' } }], { step });
    expect(states()).toEqual([[true, true], [true], [false]]);
  });

  it('deletes an inserted row, and restores the writable columns of a deleted row', async () => {
    const { history, sent } = setUp();
    history.add(table, 'Added', [{ before: null, after: { id: '5', status: 'new', note: null } }]);
    history.add(table, 'Deleted', [{ before: { id: '6', status: 'x', note: 'n', total: '1' }, after: null }]);
    await history.undo();
    await history.undo();
    expect(sent).toEqual([
      { kind: 'insert', row: { status: 'x', note: 'n' } },
      { kind: 'delete', baseRow: { id: '5', status: 'new', note: null } },
    ]);
  });

  it('undoes the last change first, in any table, and the last row of a change first', async () => {
    const { history, sent, states } = setUp();
    history.add(table, 'Pasted', [edit('1', 'a', 'b'), edit('2', 'a', 'c')]);
    history.add({ ...table, name: 'other' }, 'Edited', [edit('9', 'a', 'b')]);
    await history.undo();
    expect(states()).toEqual([[false, false], [true]]);
    await history.undo();
    expect(sent.map((write) => 'baseRow' in write && write.baseRow.id)).toEqual(['9', '2', '1']);
  });

  it('undoes any single change, and clears the redo list after a new change', async () => {
    const { history, states } = setUp();
    history.add(table, 'Edited', [edit('1', 'a', 'b')]);
    history.add(table, 'Edited', [edit('2', 'a', 'b')]);
    await history.undo(history.snapshot().changes[0]);
    expect(states()).toEqual([[true], [false]]);
    expect(history.snapshot().nextRedo).toBe(history.snapshot().changes[0]);
    history.add(table, 'Edited', [edit('3', 'a', 'b')]);
    expect(history.snapshot().nextRedo).toBeUndefined();
  });

  it('reports why each row was rejected, and can undo the other rows later', async () => {
    let away = false;
    const { history, states } = setUp((write) => {
      if (write.kind === 'update' && write.baseRow.id === '2') return { kind: 'missing' };
      return away ? { kind: 'rejected', error: offline } : saveWrite(write);
    });
    history.add(table, 'Pasted', [edit('1', 'a', 'b'), edit('2', 'a', 'b')]);
    away = true;
    expect(await history.undo()).toMatchObject({ doneCount: 0, rejected: [{}, {}] });
    // Without a network it is still what the next press of the keys is about.
    expect(history.snapshot().nextUndo).toBe(history.snapshot().changes[0]);
    away = false;
    expect(await history.undo()).toMatchObject({
      doneCount: 1,
      rejected: [{ rejection: { kind: 'missing' } }],
    });
    expect(states()).toEqual([[true, false]]);
    expect(history.snapshot().nextUndo).toBeUndefined();
    expect(history.snapshot().changes[0]?.rows.map(({ rejection }) => rejection?.kind)).toEqual([
      undefined,
      'missing',
    ]);
  });

  it('tracks a row to another key, after an update and after a restore', async () => {
    const { history, sent } = setUp();
    history.add(table, 'Edited', [edit('6', 'a', 'b')]);
    history.add(table, 'Deleted', [{ before: { id: '6', status: 'b' }, after: null }]);
    await history.undo();
    expect(history.snapshot().changes[1]?.rows[0]).toMatchObject({ newKey: true, before: { id: '99' } });
    await history.undo();
    expect(sent[1]).toEqual({ kind: 'update', baseRow: { id: '99', status: 'b' }, changes: { status: 'a' } });

    const keyed = makeTable('codes', [makeColumn('code', 'text'), makeColumn('status', 'text')]);
    history.add(keyed, 'Edited', [{ before: { code: 'a', status: 'x' }, after: { code: 'a', status: 'y' } }]);
    history.add(keyed, 'Edited', [{ before: { code: 'a', status: 'y' }, after: { code: 'b', status: 'y' } }]);
    history.updateKeys(keyed, new Map([['["a"]', { code: 'b', status: 'y' }]]));
    await history.undo(history.snapshot().changes[2]);
    expect(sent[2]).toEqual({
      kind: 'update',
      baseRow: { code: 'b', status: 'y' },
      changes: { status: 'x' },
    });
  });

  it('deletes an inserted row also if this page changed it since', async () => {
    const { history, sent } = setUp();
    history.add(table, 'Added', [{ before: null, after: { id: '5', status: 'new', note: null } }]);
    history.updateRows(table, new Map([['["5"]', { id: '5', status: 'later', note: 'by a trigger' }]]));
    await history.undo();
    expect(sent).toEqual([{ kind: 'delete', baseRow: { id: '5', status: 'later', note: 'by a trigger' } }]);
  });

  it('stores only the columns that it needs, drops the oldest changes, and counts them', () => {
    const { history } = setUp();
    history.add(
      table,
      'Edited',
      [
        {
          before: { id: '1', status: 'a', note: 'long', total: '1' },
          after: { id: '1', status: 'b', note: 'long', total: '2' },
        },
      ],
      { changed: ['status'] },
    );
    expect(history.snapshot().changes[0]?.rows[0]).toMatchObject({
      before: { id: '1', status: 'a' },
      after: { id: '1', status: 'b' },
    });
    expect(history.snapshot().changes[0]?.rows[0]?.before).not.toHaveProperty('note');
    for (let i = 0; i < 101; i++) history.add(table, 'Edited', [edit(String(i), 'a', 'b')]);
    expect(history.snapshot()).toMatchObject({ droppedCount: 2 });
    const many = Array.from({ length: 50_000 }, (_, i) => edit(String(i), 'a', 'b'));
    history.add(table, 'Bulk', many);
    expect(history.snapshot()).toMatchObject({ droppedCount: 102, changes: [{ title: 'Bulk' }] });
  });

  it('stops on request, and continues from there on the next undo', async () => {
    const { history, sent, states } = setUp();
    history.add(table, 'Pasted', [edit('1', 'a', 'b'), edit('2', 'a', 'b'), edit('3', 'a', 'b')]);
    const stop = history.subscribe(() => {
      const [change] = history.snapshot().changes;
      if (change?.progress?.done === 1 && !change.progress.stopping) history.stop(change);
    });
    expect(await history.undo()).toMatchObject({ doneCount: 1, untriedCount: 2, rejected: [] });
    expect(states()).toEqual([[false, false, true]]);
    expect(history.snapshot().changes[0]).toMatchObject({ progress: undefined });
    stop();
    expect(await history.undo()).toMatchObject({ doneCount: 2, untriedCount: 0 });
    expect(sent).toHaveLength(3);
    expect(states()).toEqual([[true, true, true]]);
  });

  it('reports its progress', async () => {
    const { history } = setUp();
    const seen: (number | undefined)[] = [];
    history.add(table, 'Pasted', [edit('1', 'a', 'b'), edit('2', 'a', 'b')]);
    history.subscribe(() => seen.push(history.snapshot().changes[0]?.progress?.done));
    await history.undo();
    expect(seen.filter((done) => done !== undefined)).toEqual([0, 1, 2]);
    expect(seen.at(-1)).toBeUndefined();
  });
});
