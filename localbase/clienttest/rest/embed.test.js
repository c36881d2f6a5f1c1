import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectData, expectError, newClient } from '../client.js';

const db = newClient();
const author = async (columns, id = 1) =>
  expectData(await db.from('authors').select(columns).eq('id', id).single());
const book = async (columns, id = 1) =>
  expectData(await db.from('books').select(columns).eq('id', id).single());

test('to-one, by table, by constraint, by column, and with an alias', async () => {
  assert.deepEqual(await book('title,authors!books_author_id_fkey(name)'), {
    title: 'Pippi Goes Aboard',
    authors: { name: 'Astrid' },
  });
  assert.deepEqual(await book('writer:authors!author_id(name),editor:authors!books_edited_by(name)'), {
    writer: { name: 'Astrid' },
    editor: { name: 'Selma' },
  });
  assert.deepEqual(await book('author_id(name)'), { author_id: { name: 'Astrid' } });
  assert.deepEqual(await book('editor:authors!editor_id(name)', 2), { editor: null });
});

test('an ambiguous relation is rejected with its candidates', async () => {
  const response = await db.from('books').select('authors(name)');
  const error = expectError(response, {
    code: 'PGRST201',
    message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
  });
  assert.equal(response.status, 300);
  assert.equal(error.details.length, 2);
  assert.match(error.hint, /authors!books_author_id_fkey/);
});

test('an unknown relation is rejected', async () => {
  expectError(await db.from('numbers').select('books(title)'), {
    code: 'PGRST200',
    message: "Could not find a relationship between 'numbers' and 'books' in the schema cache",
  });
});

test('to-many with filter, order, limit and range', async () => {
  const titles = (query) =>
    query.then((response) => expectData(response).map((row) => row.books.map(({ id }) => id)));
  const select = () => db.from('authors').select('books!author_id(id)').eq('id', 1);
  assert.deepEqual(await titles(select().order('id', { referencedTable: 'books', ascending: false })), [
    [2, 1],
  ]);
  assert.deepEqual(
    await titles(select().order('id', { referencedTable: 'books' }).limit(1, { referencedTable: 'books' })),
    [[1]],
  );
  assert.deepEqual(
    await titles(
      select().order('id', { referencedTable: 'books' }).range(1, 1, { referencedTable: 'books' }),
    ),
    [[2]],
  );
  assert.deepEqual(await titles(select().gt('books.pages', 200)), [[2]]);
  assert.deepEqual(
    await titles(select().or('pages.gt.500,title.like.Pippi*', { referencedTable: 'books' })),
    [[1]],
  );
});

test('one-to-one is an object from both sides', async () => {
  assert.deepEqual(await book('book_facts(isbn)'), { book_facts: { isbn: '978-1' } });
  assert.deepEqual(await book('book_facts(isbn)', 2), { book_facts: null });
  assert.deepEqual(
    expectData(await db.from('book_facts').select('isbn,books(title)').eq('book_id', 4).single()),
    {
      isbn: '978-4',
      books: { title: 'The Summer Book' },
    },
  );
});

test('many-to-many', async () => {
  assert.deepEqual(await book('labels(name)'), { labels: [{ name: 'children' }] });
  assert.deepEqual(expectData(await db.from('labels').select('name,books(id)').order('id')), [
    { name: 'children', books: [{ id: 1 }, { id: 2 }, { id: 3 }] },
    { name: 'island', books: [{ id: 4 }] },
    { name: 'unused', books: [] },
  ]);
});

test('inner embeds and null filters select rows', async () => {
  const names = (query) => query.order('id').then((response) => expectData(response).map((row) => row.name));
  assert.deepEqual(
    await names(db.from('authors').select('name,books!author_id!inner(id)').eq('books.genre', 'essay')),
    ['Tove'],
  );
  assert.deepEqual(await names(db.from('authors').select('name,books!author_id(id)').is('books', null)), [
    'Unpublished',
  ]);
  assert.deepEqual(
    await names(db.from('authors').select('name,books!author_id()').not('books', 'is', null)),
    ['Astrid', 'Selma', 'Tove'],
  );
  assert.deepEqual(
    await names(
      db
        .from('authors')
        .select('name,books!author_id!inner(labels!inner())')
        .eq('books.labels.name', 'island'),
    ),
    ['Tove'],
  );
});

test('nested embeds', async () => {
  assert.deepEqual(await author('name,books!author_id(id,labels(name),book_facts(isbn))', 3), {
    name: 'Tove',
    books: [
      { id: 4, labels: [{ name: 'island' }], book_facts: { isbn: '978-4' } },
      { id: 5, labels: [], book_facts: null },
    ],
  });
});

test('spread, to-one and to-many', async () => {
  assert.deepEqual(await book('title,...authors!author_id(writer:name,country)'), {
    title: 'Pippi Goes Aboard',
    writer: 'Astrid',
    country: 'SE',
  });
  assert.deepEqual(await author('name,...books!author_id(titles:title)'), {
    name: 'Astrid',
    titles: ['Pippi Goes Aboard', 'The Brothers'],
  });
});

test('order by a related column', async () => {
  const rows = expectData(
    await db
      .from('books')
      .select('id,authors!author_id(name)')
      .order('authors(name)', { ascending: false })
      .order('id'),
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    [4, 5, 3, 1, 2],
  );
});

test('computed relationships and views', async () => {
  assert.deepEqual(await author('name,long_books(title)'), {
    name: 'Astrid',
    long_books: [{ title: 'The Brothers' }],
  });
  assert.deepEqual(expectData(await db.from('short_books').select('title,authors(name)').order('id')), [
    { title: 'Pippi Goes Aboard', authors: { name: 'Astrid' } },
    { title: 'The Summer Book', authors: { name: 'Tove' } },
  ]);
});

test('two embeds of a table with different names', async () => {
  assert.deepEqual(await author('a:books!author_id(id),b:books!books_edited_by(id)', 2), {
    a: [{ id: 3 }],
    b: [{ id: 1 }, { id: 4 }],
  });
});
