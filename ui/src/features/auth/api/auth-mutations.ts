import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api';
import type { SignInRequest, SignInResponse, SignOutScope } from '@/lib/api.gen';
import { workspaceQuery } from '@/lib/auth/session';
import { announceSession } from '@/lib/auth/session-channel';
import { clearUserData, confirmSignOut } from '@/lib/auth/sign-out';
import { forgetSkippedSecondFactor } from '@/lib/auth/skipped-second-factor';
import { type SignInTarget, useCompleteSignIn } from './complete-sign-in';

/** Which code a mail contains, in the words of the auth service. */
export type CodeType = 'email' | 'signup' | 'recovery';

/** The part of a body that proves that a person sends the request. */
export interface CaptchaProof {
  captchaToken?: string;
}

/** Options of the requests that start a session. */
export interface SessionOptions extends SignInTarget {
  /** Whether the current account stays signed in, so that the user can switch between both. */
  isAdding?: boolean | undefined;
  /** Returns the token of the CAPTCHA. Throws until the user has completed it. */
  takeProof?: (() => CaptchaProof) | undefined;
}

const post = async (path: string, body: object, { isAdding = false }: SessionOptions) =>
  (await api.post<SignInResponse>(`/api/auth/${path}`, { body, query: isAdding ? { add: 1 } : {} })).data;

/** Returns the mutation that signs in with a password, or creates an account. The response has no user if the email must be confirmed first. */
export function useSignIn(kind: 'sign-in' | 'sign-up', options: SessionOptions = {}) {
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: async (request: SignInRequest) =>
      post(kind, { ...request, ...options.takeProof?.() }, options),
    onSuccess: (response) => complete(response, options),
  });
}

/** Returns the mutation that signs in as a new anonymous user (POST /api/auth/anonymous). */
export function useGuestSignIn(options: SessionOptions = {}) {
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: async () => post('anonymous', { ...options.takeProof?.() }, options),
    onSuccess: (response) => complete(response, options),
  });
}

/** Returns the mutation that signs in with the code of a mail (POST /api/auth/verify). */
export function useVerifyCode(options: SessionOptions = {}) {
  const complete = useCompleteSignIn();
  return useMutation({
    mutationFn: (request: { email: string; token: string; type: CodeType }) =>
      post('verify', request, options),
    onSuccess: (response) => complete(response, options),
  });
}

const codePaths = { email: 'otp', recovery: 'recover', signup: 'resend' } as const;

/**
 * Returns the mutation that sends a mail with a code and a link: /api/auth/otp, /recover or /resend. The auth service
 * requires the token of a CAPTCHA for each of them.
 */
export function useSendCode({ takeProof, isAdding = false }: SessionOptions = {}) {
  return useMutation({
    mutationFn: async ({ type, ...request }: SendCodeRequest) => {
      const path = codePaths[type];
      const body = { ...request, ...(path === 'resend' && { type }), ...takeProof?.() };
      await api.post(`/api/auth/${path}`, { body, query: isAdding ? { add: 1 } : {} });
    },
  });
}

export interface SendCodeRequest {
  type: CodeType;
  email: string;
  /** The path that the mail's link opens after the sign-in. */
  next?: string;
}

/**
 * Returns the mutation that signs out (POST /api/auth/sign-out), deletes the
 * user's data in this browser and loads the start page, so that no data stays in
 * memory, also in the other tabs. Asks first if edits are not saved; its data is
 * false if the user cancels. With the scope `others`, this session continues.
 */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (scope: SignOutScope = 'local') => {
      const userId = client.getQueryData(workspaceQuery().queryKey)?.user?.id ?? '';
      if (scope === 'others') {
        await api.post('/api/auth/sign-out', { body: { scope } });
        return false;
      }
      const isConfirmed = await confirmSignOut();
      if (!isConfirmed) return false;
      await api.post('/api/auth/sign-out', { body: { scope } });
      await clearUserData();
      forgetSkippedSecondFactor();
      announceSession({ kind: 'signed-out', userId });
      return true;
    },
    onSuccess: (isSignedOut) => {
      if (isSignedOut) window.location.assign('/');
    },
  });
}
