import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { makeSchema } from '@/testing/api-fixtures';
import {
  checkForm,
  checkNewForm,
  copyRow,
  createRecordTimes,
  describeHiddenReference,
  describeUncopiedColumns,
  type EnteredFields,
  findFieldLockReason,
  findWideFields,
  getEditorEntry,
  isUnchanged,
  listCompositeReferences,
  listCopiedUniqueKeys,
  listNewRecordColumns,
} from './record-form.utils';

const id = makeColumn('id', 'integer', { nullable: false, identity: 'always' });
const name = makeColumn('name', 'text', { nullable: false });
const price = makeColumn('price', 'numeric', { precision: 6, scale: 2 });
const added = makeColumn('added', 'timestamptz', { nullable: false, default: 'now()' });
const tags = makeColumn('tags', 'text', { array: true });
const table = makeTable('products', [id, name, price, added, tags]);
const row = {
  id: '1',
  name: 'Sidamo',
  price: '16.90',
  added: '2026-11-20T08:41:36.123456+00:00',
  tags: ['a', 'b'],
};

it('enters the time of the insert or update, if it is required and has no default', () => {
  const required = { nullable: false };
  const columns = [
    makeColumn('updatedAt', 'timestamp', required),
    makeColumn('created_at', 'timestamptz', { ...required, default: 'now()' }),
    makeColumn('modified_at', 'timestamptz'),
    makeColumn('startsAt', 'timestamp', required),
  ];
  const entered = createRecordTimes(columns, new Date('2026-11-20T08:41:36Z'));
  expect(Object.keys(entered)).toEqual(['updatedAt']);
  expect(checkForm(columns.slice(0, 1), undefined, entered)).toEqual({
    changes: { updatedAt: '2026-11-20T08:41:36' },
    problems: {},
  });
});

describe('checkForm', () => {
  it('contains only values that differ from the row', () => {
    const entered = { name: 'Sidamo natural', price: '16.90', added: String(getEditorEntry(added, row, {})) };
    expect(checkForm(table.columns, row, entered)).toMatchObject({
      changes: { name: 'Sidamo natural' },
      problems: {},
    });
  });
  it('does not require a column that a trigger fills', () => {
    const slug = makeColumn('slug', 'text', { nullable: false });
    expect(checkForm([slug], undefined, {}).problems).toHaveProperty('slug');
    expect(checkForm([{ ...slug, filled: true }], undefined, {})).toEqual({ changes: {}, problems: {} });
  });
  it('contains the empty list for a required list without an entry', () => {
    const paths = makeColumn('image_paths', 'text', { array: true, nullable: false });
    const columns = [name, paths];
    const changes = { name: 'Sidamo', image_paths: [] };
    expect(checkForm(columns, undefined, { name: 'Sidamo' })).toEqual({ changes, problems: {} });
    expect(checkForm(columns, undefined, { name: 'Sidamo', image_paths: null })).toEqual({
      changes,
      problems: {},
    });
    expect(checkForm(columns, { ...row, image_paths: ['a.png'] }, {})).toEqual({ changes: {}, problems: {} });
  });
  it('distinguishes NULL, empty and default', () => {
    const columns = listNewRecordColumns(table);
    expect(checkForm(columns, undefined, { name: '', price: null })).toEqual({
      changes: { name: '', price: null },
      problems: {},
    });
  });
  it('returns the problem of each field', () => {
    expect(checkForm(listNewRecordColumns(table), undefined, { price: '12.345' }).problems).toEqual({
      name: 'Required',
      price: 'Enter at most 2 decimals.',
    });
    expect(checkForm(table.columns, row, { name: null }).problems).toEqual({ name: 'Required' });
  });
});

describe('checkNewForm', () => {
  const owner = makeColumn('owner_id', 'uuid');
  const code = makeColumn('id', 'uuid', { nullable: false });
  const status = makeColumn('status', 'text', { nullable: false, default: "'new'" });
  const updated = makeColumn('updatedAt', 'timestamp', { nullable: false });
  const subject = makeColumn('subject', 'text');
  const columns = [code, owner, status, price, subject, updated];
  const tasks = makeTable('tasks', columns);
  const automatic = {
    id: '0190aa3c-7f3e-7cc1-b5a4-3f1d4d5c6b7a',
    owner_id: '0190aa3c-7f3e-7cc1-b5a4-3f1d4d5c6b7b',
  };
  const check = (input: EnteredFields, shown = columns) =>
    checkNewForm(tasks, shown, input, automatic).problems;
  const empty = { subject: 'Enter at least one value.' };

  it('asks for a value if there is no input', () => {
    expect(check({})).toEqual(empty);
    expect(check({ price: null, subject: '' })).toEqual(empty);
    expect(check(automatic)).toEqual(empty);
    expect(check({ updatedAt: '2026-11-20 08:41:36' })).toEqual(empty);
  });
  it.each([{ price: '0' }, { subject: 'Call back' }, { status: '' }, { owner_id: automatic.id }])(
    'accepts %o',
    (input) => {
      const { changes, problems } = checkNewForm(tasks, columns, input, automatic);
      expect(problems).toEqual({});
      expect(changes).toMatchObject({ ...automatic, ...input });
      expect(changes).toHaveProperty('updatedAt');
    },
  );
  it('accepts no input if all columns have a default or an automatic value', () => {
    expect(check({}, [code, owner, status, updated])).toEqual({});
  });
  it('shows other problems first', () => {
    expect(check({ price: 'x' })).not.toHaveProperty('subject');
    expect(check({}, [...columns, name])).toEqual({ name: 'Required' });
  });
});

describe('isUnchanged', () => {
  it('ignores the spelling of a value', () => {
    expect(isUnchanged(added, row, String(getEditorEntry(added, row, {})))).toBe(true);
    expect(isUnchanged(tags, row, ['a', 'b'])).toBe(true);
    expect(isUnchanged(tags, row, ['a'])).toBe(false);
    expect(isUnchanged(price, { price: null }, null)).toBe(true);
    expect(isUnchanged(price, { price: null }, '')).toBe(true);
    expect(isUnchanged(name, { name: null }, '')).toBe(false);
    expect(isUnchanged(name, undefined, undefined)).toBe(true);
  });
});

describe('findWideFields', () => {
  const columns = (kinds: string) =>
    [...kinds].map((kind, i) =>
      makeColumn(`${kind}${i}`, kind === 'n' ? 'integer' : kind === 'd' ? 'date' : 'text'),
    );
  it.each([
    ['nd', []],
    ['ndt', ['t2']],
    ['ntd', ['n0', 't1', 'd2']],
    ['ndn', ['n2']],
    ['ttnn', ['t0', 't1']],
  ])('%s', (kinds, wide) => {
    expect([...findWideFields(columns(kinds), new Set())].toSorted()).toEqual(wide.toSorted());
  });
  it('places a reference next to another field', () => {
    expect(findWideFields(columns('nt'), new Set(['t1'])).size).toBe(0);
  });
});

describe('references', () => {
  const key = (columns: string[], refTable: string) => ({
    name: columns.join('_'),
    refSchema: 'public',
    refColumns: columns,
    onDelete: '',
    ...{ columns, refTable },
  });
  const regions = makeTable('regions', [id, name]);
  const order = makeTable('orders', [id, name, price], {
    foreignKeys: [key(['id', 'name'], 'regions'), key(['price'], 'hidden')],
  });
  const schema = makeSchema([order, regions]);
  it('of several columns are after the last of them', () => {
    const [found] = listCompositeReferences(schema, order, order.columns);
    expect([found?.relation.target.name, found?.last.name]).toEqual(['regions', 'name']);
    expect(listCompositeReferences(schema, order, [id, price])).toEqual([]);
    expect(listCompositeReferences(makeSchema([order]), order, order.columns)).toEqual([]);
  });
  it('to an unreadable table state this', () => {
    expect(describeHiddenReference(schema, order, price)).toBe(
      'Refers to hidden, which your role can’t read.',
    );
    expect(describeHiddenReference(schema, order, name)).toBeUndefined();
    const closed = { ...regions, privileges: { ...regions.privileges, select: false } };
    expect(describeHiddenReference(makeSchema([order, closed]), order, id)).toMatch(/^Refers to regions/);
  });
});

describe('a new record', () => {
  it('has no fields for columns that only the database sets', () => {
    expect(listNewRecordColumns(table).map((column) => column.name)).toEqual([
      'name',
      'price',
      'added',
      'tags',
    ]);
  });
  it('starts as a copy without unique values', () => {
    const copied = copyRow({ ...table, uniqueKeys: [['name']] }, row);
    expect(Object.keys(copied)).toEqual(['price', 'added', 'tags']);
  });
  it('does not copy the times of the insert and of the last update', () => {
    const times = [makeColumn('created_at', 'timestamptz'), makeColumn('updatedAt', 'timestamp')];
    const original = { ...row, created_at: row.added, updatedAt: '2026-11-20T08:41:36' };
    expect(Object.keys(copyRow({ ...table, columns: [name, ...times] }, original))).toEqual(['name']);
  });
  it('lists what a copy lacks, and where it must differ', () => {
    const unique = { ...table, uniqueKeys: [['name'], ['price', 'added'], ['name', 'price']] };
    expect(describeUncopiedColumns(unique, row)).toEqual(['name (must be unique)']);
    expect(listCopiedUniqueKeys(unique, row)).toEqual([['price', 'added']]);
    expect(listCopiedUniqueKeys(unique, { ...row, price: null })).toEqual([]);
    const fixed = { ...price, privileges: { select: true, insert: false, update: false } };
    expect(describeUncopiedColumns({ ...table, columns: [id, name, fixed] }, row)).toEqual([
      'price (your role can’t set it)',
    ]);
  });
  it('returns the reason why a field is locked', () => {
    expect(findFieldLockReason(table, id, false)).toBe('The database generates this value.');
    expect(findFieldLockReason(table, name, true)).toBeUndefined();
  });
});
