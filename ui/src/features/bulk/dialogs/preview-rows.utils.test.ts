import { expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { pickPreviewRows } from './preview-rows.utils';

const rows: Row[] = Array.from({ length: 9 }, (_, i) => ({ id: String(i), note: i < 7 ? null : 'old' }));
const replaceNote = ({ note }: Row): Row => ({ note: note === 'old' ? 'new' : (note ?? null) });
const listIds = (change: (row: Row) => Row) => pickPreviewRows(rows, change).shown.map(({ row }) => row.id);

it('shows the rows that change before those that do not', () => {
  expect(listIds(replaceNote)).toEqual(['7', '8', '0', '1', '2']);
  expect(pickPreviewRows(rows, replaceNote).isReordered).toBe(true);
});

it('shows the first rows if all of them change, or none', () => {
  for (const change of [() => ({ note: 'x' }), () => ({}), ({ note }: Row) => ({ note: note ?? null })]) {
    expect(listIds(change)).toEqual(['0', '1', '2', '3', '4']);
    expect(pickPreviewRows(rows, change).isReordered).toBe(false);
  }
});
