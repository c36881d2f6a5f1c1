import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/lib/api';
import { respondWith } from '@/testing/fake-backend';
import { discardEarlyResponses } from './early-requests';

/** Loads the page: sends its early requests, then those of the app. Returns the sent requests. */
async function loadPage(path: string, urls: readonly string[]) {
  vi.resetModules();
  const { sendFirstRequests } = await import('./send-first-requests');
  const { storeFirstRequest } = await import('./store-first-request');
  const app = await import('@/lib/api');
  discardEarlyResponses();
  window.history.replaceState(null, '', path);
  const sent = respondWith({ 'GET /api/': ({ path }: { path: string }) => path });
  sendFirstRequests(path);
  const early = sent.map((each) => each.path);
  const headers = { 'X-Tableside-Time-Zone': 'UTC' };
  for (const url of urls) {
    storeFirstRequest(url, headers);
    expect((await app.api.get(url, { headers })).data).toBe(url);
  }
  return { early, all: sent.map((each) => each.path), headers: sent[0]?.headers };
}

beforeEach(() => {
  // Requests are stored in the first seconds of a page.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  localStorage.clear();
  document.documentElement.dataset.page = 'dashboard';
});
afterEach(() => {
  delete document.documentElement.dataset.page;
  discardEarlyResponses();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('sends what a dashboard requested both last times, with the same headers', async () => {
  expect((await loadPage('/dashboards/a', ['/api/x', '/api/y'])).early).toEqual([]);
  expect((await loadPage('/dashboards/a', ['/api/x', '/api/z'])).early).toEqual([]);
  const third = await loadPage('/dashboards/a', ['/api/x', '/api/z']);
  expect(third.early).toEqual(['/api/x']);
  expect(third.all).toEqual(['/api/x', '/api/z']);
  expect(third.headers?.get('X-Tableside-Time-Zone')).toBe('UTC');
  expect((await loadPage('/dashboards/a', [])).early).toEqual(['/api/x', '/api/z']);
});

test('sends nothing for other pages, and after a sign-out', async () => {
  await loadPage('/dashboards/a', ['/api/x']);
  await loadPage('/dashboards/a', ['/api/x']);
  expect((await loadPage('/dashboards/b', [])).early).toEqual([]);
  document.documentElement.dataset.page = 'table';
  expect((await loadPage('/dashboards/a', [])).early).toEqual([]);
  document.documentElement.dataset.page = 'dashboard';
  const { clearUserData } = await import('@/lib/auth/sign-out');
  await clearUserData();
  expect((await loadPage('/dashboards/a', [])).early).toEqual([]);
});

test('does not use an early response for another time zone', async () => {
  await loadPage('/dashboards/a', ['/api/x']);
  await loadPage('/dashboards/a', ['/api/x']);
  const { all } = await loadPage('/dashboards/a', []);
  expect(all).toEqual(['/api/x']);
  const sent = respondWith({ 'GET /api/x': 'other' });
  await api.get('/api/x', { headers: { 'X-Tableside-Time-Zone': 'Asia/Tokyo' } });
  expect(sent).toHaveLength(1);
});
