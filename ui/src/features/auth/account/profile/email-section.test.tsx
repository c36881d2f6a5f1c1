import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { EmailSection } from './email-section';

afterEach(() => vi.unstubAllGlobals());

const account: Account = {
  ...{ email: 'staff@harbour.test', newEmail: 'new@harbour.test', phone: '', identities: [], factors: [] },
  ...{ claims: {}, createdAt: '2026-01-01T00:00:00Z', lastSignInAt: null },
};

test('the messages of a change are sent again by the same change', async () => {
  const requests = respondWith({
    'PATCH /api/auth/user': { user: staffUser, emailConfirmationSent: true },
    'GET /api/workspace': {},
  });
  const { user } = renderApp(<EmailSection account={account} />);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(parseJSON(requests.find(({ method }) => method === 'PATCH')?.body ?? '')).toEqual({
    email: 'new@harbour.test',
  });
});

test('the button counts down the time that the auth service requires', async () => {
  respondWith({
    'PATCH /api/auth/user': () => {
      const rejected = errorResponse(429, 'over_email_send_rate_limit', 'Too many.');
      rejected.headers.set('Retry-After', '41');
      return rejected;
    },
  });
  const { user } = renderApp(<EmailSection account={account} />);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByRole('button', { name: 'Try again in 41 seconds' });
});
