import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import { condition, group } from './filters.utils';
import { findRejectedCondition, removeCondition } from './rejected-condition';

const table = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('name', 'text'),
  makeColumn('total', 'numeric'),
  makeColumn('due_on', 'date'),
]);

const makeError = (code: string, message: string, columns: string[] = []) =>
  new ApiError({ ...{ code, message, columns, details: '', hint: '', status: 400, requestId: '' } });

const name = condition('name', 'eq', 'CHF 50');
const total = condition('total', 'gte', 'CHF 50');
const ids = condition('id', 'in', ['1', '99999999999']);
const due = condition('due_on', 'gte', 'tomorrowish');

it.each([
  ['22P02', 'invalid input syntax for type numeric: "CHF 50"', total, 'CHF 50'],
  ['22003', 'value "99999999999" is out of range for type integer', ids, '99999999999'],
  ['22007', 'invalid input syntax for type date: "tomorrowish"', due, 'tomorrowish'],
])('finds the condition of the error %s', (code, message, expected, value) => {
  const filters = [name, group('or', [ids, group('and', [due])]), total];
  expect(findRejectedCondition(table, filters, makeError(code, message))).toEqual({
    condition: expected,
    value,
  });
});

it('finds none for other errors, for those of a write, and if no condition has the value', () => {
  const message = 'invalid input syntax for type numeric: "CHF 50"';
  expect(findRejectedCondition(table, [total], makeError('42501', message))).toBeUndefined();
  expect(findRejectedCondition(table, [total], makeError('22P02', message, ['total']))).toBeUndefined();
  expect(findRejectedCondition(table, [due], makeError('22P02', message))).toBeUndefined();
});

it('removes a condition, and the groups that it leaves empty', () => {
  expect(removeCondition([total, name], total)).toEqual([name]);
  expect(removeCondition([group('or', [ids, due], true)], due)).toEqual([group('or', [ids], true)]);
  expect(removeCondition([name, group('or', [group('and', [due])])], due)).toEqual([name]);
});
