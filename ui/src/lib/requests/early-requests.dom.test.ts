import { afterEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
import { discardEarlyResponses, peekEarlyJSON, sendEarly } from './early-requests';

const accept = { Accept: 'application/json' };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  discardEarlyResponses();
});

test('the API client uses an early response once', async () => {
  const sent = respondWith({ 'GET /api/schema': { tables: [] } });
  sendEarly('/api/schema', accept);
  expect(await peekEarlyJSON('/api/schema', accept)).toEqual({ tables: [] });
  expect((await api.get('/api/schema')).data).toEqual({ tables: [] });
  expect(sent).toHaveLength(1);
  await api.get('/api/schema');
  expect(sent).toHaveLength(2);
});

test('an early request that is later than the request of the app is not sent', async () => {
  const sent = respondWith({ 'GET /api/schema': { tables: [] } });
  await api.get('/api/schema');
  sendEarly('/api/schema', accept);
  expect(sent).toHaveLength(1);
  await api.get('/api/schema');
  expect(sent).toHaveLength(2);
});

test('a request for another profile is sent', async () => {
  const sent = respondWith({ 'GET /api/rows/orders': [] });
  sendEarly('/api/rows/orders', { ...accept, 'Accept-Profile': 'public' });
  await api.get('/api/rows/orders', { headers: { 'Accept-Profile': 'archive' } });
  expect(sent).toHaveLength(2);
});

test('a request whose early response was rejected or never came is sent again', async () => {
  let replies = [errorResponse(401, 'not_signed_in', 'Sign in first.'), jsonResponse('new')];
  respondWith({ 'GET /api/schema': () => replies.shift() });
  sendEarly('/api/schema', accept);
  expect((await api.get('/api/schema')).data).toBe('new');

  replies = [jsonResponse('after an outage')];
  discardEarlyResponses();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  sendEarly('/api/schema', accept);
  vi.stubGlobal('fetch', fetch);
  expect((await api.get('/api/schema')).data).toBe('after an outage');
});

test('a request whose early response is an error that cannot change is not sent again', async () => {
  const message = 'materialized view "sales" has not been populated';
  const sent = respondWith({ 'GET /api/rows/sales': () => errorResponse(500, '55000', message) });
  sendEarly('/api/rows/sales', accept);
  await expect(api.get('/api/rows/sales')).rejects.toMatchObject({ code: '55000', message });
  expect(sent).toHaveLength(1);
});

test('an early response is not used after a write, or when it is old', async () => {
  const sent = respondWith({ 'GET /api/schema': 'schema', 'POST /api/auth/sign-in': {} });
  sendEarly('/api/schema', accept);
  await api.post('/api/auth/sign-in');
  await api.get('/api/schema');
  expect(sent).toHaveLength(3);

  discardEarlyResponses();
  vi.useFakeTimers({ now: 0 });
  sendEarly('/api/schema', accept);
  vi.setSystemTime(10_001);
  await api.get('/api/schema');
  expect(sent).toHaveLength(5);
});

test('a request that was aborted meanwhile rejects', async () => {
  respondWith({ 'GET /api/schema': 'schema' });
  sendEarly('/api/schema', accept);
  const controller = new AbortController();
  const reading = api.get('/api/schema', { signal: controller.signal });
  controller.abort();
  await expect(reading).rejects.toHaveProperty('name', 'AbortError');
});
