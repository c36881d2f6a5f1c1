import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Column, ForeignKey, Table } from '@/lib/api.gen';
import { storeTitle } from './known-titles';
import {
  getRowHeading,
  getRowTitle,
  getRowTitleWithout,
  listRowTitles,
  listTitleColumns,
} from './row-titles';
import { findTitleRule } from './title-columns';
import { buildTitleEquals, buildTitleFilter } from './title-filters';

/** Makes a table of texts; `name:kind` sets another kind. The first column is the primary key. */
function table(name: string, columns: string, changes: Partial<Table> = {}): Table {
  const list = columns.split(', ').map((column) => {
    const [columnName = '', kind = 'text'] = column.split(':');
    return makeColumn(columnName, kind as Column['kind']);
  });
  return makeTable(name, list, changes);
}

function reference(column: string, refTable: string): ForeignKey {
  return {
    ...{ name: `${column}_fkey`, columns: [column], refSchema: 'public', refTable, refColumns: ['id'] },
    onDelete: 'no action',
  };
}

const titled = (t: Table) =>
  listTitleColumns(t)
    .map(({ name }) => name)
    .join(' + ');

describe('the columns of a title', () => {
  it.each([
    // Northwind
    [
      table('employees', 'employee_id:integer, last_name, first_name, title, title_of_courtesy, notes'),
      'first_name + last_name',
    ],
    [table('drivers', 'driverId:integer, code, forename, surname'), 'forename + surname'],
    [table('kunden', 'kd_nr:integer, vorname, nachname, plz:integer'), 'vorname + nachname'],
    [table('posts', 'id:integer, slug, headline, body'), 'headline'],
    [
      table('titles', 'emp_no:integer, title, from_date:date', {
        primaryKey: ['emp_no', 'title', 'from_date'],
        foreignKeys: [reference('emp_no', 'employees')],
      }),
      'emp_no + title + from_date',
    ],
    [
      table('Employees', 'ID:integer, Company, Last Name, First Name, E-mail Address, Job Title'),
      'First Name + Last Name',
    ],
    [table('customers', 'customer_id, company_name, contact_name, contact_title, country'), 'company_name'],
    [table('orders', 'order_id:integer, customer_id, order_date:date, ship_name, ship_city'), 'order_id'],
    [table('categories', 'category_id:integer, category_name, description'), 'category_name'],
    [table('territories', 'territory_id, territory_description, region_id:integer'), 'territory_description'],
    [table('us_states', 'state_id:integer, state_name, state_abbr, state_region'), 'state_name'],
    [table('shippers', 'shipper_id:integer, company_name, phone'), 'company_name'],
    // A shop
    [table('customers', 'id:uuid, surname, given_name, email'), 'given_name + surname'],
    [table('customers', 'id:uuid, email, phone, status'), 'email'],
    [table('orders', 'id:uuid, status, order_number, notes'), 'order_number'],
    [table('products', 'id:integer, sku, title, price:numeric'), 'title'],
    [table('contacts', 'id:integer, title, email'), 'email'],
    [table('tickets', 'id:integer, status, subject, email'), 'subject'],
    [table('lines', 'id:integer, stock_code:integer, order_date:date'), 'id'],
    [table('payments', 'id:integer, amount:numeric, phone_number, postal_code, status'), 'id'],
    [table('tasks', 'id:integer, type, text, due_date:date'), 'text'],
    [table('deal_notes', 'id:integer, type, text', { primaryKey: ['id'] }), 'text'],
    [table('posts', 'id:integer, status, body'), 'body'],
    [table('file_items', 'id:uuid, sharing, content, tokens:integer'), 'content'],
    [
      makeTable('messages', [
        makeColumn('id', 'uuid'),
        makeColumn('content', 'text', { nullable: false }),
        makeColumn('model', 'text'),
        makeColumn('sequence_number', 'integer'),
      ]),
      'content',
    ],
    // CamelCase
    [table('Customer', 'CustomerId:integer, FirstName, LastName, Company, Title'), 'FirstName + LastName'],
    [table('Album', 'AlbumId:integer, Title, ArtistId:integer'), 'Title'],
    [table('InvoiceLine', 'InvoiceLineId:integer, UnitPrice:numeric, Quantity:integer'), 'InvoiceLineId'],
    [table('SalesOrder', 'Id:integer, Status, SalesOrderNumber, Comment'), 'SalesOrderNumber'],
    [table('periodic_table', 'AtomicNumber:integer, Element, Symbol, NumberOfNeutrons:integer'), 'Element'],
    [table('city', 'city_id:integer, city, country_id:integer'), 'city'],
    [table('orders_status', 'status_id:integer, status_name'), 'status_name'],
    [table('order_list', 'id:integer, status_name, ship_name'), 'id'],
    // Names in lower case without separators
    [table('customers', 'customerid, contactname, companyname, contacttitle'), 'contactname'],
    [
      table('orders', 'orderid:integer, customerid, shipname, shipcity', {
        foreignKeys: [reference('customerid', 'customers')],
      }),
      'orderid',
    ],
    [table('products', 'productid:integer, quantityperunit, productname'), 'productname'],
    [table('territories', 'territoryid, territorydescription'), 'territorydescription'],
    [table('items', 'id:integer, memo, itemcode'), 'itemcode'],
    [table('emp', 'empno:integer, ename, job'), 'ename'],
    // Texts that do not name a row
    [table('payments', 'id:integer, result, iban, outcome, amount:numeric'), 'id'],
    [table('people', 'id:integer, occupation, nickname'), 'nickname'],
    [
      table('votes', 'id:integer, color_of_vote, choose', {
        checks: [
          {
            ...{ name: 'choose_check', columns: ['choose'], comment: '' },
            expression: "(choose = ANY (ARRAY['yes'::text, 'no'::text]))",
          },
        ],
      }),
      'id',
    ],
    [table('words', 'id:integer, word, language'), 'word'],
    // A UUID is no title
    [
      table(
        'sales',
        'id:uuid, created_by:uuid, bread_type_id:uuid, shift, feedback, created_at:timestamptz',
        {
          foreignKeys: [reference('created_by', 'users'), reference('bread_type_id', 'bread_types')],
        },
      ),
      'bread_type_id + created_at',
    ],
    [
      table('likes', 'id:uuid, parent_id:uuid, user_id:uuid, post_id:uuid', {
        foreignKeys: [
          reference('parent_id', 'likes'),
          { ...reference('user_id', 'users'), refSchema: 'auth' },
          reference('post_id', 'posts'),
        ],
      }),
      'post_id',
    ],
    [
      table('trips', 'id:uuid, tenant_id:uuid, van_id:uuid', {
        foreignKeys: [reference('tenant_id', 'tenants'), reference('van_id', 'vans')],
      }),
      'van_id',
    ],
    [
      table('post_tags', 'id:uuid, created_at:timestamptz, org_id:uuid, tag_id:uuid, post_id:uuid', {
        foreignKeys: [
          reference('org_id', 'orgs'),
          reference('tag_id', 'tags'),
          reference('post_id', 'posts'),
        ],
        uniqueKeys: [['tag_id', 'post_id']],
      }),
      'tag_id + post_id',
    ],
    [
      table('members', 'user_id:uuid, team_id:uuid, id:uuid', {
        primaryKey: ['user_id', 'team_id', 'id'],
        foreignKeys: [reference('user_id', 'users'), reference('team_id', 'teams')],
      }),
      'user_id + team_id',
    ],
    // The name of a referenced row
    [
      table('invoices', 'id:uuid, invoice_number, customer_id:uuid, customer_name', {
        foreignKeys: [reference('customer_id', 'customers')],
      }),
      'invoice_number',
    ],
    [
      table('visits', 'id:uuid, customer_id:uuid, customer_name', {
        foreignKeys: [reference('customer_id', 'customers')],
      }),
      'customer_name',
    ],
    [table('expenses', 'id:uuid, amount:numeric, created_at:timestamp'), 'created_at'],
    [table('daily_counts', 'id:uuid, count:integer, count_date:date, created_at:timestamptz'), 'count_date'],
    [table('readings', 'id:uuid, value:numeric, updated_at:timestamptz'), 'id'],
    [table('translations', 'key, lang, value'), 'key'],
  ])('%# are found by their names', (t, want) => {
    expect(titled(t)).toBe(want);
  });

  it('are those of the tag @record-title, if the role can read one', () => {
    const tags = { 'record-title': '{code}: {Last Name} (x)' };
    const people = table('people', 'id:integer, code, Last Name, name', { tags });
    expect(getRowTitle(people, { id: '1', code: 'A1', 'Last Name': 'Moe' })).toBe('A1: Moe (x)');
    expect(titled(table('people', 'id:integer, name', { tags }))).toBe('name');
  });

  it('are the first reference and the day of rows whose key is a UUID', () => {
    const sales = table('sales', 'id:uuid, bread_id:uuid, sold_on:date', {
      foreignKeys: [reference('bread_id', 'breads')],
    });
    storeTitle(table('breads', 'id:uuid, name'), [{ column: 'id', value: 'b1' }], 'Sourdough');
    const sale = { id: 'a1', bread_id: 'b1', sold_on: '2026-11-20' };
    expect(getRowHeading(sales, sale)).toBe('Sourdough, Nov 20, 2026');
    expect(getRowTitle(sales, sale)).toBe('Sourdough, Nov 20, 2026');
  });

  it('contain the start of an appointment, not the time of its insert, and not the day of a follow-up', () => {
    const time = (name: string) => makeColumn(name, 'timestamptz', { nullable: false });
    const visits = makeTable(
      'visits',
      [
        makeColumn('id', 'uuid'),
        makeColumn('pet_id', 'uuid'),
        time('updated_at'),
        time('start_time'),
        makeColumn('follow_up', 'date'),
        time('created_at'),
      ],
      { foreignKeys: [reference('pet_id', 'pets')] },
    );
    expect(titled(visits)).toBe('pet_id + start_time');
  });

  it('of views of appointments are those of the appointments, not the name of another row', () => {
    const columns = 'id:uuid, pet_id:uuid, start_time:timestamptz, end_time:timestamptz, owner_name';
    const changes = { foreignKeys: [reference('pet_id', 'pets')] };
    const upcoming = table('upcoming_visits', columns, {
      ...changes,
      rowsOf: { schema: 'public', table: 'visits' },
    });
    expect(titled(upcoming)).toBe('pet_id + start_time');
    const overdue = table('overdue_vaccines', 'vaccine_id:uuid, pet_id:uuid, due_date:date, vaccine_name', {
      ...changes,
      rowsOf: { schema: 'public', table: 'vaccines' },
    });
    expect(titled(overdue)).toBe('vaccine_name');
  });

  it('are the text of a message, not the optional name of its sender', () => {
    const messages = makeTable(
      'messages',
      [
        makeColumn('id', 'uuid'),
        makeColumn('sender_id', 'uuid'),
        makeColumn('sender_name', 'text'),
        makeColumn('content', 'text'),
      ],
      { foreignKeys: [reference('sender_id', 'people')] },
    );
    expect(titled(messages)).toBe('content');
  });

  it('are a required description, if there is no shorter text', () => {
    const [id, amount] = [makeColumn('id', 'uuid'), makeColumn('amount', 'numeric')];
    const description = makeColumn('description', 'text', { nullable: false });
    expect(titled(makeTable('expenses', [id, description, amount]))).toBe('description');
    expect(titled(makeTable('expenses', [id, description, makeColumn('category', 'text')]))).toBe(
      'description',
    );
    expect(titled(makeTable('parts', [id, description, makeColumn('name', 'text')]))).toBe('name');
  });

  it('are the second title if the title is empty', () => {
    const records = table('records', 'id:uuid, commodity_description, lorry_no');
    expect(getRowTitle(records, { id: 'a1', commodity_description: null, lorry_no: 'UP-80' })).toBe('UP-80');
    expect(getRowTitle(records, { id: 'a1', commodity_description: null, lorry_no: null })).toBe('a1');
  });

  it('are the date if the title and the second title are empty, not a UUID', () => {
    const payments = table('payments', 'id:uuid, payment_number, reference_number, paid_on:date');
    const payment = { id: 'a1', payment_number: null, reference_number: null, paid_on: '2026-11-20' };
    expect(getRowTitle(payments, payment)).toBe('Nov 20, 2026');
    expect(getRowTitle(payments, { ...payment, payment_number: 'PAY1' })).toBe('PAY1');
    expect(getRowTitle(payments, { ...payment, paid_on: null })).toBe('a1');
  });

  it('contain times to the minute', () => {
    const notes = table('readings', 'id:uuid, value:numeric, created_at:timestamp');
    expect(getRowTitle(notes, { id: 'a1', created_at: '2026-11-20T12:03:43.962654' })).toBe(
      'Nov 20, 2026, 12:03 PM',
    );
  });

  it('with a date are completed by a short text, not by the same date, if they are equal', () => {
    const sales = table('sales', 'id:uuid, bread_id:uuid, sold_on:date, size', {
      foreignKeys: [reference('bread_id', 'breads')],
    });
    expect(findTitleRule(sales).second?.name).toBe('size');
  });

  it('are completed by a short text, not a UUID, if rows have the same name', () => {
    const breads = table('breads', 'id:uuid, name, image_url, size, price:numeric');
    const loaf = { name: 'Agege', image_url: 'https://example.com/a.png', price: '2' };
    const rows = [
      { ...loaf, id: 'a1', size: 'Small' },
      { ...loaf, id: 'a2', size: 'Large' },
    ];
    expect(listRowTitles(breads, rows)).toEqual(['Agege · Small', 'Agege · Large']);
  });

  it('can leave out a column that is shown elsewhere', () => {
    const tags = { 'record-title': '{code} · {day}' };
    const trips = table('trips', 'id:integer, code, day:date', { tags });
    const [, , day] = trips.columns;
    const row = { id: '7', code: 'A1', day: '2026-11-20' };
    expect(getRowTitleWithout(trips, row, day as Column)).toBe('A1');
    expect(getRowTitleWithout(trips, { ...row, code: '' }, day as Column)).toBe('7');
  });

  it('never include a reference or a hidden column', () => {
    const t = table('files', 'id:integer, owner_name, name', {
      foreignKeys: [reference('owner_name', 'people')],
    });
    expect(titled({ ...t, columns: t.columns.filter(({ name }) => name !== 'name') })).toBe('id');
  });

  it('are the key of a table with a composite key, with its references', () => {
    const details = table('order_details', 'order_id:integer, product_id:integer, quantity:integer', {
      primaryKey: ['order_id', 'product_id'],
      foreignKeys: [reference('order_id', 'orders'), reference('product_id', 'products')],
    });
    expect(titled(details)).toBe('order_id + product_id');
    expect(findTitleRule(details).references.map(({ name }) => name)).toEqual(['order_id', 'product_id']);
    const row = { order_id: '10248', product_id: '11', quantity: '2' };
    expect(getRowTitle(details, row)).toBe('10248, 11');
    const format = (column: Column) => (column.name === 'product_id' ? 'Chai' : '10248');
    expect(getRowTitle(details, row, format)).toBe('10248, Chai');
    expect(getRowHeading(details, row, format)).toBe('10248, Chai');
  });

  it('are the key that is a reference', () => {
    const settings = table('user_settings', 'user_id:uuid, theme_code', {
      foreignKeys: [reference('user_id', 'profiles')],
    });
    expect(findTitleRule(settings).references.map(({ name }) => name)).toEqual(['user_id']);
    const row = { user_id: 'u1', theme_code: 'dark' };
    expect(getRowHeading(settings, row, () => 'Ann')).toBe('Ann');
    // The column contains keys, not the titles.
    expect(buildTitleEquals(settings, ['Ann'])).toBeUndefined();
  });
});

describe('a title', () => {
  const people = table('people', 'id:integer, last_name, first_name, email');
  it('joins the parts that are not empty', () => {
    expect(getRowTitle(people, { id: '1', first_name: 'Andrew', last_name: 'Fuller' })).toBe('Andrew Fuller');
    expect(getRowTitle(people, { id: '1', first_name: null, last_name: 'Fuller' })).toBe('Fuller');
    expect(getRowTitle(people, { id: '1', first_name: null, last_name: '' })).toBe('1');
  });
  it('is the beginning of the first line of a long text', () => {
    const notes = table('notes', 'id:integer, text');
    expect(getRowTitle(notes, { id: '1', text: '\nCalled.\nTry again on Monday.' })).toBe('Called.');
    expect(getRowTitle(notes, { id: '1', text: 'a '.repeat(200) })).toHaveLength(101);
    expect(getRowHeading(notes, { id: '7', text: null })).toBe('Note 7');
  });
  it('gets a second value where rows have the same title', () => {
    const ada = { id: '1', first_name: 'Ada', last_name: 'Moe', email: 'ada@example.com' };
    expect(
      listRowTitles(people, [ada, { ...ada, id: '2', email: 'a@b.test' }, { ...ada, first_name: 'Bo' }]),
    ).toEqual(['Ada Moe · ada@example.com', 'Ada Moe · a@b.test', 'Bo Moe']);
    const tags = table('tags', 'id:integer, name');
    expect(
      listRowTitles(tags, [
        { id: '1', name: 'x' },
        { id: '2', name: 'x' },
      ]),
    ).toEqual(['x · 1', 'x · 2']);
  });
  it('gets the reference of its unique key as the second value', () => {
    const properties = table('properties', 'id:integer, name');
    const units = table('units', 'id:integer, property_id:integer, unit_no', {
      uniqueKeys: [['property_id', 'unit_no']],
      foreignKeys: [reference('property_id', 'properties')],
    });
    storeTitle(properties, [{ column: 'id', value: '7' }], 'Lindenhof');
    expect(
      listRowTitles(units, [
        { id: '1', property_id: '7', unit_no: '1.2' },
        { id: '2', property_id: '8', unit_no: '1.2' },
      ]),
    ).toEqual(['1.2 · Lindenhof', '1.2 · 8']);
  });
  it('is found by its words, and by its whole text', () => {
    expect(JSON.stringify(buildTitleFilter(people, 'Ada Moe'))).toContain('"logic":"and"');
    const equal = buildTitleEquals(people, ['Ada de Moe']);
    expect(equal?.kind === 'group' && equal.items.length).toBe(2);
    expect(buildTitleEquals(people, ['Ada'])).toBeUndefined();
    const tags = { 'record-title': '{code}: {last_name} (x)' };
    const coded = table('people', 'id:integer, code, last_name', { tags });
    expect(buildTitleFilter(coded, 'A1: Moe (x)')).toEqual(buildTitleFilter(coded, 'A1 Moe'));
  });
});
