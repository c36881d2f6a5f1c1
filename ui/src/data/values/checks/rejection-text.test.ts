import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ApiError } from '@/lib/api';
import { makeSchema } from '@/testing/api-fixtures';
import { formatRejection, type RejectionContext } from './rejection-text';

const key = {
  name: 'orders_customer_id_fkey',
  columns: ['customer_id'],
  refSchema: 'public',
  refTable: 'customers',
  refColumns: ['id'],
  onDelete: 'no action',
};
const customers = makeTable(
  'customers',
  [
    makeColumn('id', 'integer', { title: 'No.', base: 'int8' }),
    makeColumn('email', 'text', { title: 'Email', maxLength: 60 }),
    makeColumn('city', 'text', { title: 'City' }),
    makeColumn('kind', 'enum', { title: 'Kind', enum: ['café', 'hotel'] }),
    makeColumn('rank', 'integer', { title: 'Rank', base: 'int2' }),
    makeColumn('limit', 'numeric', { title: 'Credit limit', type: 'numeric(10,2)', precision: 10, scale: 2 }),
    makeColumn('born', 'date', { title: 'Since', type: 'date' }),
  ],
  {
    title: 'Customers',
    checks: [
      { name: 'limit_ok', columns: ['limit'], expression: '("limit" >= 0)', comment: '' },
      { name: 'has_at', columns: ['email'], expression: "(email ~~ '%@%')", comment: 'An email has an @.' },
    ],
  },
);
const orders = makeTable(
  'orders',
  [makeColumn('id', 'integer'), makeColumn('customer_id', 'integer', { title: 'Customer' })],
  {
    title: 'Orders',
    foreignKeys: [key],
  },
);
const schema = makeSchema([customers, orders]);

interface ErrorFixture {
  code: string;
  message?: string;
  details?: string;
  columns?: string[];
}

function textFor({ columns = [], ...error }: ErrorFixture, context: Partial<RejectionContext> = {}) {
  const [column] = columns;
  const body = { message: '', details: '', hint: '', status: 400, requestId: '', ...error };
  return formatRejection(new ApiError({ ...body, ...(column ? { column, columns } : {}) }), {
    schema,
    table: customers,
    ...context,
  });
}

describe('the text of a rejection', () => {
  it('links to the row that already has the value', () => {
    expect(
      textFor({ code: '23505', columns: ['email'] }, { values: { email: 'a@b.c', city: 'Ribe' } }),
    ).toEqual({
      sentence: 'Another customer already has this Email.',
      nextStep: 'Enter a unique value.',
      link: { href: '/tables/public/customers?email=eq.a%40b.c', label: 'Show it' },
    });
  });
  it('reads the value from the details, if nothing else is known', () => {
    const details = 'Key (email)=(a@b.c) already exists.';
    expect(textFor({ code: '23505', columns: ['email'], details }).link?.href).toContain('email=eq.a%40b.c');
  });
  it('has no link if a value is unknown', () => {
    expect(textFor({ code: '23505', columns: ['email', 'city'] }, { values: { email: 'x' } })).toEqual({
      sentence: 'Another customer already has the same Email and City.',
      nextStep: 'Enter a unique value.',
    });
  });
  it('links to the rows that still refer to a row', () => {
    const message =
      'update or delete on table "customers" violates foreign key constraint "orders_customer_id_fkey" on table "orders"';
    expect(textFor({ code: '23503', message }, { values: { id: '5' } })).toEqual({
      sentence: 'Rows in Orders still refer to this customer.',
      nextStep: 'Change or delete those rows first.',
      link: { href: '/tables/public/orders?customer_id=eq.5', label: 'Show them' },
    });
    expect(textFor({ code: '23503', message: message.replaceAll('orders', 'hidden') }).sentence).toBe(
      'Rows that you can’t see still refer to this customer.',
    );
  });
  it('names the missing target', () => {
    const message =
      'insert or update on table "orders" violates foreign key constraint "orders_customer_id_fkey"';
    expect(textFor({ code: '23503', message, columns: ['customer_id'] }, { table: orders })).toEqual({
      sentence: 'There is no customer with this key.',
      nextStep: 'Choose another one, or add it first.',
      link: { href: '/tables/public/customers', label: 'Open Customers' },
    });
  });
  it.each<[string, ErrorFixture, string]>([
    [
      'exclusion',
      { code: '23P01', columns: ['city', 'born'] },
      'This overlaps with another customer in City and Since.',
    ],
    ['not null', { code: '23502', columns: ['city'] }, 'City is required.'],
    [
      'check with a comment',
      { code: '23514', message: 'violates check constraint "has_at"', columns: ['email'] },
      'An email has an @.',
    ],
    [
      'check without one',
      { code: '23514', message: 'violates check constraint "limit_ok"', columns: ['limit'] },
      'Credit limit must be at least 0.',
    ],
    [
      'no partition',
      { code: '23514', message: 'no partition of relation "customers" found for row' },
      'Customers has no partition for this row.',
    ],
    [
      'a trigger that raises the code of a check, with a column',
      { code: '23514', message: 'Entry 7 is not balanced.', columns: ['limit'] },
      'Entry 7 is not balanced.',
    ],
    [
      'a check that isn’t known',
      { code: '23514', message: 'violates check constraint "other"' },
      'A value breaks a rule of this table.',
    ],
    ['too long', { code: '22001', columns: ['email'] }, 'Email can have at most 60 characters.'],
    ['smallint', { code: '22003', columns: ['rank'] }, 'Rank must be a whole number from -32,768 to 32,767.'],
    [
      'bigint',
      { code: '22003', columns: ['id'] },
      'No. must be a whole number from -9,223,372,036,854,775,808 to 9,223,372,036,854,775,807.',
    ],
    [
      'numeric',
      { code: '22003', columns: ['limit'] },
      'Credit limit can have at most 8 digits before the decimal point.',
    ],
    ['enum', { code: '22P02', columns: ['kind'] }, 'Kind must be one of: café, hotel.'],
    ['no date', { code: '22007', columns: ['born'] }, 'Since must be a value of type date.'],
    ['no such day', { code: '22008', columns: ['born'] }, 'Since: this date or time doesn’t exist.'],
    ['no column named', { code: '22P02' }, 'A value doesn’t match the type of its column.'],
    [
      'policy',
      { code: '42501', message: 'new row violates row-level security policy for table "customers"' },
      'A policy doesn’t allow you to save this customer with these values.',
    ],
    [
      'grant',
      { code: '42501', message: 'permission denied for table customers' },
      'Your role (staff) can’t do this in Customers.',
    ],
    [
      'another grant',
      { code: '42501', message: 'permission denied for sequence order_number' },
      'Your role (staff) can’t use “order_number”, which this needs.',
    ],
    [
      'our own',
      { code: '42501', message: 'You don’t have permission to edit "customers".' },
      'You don’t have permission to edit "customers".',
    ],
    ['raised', { code: 'P0001', message: 'Not on a Sunday.' }, 'Not on a Sunday.'],
  ])('%s', (_, error, sentence) => expect(textFor(error).sentence).toBe(sentence));
});
