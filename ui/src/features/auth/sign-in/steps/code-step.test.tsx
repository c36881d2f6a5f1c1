import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { emailInput, makeWorkspace, renderAtPassword, respondWith } from '@/testing/sign-in-harness';
import { SignInForm } from '../sign-in-form';

beforeEach(() => void respondWith({}));
afterEach(() => vi.unstubAllGlobals());

describe('code by email', () => {
  const codesOnly = makeWorkspace({ password: false });

  test('is sent at once if the workspace has no passwords, with the page to which the link returns', async () => {
    window.history.replaceState(null, '', '/tables/public/orders?status=eq.draft');
    const requests = respondWith({ 'POST /api/auth/otp': undefined });
    const { user } = renderApp(<SignInForm workspace={codesOnly} />);
    await user.type(emailInput(), 'staff@harbour.test');
    await user.click(screen.getByRole('button', { name: 'Email me a code' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    expect(parseJSON(requests[0]?.body ?? '')).toEqual({
      email: 'staff@harbour.test',
      next: '/tables/public/orders?status=eq.draft',
    });
  });

  test.each(['12 34 56', '1234-5678-90'])('%s can be pasted, which sends it', async (pasted) => {
    const requests = respondWith({
      'POST /api/auth/otp': undefined,
      'POST /api/auth/verify': { user: staffUser },
    });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
    const code = await screen.findByLabelText('Code');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(code.getAttribute('inputmode')).toBe('numeric');
    await user.click(code);
    await user.paste(pasted);
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(parseJSON(requests[1]?.body ?? '')).toEqual({
      email: 'staff@harbour.test',
      token: pasted.replace(/\D/g, ''),
      type: 'email',
    });
  });

  test('that is too short is not sent', async () => {
    const requests = respondWith({ 'POST /api/auth/otp': undefined });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
    await user.type(await screen.findByLabelText('Code'), '12345{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('6 to 10 digits');
    expect(requests).toHaveLength(1);
  });

  test('can be sent again after a countdown, which the server can extend', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let sent = 0;
    respondWith({
      'POST /api/auth/otp': () => {
        sent += 1;
        if (sent === 1) return undefined;
        const rejected = errorResponse(429, 'over_email_send_rate_limit', 'Too many.');
        rejected.headers.set('Retry-After', '41');
        return rejected;
      },
    });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'Email me a code instead' }));
    const again = await screen.findByRole('button', { name: /^Send again in \d+ seconds$/ });
    expect(again).toHaveProperty('disabled', true);
    await vi.advanceTimersByTimeAsync(61_000);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many messages were sent.');
    expect(screen.getByRole('button', { name: 'Send again in 41 seconds' })).toBeTruthy();
    vi.useRealTimers();
  });
});
