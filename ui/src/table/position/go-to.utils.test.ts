import { describe, expect, it } from 'vitest';
import { formatRowPosition, parseGoToTargets } from './go-to.utils';

describe('parseGoToTargets', () => {
  const row = (index: number) => ({ kind: 'row', index });
  it.each([
    ['50%', [row(500_000), { kind: 'value', text: '50%' }]],
    ['12.5 %', [row(125_000), { kind: 'value', text: '12.5 %' }]],
    ['100%', [row(999_999), { kind: 'value', text: '100%' }]],
    ['500,000', [row(499_999), { kind: 'value', text: '500,000' }]],
    ['500 000', [row(499_999), { kind: 'value', text: '500 000' }]],
    ['0', [row(0), { kind: 'value', text: '0' }]],
    [' 77 ', [row(76), { kind: 'value', text: '77' }]],
    ['9999999', [row(999_999), { kind: 'value', text: '9999999' }]],
    ['Kyoto', [{ kind: 'value', text: 'Kyoto' }]],
    ['1,5', [{ kind: 'value', text: '1,5' }]],
    ['  ', []],
  ])('%j', (typed, goals) => {
    expect(parseGoToTargets(typed, 1_000_000)).toEqual(goals);
  });
});

describe('formatRowPosition', () => {
  it('marks estimates', () => {
    expect(formatRowPosition(499_999, { count: 1_000_000, exact: true }, true)).toBe(
      'Row 500,000 of 1,000,000',
    );
    expect(formatRowPosition(0, { count: 1_000_007, exact: false }, false)).toBe('Row ≈ 1 of ≈ 1,000,007');
  });
});
