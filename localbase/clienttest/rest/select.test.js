import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectData, expectError, newClient, open } from '../client.js';

const db = newClient();
const ids = (rows) => rows.map((row) => row.id);
const books = (columns = 'id') => db.from('books').select(columns);

test('all filters', async (t) => {
  const authors = (columns = 'id') => db.from('authors').select(columns);
  for (const [name, query, want] of [
    ['eq', books().eq('title', 'The Brothers'), [2]],
    ['eq with characters of the syntax', books().eq('title', 'Letters, "quoted" (and more)'), [5]],
    ['neq', books().neq('genre', 'novel'), [5]],
    ['gt', books().gt('pages', 231), [3]],
    ['gte', books().gte('pages', 231), [2, 3]],
    ['lt', books().lt('pages', 170), [1]],
    ['lte', books().lte('pages', 170), [1, 4]],
    ['like', books().like('title', 'The %'), [2, 3, 4]],
    ['ilike', books().ilike('title', '%SUMMER%'), [4]],
    ['likeAllOf', books().likeAllOf('title', ['The%', '%Book']), [4]],
    ['likeAnyOf', books().likeAnyOf('title', ['Pippi%', '%Book']), [1, 4]],
    ['ilikeAllOf', books().ilikeAllOf('title', ['the%', '%book']), [4]],
    ['ilikeAnyOf', books().ilikeAnyOf('title', ['pippi%', '%book']), [1, 4]],
    ['match', books().filter('title', 'match', '^The [BS]'), [2, 4]],
    ['imatch', books().filter('title', 'imatch', '^the [bs]'), [2, 4]],
    ['is null', books().is('pages', null), [5]],
    ['is false', books().is('in_print', false), [3]],
    ['not is null', books().not('editor_id', 'is', null), [1, 3, 4]],
    ['isDistinct', books().isDistinct('editor_id', 2), [2, 3, 5]],
    ['in', books().in('title', ['The Brothers', 'Pippi Goes Aboard']), [1, 2]],
    ['not in', books().not('id', 'in', '(1,2,3)'), [4, 5]],
    ['in of nothing', books().in('id', []), []],
    ['match of several', books().match({ genre: 'novel', in_print: true, pages: 160 }), [1]],
    ['or', books().or('pages.lt.165,and(genre.eq.novel,in_print.is.false)'), [1, 3]],
    ['or with quotes', books().or('title.eq."Letters, \\"quoted\\" (and more)",id.eq.1'), [1, 5]],
    ['or with not', books().or('not.and(genre.eq.novel,id.lt.5)'), [5]],
    ['filter', books().filter('pages', 'in', '(160,170)'), [1, 4]],
    ['textSearch', books().textSearch('words', 'summer & book'), [4]],
    [
      'textSearch plain with config',
      books().textSearch('words', 'the adventures', { type: 'plain', config: 'english' }),
      [3],
    ],
    ['textSearch phrase', books().textSearch('words', 'goes aboard', { type: 'phrase' }), [1]],
    [
      'textSearch websearch',
      books().textSearch('words', 'brothers or summer', { type: 'websearch', config: 'english' }),
      [2, 4],
    ],
    ['contains of an array', authors().contains('pen_names', ['Berling']), [2]],
    ['contains of json', authors().contains('details', { awards: 3 }), [1]],
    ['containedBy', authors().containedBy('pen_names', ['Berling', 'Vera Haij']), [1, 2, 3, 4]],
    ['overlaps', authors().overlaps('pen_names', ['Vera Haij', 'x']), [3]],
    ['range contains', authors().contains('active', '[1950,1960)'), [1, 3]],
    ['range overlaps', authors().overlaps('active', '[1930,1940)'), [2]],
    ['rangeGt', authors().rangeGt('active', '[1900,1933)'), [1, 3]],
    ['rangeGte', authors().rangeGte('active', '[1944,1950)'), [1, 3]],
    ['rangeLt', authors().rangeLt('active', '[1940,1950)'), [2]],
    ['rangeLte', authors().rangeLte('active', '[1900,1992)'), [1, 2]],
    ['rangeAdjacent', authors().rangeAdjacent('active', '[1933,1940)'), [2]],
    ['json path', books().eq('details->ages->0', 6), [1]],
    ['json path as text', authors().eq('details->home->>city', 'Mårbacka'), [2]],
    ['two on one column', books().gt('id', 1).lt('id', 4), [2, 3]],
  ]) {
    await t.test(name, async () => assert.deepEqual(ids(expectData(await query.order('id'))), want));
  }
});

test('columns are selected, renamed, cast and computed', async () => {
  const row = async (columns) => expectData(await books(columns).eq('id', 1).single());
  assert.deepEqual(await row('name:title,pages::text,price'), {
    name: 'Pippi Goes Aboard',
    pages: '160',
    price: 12.5,
  });
  assert.deepEqual(await row('title_length'), { title_length: 17 });
  assert.deepEqual(await row('youngest:details->ages->0,details->ages->>1'), { youngest: 6, ages: '12' });
  assert.deepEqual(Object.keys(await row('*')).sort(), [
    'author_id',
    'details',
    'editor_id',
    'genre',
    'id',
    'in_print',
    'pages',
    'price',
    'title',
    'words',
  ]);
});

test('order, limit and range', async () => {
  assert.deepEqual(
    ids(expectData(await books().order('pages', { ascending: false, nullsFirst: false }))),
    [3, 2, 4, 1, 5],
  );
  assert.deepEqual(ids(expectData(await books().order('pages', { nullsFirst: true }).limit(2))), [5, 1]);
  assert.deepEqual(
    ids(expectData(await books().order('genre').order('id', { ascending: false }).range(1, 2))),
    [3, 2],
  );
  assert.deepEqual(
    ids(expectData(await books().order('details->ages->0', { nullsFirst: false }).limit(1))),
    [1],
  );
});

test('a read is limited to the maximum number of rows', async () => {
  assert.equal(expectData(await db.from('numbers').select()).length, 1000);
});

test('counts: exact, planned and estimated, with and without rows', async () => {
  const exact = await db.from('numbers').select('*', { count: 'exact', head: true });
  assert.deepEqual([exact.count, exact.data, exact.status], [1200, null, 206]); // no body; the range is limited
  const page = await db.from('numbers').select('*', { count: 'exact' }).order('n').range(10, 19);
  assert.deepEqual([page.count, page.data.length, page.status], [1200, 10, 206]);
  for (const count of ['planned', 'estimated']) {
    const { count: total, error } = await db.from('numbers').select('*', { count }).limit(1);
    assert.ok(error === null && total >= 1000, `${count}: ${total}`);
  }
  expectError(await db.from('books').select('*', { count: 'exact' }).range(100, 110), {
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: 'An offset of 100 was requested, but there are only 5 rows.',
  });
});

test('single and maybeSingle', async () => {
  assert.equal(expectData(await books('title').eq('id', 2).single()).title, 'The Brothers');
  assert.equal(expectData(await books('title').eq('id', 2).maybeSingle()).title, 'The Brothers');
  assert.equal(expectData(await books().eq('id', 99).maybeSingle()), null);
  const none = await books().eq('id', 99).single();
  expectError(none, {
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: 'The result contains 0 rows',
    hint: null,
  });
  assert.deepEqual([none.status, none.statusText], [406, 'Not Acceptable']);
  expectError(await books().single(), { code: 'PGRST116', details: 'The result contains 5 rows' });
  expectError(await books().maybeSingle(), { code: 'PGRST116' });
});

test('csv', async () => {
  assert.equal(
    expectData(await books('id,title,pages').gte('id', 4).order('id').csv()),
    'id,title,pages\n4,"The Summer Book",170\n5,"Letters, ""quoted"" (and more)",',
  );
});

test('nulls are stripped on request', async () => {
  assert.deepEqual(expectData(await books('id,pages').eq('id', 5).stripNulls()), [{ id: 5 }]);
  assert.deepEqual(expectData(await books('id,pages').eq('id', 5).stripNulls().single()), { id: 5 });
});

test('aggregates, enabled by the owner', async () => {
  assert.deepEqual(expectData(await books('count()')), [{ count: 5 }]);
  assert.deepEqual(expectData(await books('genre,pages.sum(),pages.max(),n:id.count()').order('genre')), [
    { genre: 'novel', sum: 1101, max: 540, n: 4 },
    { genre: 'essay', sum: null, max: null, n: 1 },
  ]);
  assert.deepEqual(
    expectData(
      await db.from('authors').select('name,books!books_author_id_fkey(pages.avg()::int)').eq('id', 1),
    ),
    [{ name: 'Astrid', books: [{ avg: 196 }] }],
  );
});

test('another schema, per client and per call', async () => {
  const want = [{ id: 1, title: 'An old paper' }];
  assert.deepEqual(expectData(await db.schema('archive').from('papers').select()), want);
  assert.deepEqual(
    expectData(
      await newClient(open, open.anonKey, { db: { schema: 'archive' } })
        .from('papers')
        .select(),
    ),
    want,
  );
  expectError(await db.schema('cellar').from('papers').select(), {
    code: 'PGRST106',
    message: 'Invalid schema: cellar',
  });
});

test('errors state their cause', async () => {
  expectError(await books('colour'), { code: '42703', message: 'column books.colour does not exist' });
  expectError(await db.from('boks').select(), {
    code: 'PGRST205',
    message: "Could not find the table 'public.boks' in the schema cache",
    hint: "Perhaps you meant the table 'public.books'",
  });
  expectError(await books().eq('pages', 'many'), {
    code: '22P02',
    message: 'invalid input syntax for type integer: "many"',
  });
  expectError(await books().filter('pages', 'nope', 1), { code: 'PGRST100' });
  const rejected = await db.from('closed').select();
  expectError(rejected, {
    code: '42501',
    message: 'permission denied for table closed',
    hint: 'Grant the required privileges to the current role with: GRANT SELECT ON public.closed TO anon;',
  });
  assert.equal(rejected.status, 401);
});

test('a request without a key is anonymous; a wrong key is rejected', async () => {
  const bare = await fetch(`${open.url}/rest/v1/books?select=id&id=eq.1`);
  assert.deepEqual(await bare.json(), [{ id: 1 }]);
  expectError(await newClient(open, 'sb_publishable_wrong').from('books').select(), {
    message: 'Invalid API key',
  });
});

test('only the service role can read the OpenAPI root', async () => {
  const root = (key) => fetch(`${open.url}/rest/v1/`, { headers: { apikey: key } });
  assert.equal((await root(open.anonKey)).ok, false);
  assert.equal((await (await root(open.secretKey)).json()).swagger, '2.0');
});

test('an aborted request returns an error', async () => {
  const controller = new AbortController();
  controller.abort();
  expectError(await books().abortSignal(controller.signal), { message: /AbortError/ });
});
