import { expect, it, vi } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { parseContactLink } from '../contact-link';
import { formatValue, isLongText } from '../value.utils';
import { findDueRule, isOverdue } from './due-dates';
import { findEnumValue, getEnumLabel, isChipText } from './enum-labels';
import { parseHexColor } from './format-text';

const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

it.each([
  ['currency EUR', '', '1234.5', '€1,234.50'],
  ['currency', 'JPY', '1500', '¥1,500'],
  ['currency EUR', '', '15.905', '€15.905'],
  ['currency unknown', '', '15.9', '15.9'],
  ['', 'kg', '12.50', '12.50 kg'],
  ['', '°', '21', '21°'],
  ['percent', '', '12.5', '12.5%'],
  ['percent ratio', '', '0.125', '12.5%'],
  ['percent ratio', '', '-1', '-100%'],
  ['decimals 2', '', '1234.565', '1,234.57'],
  ['decimals 1', 'm', '2', '2.0 m'],
  ['bytes', '', '1536', '1.5 KB'],
  ['duration', '', '5403', '1h 30m 3s'],
  ['duration ms', '', '250', '250 ms'],
  ['duration min', '', '90', '1h 30m'],
  ['duration', '', '0', '0s'],
  ['progress', '', '45', '45%'],
  ['progress 500', '', '250', '50%'],
  ['rating', '', '4', '4 / 5'],
  ['unknown', '', '1234.5', '1234.5'],
  ['currency EUR', '', 'NaN', 'NaN'],
])('@format %s @unit %s shows %s as %s', (format, unit, value, shown) => {
  const tags = { ...(format && { format }), ...(unit && { unit }) };
  const column = makeColumn('amount', 'numeric', { base: 'numeric', tags });
  expect(withPlainSpaces(formatValue(column, value))).toBe(shown);
});

it('guesses formats only if each value shows whether the guess is right', () => {
  expect(formatValue(makeColumn('gas_percent', 'numeric'), '42.5')).toBe('42.5%');
  expect(formatValue(makeColumn('taxPercent', 'numeric'), '42.5')).toBe('42.5%');
  expect(formatValue(makeColumn('countryCode', 'text'), 'DK')).toBe('Denmark');
  expect(formatValue(makeColumn('price', 'numeric'), '42.5')).toBe('42.5');
  const country = makeColumn('country', 'text');
  expect([formatValue(country, 'DK'), formatValue(country, 'Peru'), formatValue(country, 'QQ')]).toEqual([
    'Denmark',
    'Peru',
    'QQ',
  ]);
  expect(formatValue(makeColumn('country', 'text', { tags: { format: 'plain' } }), 'DK')).toBe('DK');
});

it('parses only hexadecimal colors, because the text becomes a style', () => {
  expect(['#1f9d55', '#abc', 'red', '#12345g', 'url(x)'].map(parseHexColor)).toEqual([
    '#1f9d55',
    '#abc',
    ...[undefined, undefined, undefined],
  ]);
});

it('links only addresses of safe schemes', () => {
  const url = makeColumn('site', 'text', { tags: { format: 'url' } });
  expect(parseContactLink(url, 'example.com/menu')?.href).toBe('https://example.com/menu');
  expect(parseContactLink(url, 'https://example.com')?.href).toBe('https://example.com');
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'just text',
    'file:///etc',
  ])
    expect(parseContactLink(url, text)).toBeUndefined();
  expect(parseContactLink(makeColumn('site', 'text'), 'example.com/menu')).toBeUndefined();
  const phone = makeColumn('line', 'text', { tags: { format: 'phone' } });
  expect(parseContactLink(phone, '+45 12 34')?.kind).toBe('phone');
  const plain = makeColumn('site', 'text', { tags: { format: 'plain' } });
  expect(parseContactLink(plain, 'https://example.com')).toBeUndefined();
});

it('texts with the formats markdown, multiline and code have an input of several lines', () => {
  const isLong = (format: string) => isLongText(makeColumn('note_line', 'text', { tags: { format } }));
  expect(['markdown', 'multiline', 'code', 'url'].map(isLong)).toEqual([true, true, true, false]);
});

it('labels the values of a text with a status as words', () => {
  const stage = makeColumn('stage', 'text', { status: true });
  const labels = ['in_progress', 'needs-review', 'todo', 'VIP', 'Waiting for customer', 'x'].map((value) =>
    getEnumLabel(stage, value),
  );
  expect(labels).toEqual(['In progress', 'Needs-review', 'Todo', 'VIP', 'Waiting for customer', 'x']);
  expect(formatValue(stage, 'in_progress')).toBe('In progress');
  expect(isChipText(stage, 'in_progress')).toBe(true);
  expect([null, '', 'a\nb', 'x'.repeat(41)].map((value) => isChipText(stage, value))).not.toContain(true);
  expect(isChipText(makeColumn('note', 'text'), 'in_progress')).toBe(false);
});

it('texts with names such as notes and instructions have an input of several lines', () => {
  const isLong = (name: string) => isLongText(makeColumn(name, 'text'));
  const names = ['notes', 'instructions', 'default_prompt', 'prompted_by', 'instruction_url'];
  expect(names.map(isLong)).toEqual([true, true, true, false, false]);
});

it('labels values of enums as words, but not codes and units', () => {
  const label = (values: readonly string[], labels?: Record<string, string>) => {
    const column = makeColumn('status', 'enum', { enum: [...values], ...(labels && { labels }) });
    return values.map((value) => getEnumLabel(column, value));
  };
  expect(label(['draft', 'in_transit', 'pre-order', 'IN_REVIEW', 'new'])).toEqual([
    ...['Draft', 'In transit', 'Pre-order', 'In review', 'New'],
  ]);
  expect(label(['kg', 'ml', 'EUR', 'Old Anna', 'iPhone', ''])).toEqual([
    ...['kg', 'ml', 'EUR', 'Old Anna', 'iPhone', ''],
  ]);
  expect(label(['DRAFT', 'IN_REVIEW', 'PAID', 'NEW'])).toEqual(['Draft', 'In review', 'Paid', 'New']);
  expect(label(['LOW', 'MEDIUM', 'SMS'])).toEqual(['Low', 'Medium', 'SMS']);
  expect(label(['EUR', 'USD', 'SEPA'])).toEqual(['EUR', 'USD', 'SEPA']);
  expect(label(['usd', 'eur'])).toEqual(['usd', 'eur']);
  expect(label(['in_transit', 'in transit'])).toEqual(['in_transit', 'in transit']);
  expect(label(['draft', 'done'], { draft: 'Quote' })).toEqual(['Quote', 'Done']);
});

it('finds the value of a label, as cells show it', () => {
  const column = makeColumn('status', 'enum', { enum: ['in_transit', 'done'], labels: { done: 'Finished' } });
  expect(['in transit', 'FINISHED', 'Done'].map((label) => findEnumValue(column, label))).toEqual([
    ...['in_transit', 'done', undefined],
  ]);
});

it('finds a label without its case and accents, if no other label is equal to it', () => {
  const column = makeColumn('place', 'enum', { enum: ['café', 'Élan', 'elan', 'Thé'] });
  const find = (label: string) => findEnumValue(column, label);
  expect(['cafe', 'CAFE\u0301', 'the', 'Élan', 'elan', 'ÊLAN', 'caf'].map(find)).toEqual([
    ...['café', 'café', 'Thé', 'Élan', 'elan', undefined, undefined],
  ]);
});

const status = makeColumn('status', 'enum', { enum: ['open', 'shipped', 'delivered', 'cancelled'] });
const due = makeColumn('due_on', 'date');
const now = new Date('2026-11-20T12:00:00Z');

it('a date is late from the next day on, while the row is not finished', () => {
  const table = makeTable('orders', [makeColumn('id', 'integer'), status, due]);
  const late = (day: string, value: string) => isOverdue(table, due, { due_on: day, status: value }, now);
  expect([late('2026-11-19', 'open'), late('2026-11-20', 'open'), late('2026-11-19', 'delivered')]).toEqual([
    ...[true, false, false],
  ]);
  expect(isOverdue(table, due, { due_on: null, status: 'open' }, now)).toBe(false);
  expect(isOverdue(table, due, { due_on: '2026-11-19' }, now)).toBe(false);
  expect(isOverdue(table, due, { due_on: 'infinity', status: 'open' }, now)).toBe(false);
});

it.each(['due', 'dueDate', 'duedate', 'due_by', 'Deadline'])('a date named %s is a due date', (name) => {
  const column = makeColumn(name, 'date');
  const table = makeTable('orders', [makeColumn('id', 'integer'), status, column]);
  expect(isOverdue(table, column, { [name]: '2026-11-19', status: 'open' }, now)).toBe(true);
});

it('reads what is finished from @done, from transitions, from a boolean or from a time', () => {
  const rule = (...columns: ReturnType<typeof makeColumn>[]) =>
    findDueRule(makeTable('tasks', [...columns, due]));
  expect(rule({ ...status, done: ['shipped'] })?.doneValues).toEqual(['shipped']);
  expect(rule({ ...status, transitions: { open: ['shipped'], shipped: ['delivered'] } })?.doneValues).toEqual(
    [...['delivered', 'cancelled']],
  );
  expect(rule(makeColumn('is_done', 'boolean'))?.status?.name).toBe('is_done');
  expect(rule(makeColumn('completed_at', 'timestamptz'))?.status?.name).toBe('completed_at');
  expect(rule(makeColumn('done_date', 'timestamptz'))?.status?.name).toBe('done_date');
  expect(rule(makeColumn('isDone', 'boolean'))?.status?.name).toBe('isDone');
  expect(rule(makeColumn('paidAt', 'timestamp'))?.status?.name).toBe('paidAt');
  expect(findDueRule(makeTable('tasks', [makeColumn('dueOn', 'date')]))?.due.name).toBe('dueOn');
  expect(rule()?.status).toBeUndefined();
  expect(findDueRule(makeTable('tasks', [makeColumn('planned_on', 'date')]))).toBeUndefined();
  const tagged = makeColumn('planned_on', 'date', { tags: { due: '' } });
  expect(findDueRule(makeTable('tasks', [due, tagged]))?.due).toBe(tagged);
});

it('a text with a status is finished by usual names in several languages and spellings', () => {
  const text = makeColumn('status', 'text', { status: true });
  const table = makeTable('tasks', [makeColumn('id', 'integer'), text, due]);
  const late = (value: string) => isOverdue(table, due, { due_on: '2026-11-19', status: value }, now);
  expect(['in_progress', 'todo', 'completed soon'].map(late)).toEqual([true, true, true]);
  expect(['done', 'Completed', 'CANCELLED', 'erledigt', 'Livré'].map(late)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  const time = makeColumn('completed_at', 'timestamptz');
  expect(findDueRule(makeTable('tasks', [text, due, time]))?.status?.name).toBe('completed_at');
  const payment = makeColumn('payment_status', 'text', { status: true });
  expect(findDueRule(makeTable('orders', [payment, text, due]))?.status?.name).toBe('status');
  expect(findDueRule(makeTable('orders', [payment, due]))?.status).toBeUndefined();
});

it('a timestamp is late at its time', () => {
  vi.stubEnv('TZ', 'UTC');
  const at = makeColumn('deadline', 'timestamptz');
  const table = makeTable('tasks', [at]);
  const late = (text: string) => isOverdue(table, at, { deadline: text }, now);
  expect([late('2026-11-20T11:59:00+00:00'), late('2026-11-20T12:01:00+00:00')]).toEqual([true, false]);
});
