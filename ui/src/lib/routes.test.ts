import { describe, expect, test } from 'vitest';
import { hrefs, parseRoute } from './routes';

describe('formatting and parsing a URL returns the same page', () => {
  const names = ['orders', 'a b', 'Ünïcode ☕', '100%', 'a/b', '?x=1', '#top', '%2F', 'select'];
  test.each(names)('a table called %s', (name) => {
    const url = new URL(hrefs.table('my schema', name), 'http://x');
    expect(parseRoute(url.pathname)).toEqual({ page: 'table', schema: 'my schema', table: name });
  });
  test('an import', () => {
    const url = new URL(hrefs.importCSV('my schema', 'a/b'), 'http://x');
    expect(parseRoute(url.pathname)).toEqual({ page: 'import', schema: 'my schema', table: 'a/b' });
  });
  test.each(names.filter((name) => name !== 'a/b'))('a folder called %s', (name) => {
    const url = new URL(hrefs.files('bucket', `outer/${name}`), 'http://x');
    expect(parseRoute(url.pathname)).toEqual({ page: 'files', bucket: 'bucket', prefix: `outer/${name}` });
  });
});

test.each([
  ['/', { page: 'home' }],
  ['/account', { page: 'account' }],
  ['/files/b', { page: 'files', bucket: 'b', prefix: '' }],
  ['/files/b/', { page: 'files', bucket: 'b', prefix: '' }],
  ['/files', { page: 'unknown' }],
  ['/tables/public', { page: 'unknown' }],
  ['/tables/public/orders/7', { page: 'unknown' }],
  ['/tables/public/%E0%A4%A', { page: 'unknown' }],
  ['/account/password', { page: 'set-password' }],
  ['/account/x', { page: 'unknown' }],
  ['/sign-in-error', { page: 'sign-in-error' }],
  ['/signed-in', { page: 'signed-in' }],
  ['/elsewhere', { page: 'unknown' }],
])('%s', (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});
