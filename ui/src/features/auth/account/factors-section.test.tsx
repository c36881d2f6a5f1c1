import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Factor } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { FactorsSection } from './factors-section';

afterEach(() => vi.unstubAllGlobals());

const makeFactor = (id: string, name: string, status = 'verified', type = 'totp'): Factor => ({
  ...{ id, name, status, type, createdAt: '2026-01-01T00:00:00Z' },
});

test('a lost device is removed with a code of another device', async () => {
  const requests = respondWith({
    'GET /api/auth/factors': [makeFactor('f-1', 'Phone'), makeFactor('f-2', 'Tablet')],
    'GET /api/workspace': {},
    'DELETE /api/auth/factors/f-1': undefined,
  });
  const { user } = renderApp(<FactorsSection />);
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  await user.click(await screen.findByRole('combobox', { name: 'Enter a code of' }));
  await user.click(await screen.findByRole('option', { name: 'Tablet' }));
  await user.type(screen.getByLabelText('Code'), '123456');
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
  const removal = requests.find(({ method }) => method === 'DELETE');
  expect(removal?.path).toBe('/api/auth/factors/f-1');
  expect(parseJSON(removal?.body ?? '')).toEqual({ code: '123456', factorId: 'f-2' });
});

test('a phone number of another app is removed with a code of an authenticator app', async () => {
  const requests = respondWith({
    'GET /api/auth/factors': [makeFactor('f-1', '', 'verified', 'phone'), makeFactor('f-2', 'Tablet')],
    'GET /api/workspace': {},
    'DELETE /api/auth/factors/f-1': undefined,
  });
  const { user } = renderApp(<FactorsSection />);
  await user.click(await screen.findByRole('button', { name: 'Remove Phone or security key' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
  const removal = requests.find(({ method }) => method === 'DELETE');
  expect(parseJSON(removal?.body ?? '')).toEqual({ code: '123456', factorId: 'f-2' });
});

test('a phone number alone is listed, but this app can’t remove it', async () => {
  respondWith({ 'GET /api/auth/factors': [makeFactor('f-1', 'My phone', 'verified', 'phone')] });
  renderApp(<FactorsSection />);
  await screen.findByText('My phone');
  expect(screen.queryByRole('button', { name: 'Remove My phone' })).toBeNull();
});

test('a canceled enrolment leaves nothing in the list, and the next name is free', async () => {
  const requests = respondWith({
    'GET /api/auth/factors': [makeFactor('f-1', 'Authenticator app', 'unverified')],
    'POST /api/auth/factors': { id: 'f-2', secret: 'ABCDEFGH', uri: '', qrCode: 'data:,' },
  });
  const { user } = renderApp(<FactorsSection />);
  expect(await screen.findByText('No second factor yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add authenticator app' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
  const created = requests.find(({ method }) => method === 'POST');
  expect(parseJSON(created?.body ?? '')).toEqual({ type: 'totp', name: 'Authenticator app 2' });
});

test('the focus is on the list after an enrolment, so that Enter does not start another enrolment', async () => {
  const factors: Factor[] = [];
  respondWith({
    'GET /api/auth/factors': () => factors,
    'GET /api/workspace': {},
    'POST /api/auth/factors': { id: 'f-1', secret: 'ABCDEFGH', uri: '', qrCode: 'data:,' },
    'POST /api/auth/factors/f-1/verify': () => {
      factors.push(makeFactor('f-1', 'Authenticator app'));
      return { user: null };
    },
  });
  const { user } = renderApp(<FactorsSection />);
  await user.click(await screen.findByRole('button', { name: 'Add authenticator app' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your authenticator apps' })),
  );
});
