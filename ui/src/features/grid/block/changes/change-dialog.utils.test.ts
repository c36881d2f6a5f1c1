import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/fixtures';
import { cutText, questionOf, wayOut } from './change-dialog.utils';
import type { Proposal } from './use-block-changes';

const column = makeColumn('a', 'text');
const none = { edits: [], cells: 0, problems: [], locked: [], added: [], past: 0, cut: 0 };
const edits = (count: number) => Array.from({ length: count }, () => ({ seen: {}, changes: {} }));
const problem = { row: undefined, column, text: '', problem: 'No.' };
const change = (parts: Partial<Proposal>): Proposal => ({ kind: 'paste', ...none, ...parts });

describe('the dialog before a block is changed', () => {
  const cases: [
    name: string,
    proposal: Proposal,
    withAdded: boolean,
    question: string,
    button: string | undefined,
  ][] = [
    [
      'many cells',
      change({ cells: 24, edits: edits(12) }),
      false,
      'Paste into 24 cells of 12 rows?',
      'Change 24 cells',
    ],
    [
      'one row',
      change({ kind: 'clear', cells: 24, edits: edits(1) }),
      false,
      'Clear 24 cells of 1 row?',
      'Change 24 cells',
    ],
    [
      'what is valid',
      change({ kind: 'fill', cells: 2, edits: edits(2), problems: [problem] }),
      false,
      'Fill 2 cells of 2 rows?',
      'Change the other 2 cells',
    ],
    [
      'one that is valid',
      change({ cells: 1, edits: edits(1), problems: [problem] }),
      false,
      'Paste into 1 cell of 1 row?',
      'Change the other cell',
    ],
    [
      'rows to add too',
      change({ cells: 2, edits: edits(1), added: [{}] }),
      true,
      'Paste into 2 cells of 1 row?',
      'Change 2 cells, add 1 row',
    ],
    ['only rows to add', change({ added: [{}, {}] }), true, 'Paste as new rows?', 'Add 2 rows'],
    [
      'nothing that can be',
      change({ kind: 'clear', problems: [problem] }),
      false,
      'Nothing can be cleared here',
      undefined,
    ],
  ];
  it.each(cases)('asks about %s', (_, proposal, withAdded, question, button) => {
    expect([questionOf(proposal), wayOut(proposal, withAdded)]).toEqual([question, button]);
  });

  it('counts the columns without a place', () => {
    expect([cutText(1), cutText(2)].map((text) => text.split(' ')[0])).toEqual(['One', '2']);
  });
});
