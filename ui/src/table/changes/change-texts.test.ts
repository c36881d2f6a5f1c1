import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Change, ChangedRow } from '@/data/writes/history/change';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { ApiError } from '@/lib/api';
import { makeSchema } from '@/testing/api-fixtures';
import {
  canOpenRow,
  describeChange,
  describeQueueReason,
  describeRejections,
  describeState,
  groupEntries,
  isAboutRecord,
} from './change-texts';

const table = makeTable('customers', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
const edited: ChangedRow = {
  before: { id: '1', name: 'Ada' },
  after: { id: '1', name: 'Grace' },
  undone: false,
};
const deleted: ChangedRow = { before: { id: '2', name: 'Mary' }, after: null, undone: false };
const change = (title: string, ...rows: ChangedRow[]): Change => ({ id: '1', at: 0, table, title, rows });
const error = new ApiError({
  code: 'P0001',
  message: 'No.',
  details: '',
  hint: '',
  status: 400,
  requestId: '',
});

describe('texts of a change', () => {
  it.each([
    [change('Edited', edited), 'Edited Grace'],
    [change('Edited', { ...edited, undone: true }), 'Edited Ada'],
    [change('Deleted', deleted), 'Deleted Mary'],
    [change('Pasted', edited, deleted), 'Pasted 2 rows'],
    [change('Changed 214 customers', edited, deleted), 'Changed 214 customers'],
    [change('Changed 1 customer', edited), 'Changed Grace'],
  ])('%#', (described, text) => expect(describeChange(described)).toBe(text));

  it('states what is undone', () => {
    const undone = { ...edited, undone: true };
    expect(describeState(change('Edited', edited))).toBeUndefined();
    expect(describeState(change('Edited', undone))).toBe('Undone');
    expect(describeState(change('Pasted', edited, undone))).toBe('1 of 2 undone');
    const progress = { direction: 'undo', done: 40, total: 2000 } as const;
    expect(describeState({ ...change('Pasted', edited, undone), progress })).toBe('Undoing 40 of 2,000…');
  });

  it('lists each reason once, with the number of its rows', () => {
    const rejected = { ...edited, rejection: { kind: 'rejected', error } as const };
    const missing = { ...edited, rejection: { kind: 'missing' } as const };
    const schema = makeSchema([table]);
    expect(describeRejections(schema, change('Edited', rejected))).toEqual(['No.']);
    expect(describeRejections(schema, change('Pasted', rejected, missing, rejected, edited))).toEqual([
      '2 rows: No.',
      '1 row: This row was deleted, or you can’t see it any more.',
    ]);
  });

  it('finds whether a row can be opened, and whether a change affects a record', () => {
    expect([edited, deleted, { ...deleted, undone: true }].map(canOpenRow)).toEqual([true, false, true]);
    const record = { table, rowKey: '["2"]', heading: 'Mary' };
    expect(isAboutRecord(change('Deleted', deleted), record)).toBe(true);
    expect(isAboutRecord(change('Edited', edited), record)).toBe(false);
  });
});

describe('queued edits', () => {
  const entry = (id: number, batch: string, state: OutboxEntry['state'] = 'queued', code?: string) =>
    ({ id, batch, state, error: code ? { code } : null }) as OutboxEntry;

  it('form one group per batch, and each failed edit forms a separate group', () => {
    const groups = groupEntries([
      entry(1, 'a'),
      entry(2, 'a'),
      entry(3, 'b'),
      entry(4, 'a', 'failed'),
      entry(5, 'a', 'failed'),
    ]);
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 2], [3], [4], [5]]);
  });

  it.each([
    ['not_signed_in', 'Sign in again'],
    ['offline', 'online again'],
    ['backend_unreachable', 'when it responds'],
    [undefined, 'Sending'],
  ])('have a reason after %s', (code, text) =>
    expect(describeQueueReason([entry(1, 'a', 'queued', code)])).toContain(text),
  );
});
