import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { setZone } from '@/lib/browser/zone/zone';
import { checkEdits, type EditMode, listModes } from './bulk-edit.utils';

const products = makeTable('products', [
  makeColumn('id', 'integer', { identity: 'always' }),
  makeColumn('price', 'numeric', { precision: 8, scale: 2 }),
  makeColumn('stock', 'integer', { base: 'int4' }),
  makeColumn('weight', 'numeric'),
  makeColumn('name', 'text'),
  makeColumn('due_on', 'date'),
  makeColumn('sent_at', 'timestamptz'),
  makeColumn('local_at', 'timestamp'),
]);

const check = (column: string, mode: EditMode, entry: string) =>
  checkEdits(products, [{ column, mode, entry }]);

describe('checkEdits', () => {
  beforeEach(() => setZone('Europe/Berlin'));
  afterEach(() => setZone(null));
  it.each([
    ['price', '10', '12.50', '13.75'],
    ['price', '-15', '9.90', '8.42'],
    ['price', '2.5 %', '0.20', '0.21'],
    ['price', '-100', '9.90', '0.00'],
    ['price', '5', '-0.50', '-0.53'],
    ['stock', '10', '15', '17'],
    ['weight', '5', '10', '10.5'],
    ['weight', '10', '1.50', '1.65'],
    ['weight', '100', '1.50', '3.00'],
    ['weight', '10', 'NaN', 'NaN'],
  ])('changes %s by %s percent: %s to %s', (column, percent, before, after) => {
    const { problems, change } = check(column, 'percent', percent);
    expect(problems).toEqual({});
    expect(change({ [column]: before })).toEqual({ [column]: after });
  });
  it('does not change NULL', () => {
    expect(check('price', 'percent', '10').change({ price: null })).toEqual({ price: null });
    expect(check('price', 'amount', '10').change({ price: null })).toEqual({ price: null });
  });
  it.each(['', '0', '0.0', 'ten', '-100.5', 'NaN'])('rejects the percentage %j', (entry) => {
    expect(check('price', 'percent', entry).problems).toHaveProperty('price');
  });
  it('adds an amount exactly', () => {
    expect(check('price', 'amount', '-0.20').change({ price: '0.10' })).toEqual({ price: '-0.10' });
    expect(check('price', 'amount', '0.205').problems).toHaveProperty('price');
    expect(check('stock', 'amount', '0').problems).toHaveProperty('stock');
  });
  it.each([
    ['due_on', '7', '2026-11-28', '2026-12-05'],
    ['due_on', '-1', '2026-03-01', '2026-02-28'],
    ['due_on', '7', 'infinity', 'infinity'],
    ['local_at', '1', '2026-03-28T09:30:00', '2026-03-29T09:30:00'],
    // The clocks in Berlin change on 29 March; the time of day remains.
    ['sent_at', '1', '2026-03-28T08:30:00.123456+00:00', '2026-03-29T09:30:00.123456+02:00'],
  ])('moves %s by %s days: %s to %s', (column, days, before, after) => {
    const { problems, change } = check(column, 'days', days);
    expect(problems).toEqual({});
    expect(change({ [column]: before })).toEqual({ [column]: after });
  });
  it.each(['', '0', '1.5', '99999', 'two'])('rejects %j days', (entry) => {
    expect(check('due_on', 'days', entry).problems).toHaveProperty('due_on');
  });
  it.each([
    ['Kaffee', false, 'kaffee, KAFFEE', 'tea, tea'],
    ['kaffee', true, 'kaffee, KAFFEE', 'tea, KAFFEE'],
    ['a.b', false, 'a.b axb', 'tea axb'],
    ['(50 - 60)', false, 'at (50 - 60)', 'at tea'],
    ['none', false, 'kaffee', 'kaffee'],
  ])('replaces %j in texts, with case: %s', (search, matchesCase, before, after) => {
    const replacement = { search, replacement: 'tea', matchesCase };
    const edit = { column: 'name', mode: 'replace', entry: undefined, replacement } as const;
    const { change } = checkEdits(products, [edit]);
    expect(change({ name: before })).toEqual({ name: after });
    expect(change({ name: null })).toEqual({ name: null });
  });
  it('replaces by a literal text, and requires a search', () => {
    const edit = { column: 'name', mode: 'replace', entry: undefined } as const;
    const replacement = { search: 'x', replacement: '$&', matchesCase: true };
    expect(checkEdits(products, [{ ...edit, replacement }]).change({ name: 'x' })).toEqual({ name: '$&' });
    expect(checkEdits(products, [edit]).problems).toHaveProperty('name');
  });
});

describe('listModes', () => {
  it.each([
    ['price', ['set', 'amount', 'percent']],
    ['due_on', ['set', 'days']],
    ['name', ['set', 'replace']],
  ])('offers for %s: %j', (name, modes) => {
    const column = products.columns.find((candidate) => candidate.name === name);
    expect(column && listModes(column, false)).toEqual(modes);
    expect(column && listModes(column, true)).toEqual(['set']);
  });
});
