import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Factor } from '@/lib/api.gen';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { SecondFactorPrompt } from './second-factor-prompt';

afterEach(() => vi.unstubAllGlobals());

const makeFactor = (id: string, type: string): Factor => ({
  ...{ id, type, name: id, status: 'verified', createdAt: '2026-01-01T00:00:00Z' },
});

test('asks for a code of the authenticator app, although a phone number is the first factor', async () => {
  const requests = respondWith({
    'GET /api/auth/factors': [makeFactor('phone', 'phone'), makeFactor('app', 'totp')],
    'GET /api/workspace': {},
    'POST /api/auth/factors/app/verify': { user: null },
  });
  const { user } = renderApp(<SecondFactorPrompt />);
  await user.type(await screen.findByLabelText('Code'), '123456');
  await waitFor(() =>
    expect(requests.some(({ path }) => path === '/api/auth/factors/app/verify')).toBe(true),
  );
});

test('states that it can’t check a phone number or a security key', async () => {
  respondWith({ 'GET /api/auth/factors': [makeFactor('phone', 'phone'), makeFactor('key', 'webauthn')] });
  const onSkip = vi.fn();
  const { user } = renderApp(<SecondFactorPrompt onSkip={onSkip} />);
  expect((await screen.findByRole('alert')).textContent).toContain('no authenticator app');
  expect(screen.queryByLabelText('Code')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(onSkip).toHaveBeenCalled();
});
