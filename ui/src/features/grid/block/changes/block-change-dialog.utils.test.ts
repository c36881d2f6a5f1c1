import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { formatConfirmLabel, formatOmittedColumns, formatQuestion } from './block-change-dialog.utils';
import type { ProposedBlockChange } from './use-block-changes';

const column = makeColumn('a', 'text');
const none = {
  edits: [],
  cellCount: 0,
  problems: [],
  lockedColumns: [],
  newRows: [],
  pastEndCount: 0,
  omittedColumnCount: 0,
};
const edits = (count: number) => Array.from({ length: count }, () => ({ baseRow: {}, changes: {} }));
const problem = { row: undefined, column, text: '', problem: 'No.' };
const change = (parts: Partial<ProposedBlockChange>): ProposedBlockChange => ({
  kind: 'paste',
  ...none,
  ...parts,
});

describe('the dialog before a block is changed', () => {
  const cases: [
    name: string,
    proposal: ProposedBlockChange,
    withAdded: boolean,
    question: string,
    button: string | undefined,
  ][] = [
    [
      'many cells',
      change({ cellCount: 24, edits: edits(12) }),
      false,
      'Paste into 24 cells of 12 rows?',
      'Change 24 cells',
    ],
    [
      'one row',
      change({ kind: 'clear', cellCount: 24, edits: edits(1) }),
      false,
      'Clear 24 cells of 1 row?',
      'Change 24 cells',
    ],
    [
      'what is valid',
      change({ kind: 'fill', cellCount: 2, edits: edits(2), problems: [problem] }),
      false,
      'Fill 2 cells of 2 rows?',
      'Change the other 2 cells',
    ],
    [
      'one that is valid',
      change({ cellCount: 1, edits: edits(1), problems: [problem] }),
      false,
      'Paste into 1 cell of 1 row?',
      'Change the other cell',
    ],
    [
      'rows to add too',
      change({ cellCount: 2, edits: edits(1), newRows: [{}] }),
      true,
      'Paste into 2 cells of 1 row?',
      'Change 2 cells, add 1 row',
    ],
    ['only rows to add', change({ newRows: [{}, {}] }), true, 'Paste as new rows?', 'Add 2 rows'],
    [
      'nothing that can be',
      change({ kind: 'clear', problems: [problem] }),
      false,
      'Nothing can be cleared here',
      undefined,
    ],
  ];
  it.each(cases)('asks about %s', (_, proposal, withAdded, question, button) => {
    expect([formatQuestion(proposal), formatConfirmLabel(proposal, withAdded)]).toEqual([question, button]);
  });

  it('counts the columns without a place', () => {
    expect([formatOmittedColumns(1), formatOmittedColumns(2)].map((text) => text.split(' ')[0])).toEqual([
      'One',
      '2',
    ]);
  });
});
