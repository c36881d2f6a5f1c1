import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { getEnumHue } from './enum-hues';

const hues = (...values: string[]) => {
  const column = makeColumn('status', 'enum', { enum: values });
  return values.map((value) => getEnumHue(column, value));
};
const [green, otherGreen, red, amber] = [5, 8, 6, 3];

it('gives usual statuses the colors that people expect, and the others the remaining ones in their order', () => {
  expect(hues('draft', 'sent', 'overdue', 'paid', 'canceled')).toEqual([0, 1, red, green, 2]);
  expect(hues('Pending', 'Delivered', 'paid', 'completed')).toEqual([amber, green, otherGreen, 0]);
  expect(hues('offen', 'erledigt', 'storniert')).toEqual([0, green, red]);
  expect(hues('archived', 'active')).toEqual([0, green]);
  expect(hues('On hold', 'on-hold')).toEqual([amber, 0]);
});

it('distinguishes up to ten values, and repeats colors from then on', () => {
  const values = Array.from({ length: 11 }, (_, i) => `step ${i}`);
  expect(hues(...values)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  const withStatus = hues('done', ...values.slice(0, 9));
  expect(new Set(withStatus).size).toBe(10);
});

it('gives a text with a status the usual color, otherwise one that depends on the text', () => {
  const stage = makeColumn('stage', 'text', { status: true });
  expect(['won', 'LOST', 'on_hold'].map((value) => getEnumHue(stage, value))).toEqual([green, red, amber]);
  const others = [
    'negotiation',
    'todo',
    'new',
    'in_progress',
    'review',
    'qualified',
    'lead',
    'x1',
    'x2',
    'x3',
  ];
  for (const value of others) expect([green, otherGreen, red, amber]).not.toContain(getEnumHue(stage, value));
});
