import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { type CodeType, useSendCode } from './auth-mutations';

afterEach(() => vi.unstubAllGlobals());

function SendButton({ type }: { type: CodeType }) {
  const sendCode = useSendCode({ takeProof: () => ({ captchaToken: 'token' }) });
  return (
    <button type="button" onClick={() => sendCode.mutate({ type, email: 'new@harbour.test' })}>
      Send
    </button>
  );
}

test.each([
  ['email', 'otp', {}],
  ['recovery', 'recover', {}],
  ['signup', 'resend', { type: 'signup' }],
] as const)('a mail of the type %s is requested with the token of the CAPTCHA', async (type, route, more) => {
  const requests = respondWith({ [`POST /api/auth/${route}`]: undefined });
  const { user } = renderApp(<SendButton type={type} />);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(parseJSON(requests[0]?.body ?? '')).toEqual({
    ...{ email: 'new@harbour.test', captchaToken: 'token' },
    ...more,
  });
});
