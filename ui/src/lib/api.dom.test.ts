import { afterEach, describe, expect, test, vi } from 'vitest';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
import {
  type ApiError,
  api,
  buildURL,
  isTransient,
  onSignedOut,
  path,
  setExpectedUser,
  toApiError,
} from './api';

afterEach(() => vi.unstubAllGlobals());

async function catchError(request: Promise<unknown>): Promise<ApiError> {
  return request.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: ApiError) => error,
  );
}

test('names become one escaped segment each', () => {
  expect(path`/api/rows/${'../auth/v1'}`).toBe('/api/rows/..%2Fauth%2Fv1');
  expect(path`/api/files/${'b'}/${'100% ☕?#.txt'}`).toBe('/api/files/b/100%25%20%E2%98%95%3F%23.txt');
});

test('a query omits values that are not set, and can contain a name twice', () => {
  expect(buildURL('/api/x', { a: 1, b: null, c: undefined, d: '' })).toBe('/api/x?a=1&d=');
  expect(
    buildURL('/api/x', [
      ['id', 'gt.1'],
      ['id', 'lt.5'],
    ]),
  ).toBe('/api/x?id=gt.1&id=lt.5');
  expect(buildURL('/api/x', {})).toBe('/api/x');
});

test('a response is parsed without loss, with its headers', async () => {
  respondWith({
    'GET /api/rows': () =>
      new Response('[{"id":9223372036854775807}]', { headers: { 'Content-Range': '0-0/1' } }),
  });
  const { data, headers } = await api.get<{ id: bigint }[]>('/api/rows/t');
  expect(data[0]?.id).toBe(9223372036854775807n);
  expect(headers.get('Content-Range')).toBe('0-0/1');
});

test('a body is serialized without loss', async () => {
  const sent = respondWith({ 'PATCH /api/rows': [] });
  await api.patch('/api/rows/t', { body: { id: 9223372036854775807n } });
  expect(sent[0]?.body).toBe('{"id":9223372036854775807}');
  expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
});

test('an empty response is undefined', async () => {
  respondWith({ 'POST /api/auth/sign-out': () => new Response(null, { status: 204 }) });
  expect((await api.post('/api/auth/sign-out')).data).toBeUndefined();
});

test('each request contains the user of the page', async () => {
  const sent = respondWith({ 'GET /api/schema': {} });
  setExpectedUser('u-7');
  await api.get('/api/schema');
  expect(sent[0]?.headers.get('X-Tableside-Expected-User')).toBe('u-7');
});

describe('an error is an ApiError', () => {
  test('with the fields of the server’s response', async () => {
    const body = {
      code: '23505',
      message: 'duplicate key',
      details: 'Key (sku)=(A) already exists.',
      hint: 'Choose another.',
      status: 409,
      requestId: 'r-9',
      column: 'sku',
    };
    respondWith({ 'POST /api/rows': () => jsonResponse(body, 409) });
    expect(await catchError(api.post('/api/rows/t', { body: {} }))).toMatchObject(body);
  });

  test('unreadable, if a proxy responded with its own page', async () => {
    respondWith({ 'GET /api/schema': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    const error = await catchError(api.get('/api/schema'));
    expect(error).toMatchObject({ code: 'unreadable', status: 502 });
    expect(isTransient(error)).toBe(true);
  });

  test.each([414, 431])('about the address, if it was too long for a proxy: %s', async (status) => {
    respondWith({ 'GET /api/schema': () => new Response('Request Header Fields Too Large', { status }) });
    const error = await catchError(api.get('/api/schema'));
    expect(error).toMatchObject({ code: 'address_too_long', status });
    expect(isTransient(error)).toBe(false);
  });

  test.each([
    [500, 'unexpected_failure', true],
    [500, 'internal', true],
    [500, 'InternalError', true],
    [503, 'backend_unreachable', true],
    [504, 'backend_timeout', true],
    [500, '57P01', true],
    [503, '53300', true],
    [500, '40P01', true],
    [500, '57014', false],
    [500, '42P17', false],
    [501, 'NotImplemented', false],
    [507, 'disk_full', false],
    [409, '23505', false],
    [403, '42501', false],
  ])('isTransient: %s %s', async (status, code, transient) => {
    const body = { code, message: 'm', details: '', hint: '', status, requestId: 'r' };
    respondWith({ 'PATCH /api/rows': () => jsonResponse(body, status) });
    expect(isTransient(await catchError(api.patch('/api/rows/t', { body: {} })))).toBe(transient);
  });

  test('unreadable, if a successful response is not JSON', async () => {
    respondWith({ 'GET /api/schema': () => new Response('<h1>Log in to the hotel Wi-Fi</h1>') });
    expect((await catchError(api.get('/api/schema'))).code).toBe('unreadable');
  });

  test.each([
    [true, 'unreachable'],
    [false, 'offline'],
  ])('with the device online: %s, a missing response is %s', async (onLine, code) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    expect(await catchError(api.get('/api/schema'))).toMatchObject({ code, status: 0 });
  });

  test('except for an aborted request, whose error is not converted', async () => {
    const abort = new AbortController();
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')));
    abort.abort();
    expect((await catchError(api.get('/api/schema', { signal: abort.signal }))).name).toBe('AbortError');
  });

  test('also for an exception in the app, with its message in the details', () => {
    expect(toApiError(new RangeError('x'))).toMatchObject({ code: 'app', details: 'RangeError: x' });
  });
});

test('only not_signed_in notifies the listeners of onSignedOut', async () => {
  const ended = vi.fn();
  const stop = onSignedOut(ended);
  respondWith({
    'GET /api/schema': () => errorResponse(401, 'not_signed_in', 'Sign in first.'),
    'POST /api/auth/sign-in': () => errorResponse(400, 'invalid_credentials', 'Invalid login credentials'),
  });
  await catchError(api.post('/api/auth/sign-in', { body: {} }));
  expect(ended).not.toHaveBeenCalled();
  await catchError(api.get('/api/schema'));
  expect(ended).toHaveBeenCalledOnce();
  stop();
});
