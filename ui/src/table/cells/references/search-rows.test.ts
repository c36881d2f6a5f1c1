import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { toRowOption } from './search-rows';

it('does not repeat the second title, which replaces an empty title, in the details of an option', () => {
  const records = makeTable('records', [
    makeColumn('id', 'uuid'),
    makeColumn('commodity_name', 'text'),
    makeColumn('lorry_no', 'text'),
  ]);
  const row = { id: 'a1', commodity_name: null, lorry_no: 'UP-80' };
  expect(toRowOption(records, 'a1', row)).toMatchObject({ label: 'UP-80', detail: '' });
  const named = { ...row, commodity_name: 'Onions' };
  expect(toRowOption(records, 'a1', named)).toMatchObject({ label: 'Onions', detail: 'UP-80' });
});

it('does not show the key of another row, such as that of the tenant, in the details of an option', () => {
  const columns = [
    makeColumn('id', 'uuid'),
    makeColumn('clinic_id', 'text'),
    makeColumn('name', 'text'),
    makeColumn('breed', 'text'),
  ];
  const key = {
    name: 'f',
    columns: ['clinic_id'],
    refSchema: 'public',
    refTable: 'clinics',
    refColumns: ['id'],
  };
  const pets = makeTable('pets', columns, { foreignKeys: [{ ...key, onDelete: 'no action' }] });
  const row = { id: 'a1', clinic_id: 'adris', name: 'Luna', breed: 'Poodle' };
  expect(toRowOption(pets, 'a1', row)).toMatchObject({ label: 'Luna', detail: 'Poodle' });
});
