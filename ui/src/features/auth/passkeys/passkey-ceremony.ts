import { api } from '@/lib/api';
import type { PasskeyChallenge, PasskeyResponse } from '@/lib/api.gen';
import { PasskeyError, toPasskeyError } from './passkey-error';
import { getPasskeyObstacle, rememberPasskey } from './passkey-support';
import {
  type CreationOptionsJSON,
  formatCredential,
  parseCreationOptions,
  parseRequestOptions,
  type RequestOptionsJSON,
} from './webauthn-json';

/** The running ceremony. The browser runs only one at a time. */
let current: AbortController | undefined;

/**
 * Asks the browser to create a passkey for the signed-in user, and returns the body for the verification. Throws a
 * PasskeyError if the browser or the user rejects it, or if another ceremony starts.
 */
export function createPasskey(): Promise<PasskeyResponse> {
  const { signal } = replaceCeremony();
  return runCeremony('registration', {}, signal, (options: CreationOptionsJSON) => ({
    domain: options.rp.id,
    request: () => navigator.credentials.create({ publicKey: parseCreationOptions(options), signal }),
  }));
}

/** Asks the user to choose a passkey, and returns the body for the sign-in. Throws a PasskeyError like createPasskey. */
export function choosePasskey(proof: object): Promise<PasskeyResponse> {
  const { signal } = replaceCeremony();
  return runCeremony('authentication', proof, signal, (options: RequestOptionsJSON) => ({
    domain: options.rpId,
    request: () => navigator.credentials.get({ publicKey: parseRequestOptions(options), signal }),
  }));
}

/**
 * Lets the browser offer passkeys in inputs with the autocomplete token `webauthn`, until the challenge expires or the
 * signal is aborted. Resolves when the user chooses a passkey. Throws a PasskeyError like createPasskey.
 */
export function suggestPasskeys(stopped: AbortSignal): Promise<PasskeyResponse> {
  const controller = replaceCeremony();
  const { signal } = controller;
  stopped.addEventListener('abort', () => controller.abort());
  return runCeremony('authentication', {}, signal, (options: RequestOptionsJSON, expiresIn) => ({
    domain: options.rpId,
    request: () => {
      const timer = setTimeout(() => controller.abort(), expiresIn);
      const publicKey = parseRequestOptions(options);
      return navigator.credentials
        .get({ publicKey, mediation: 'conditional', signal })
        .finally(() => clearTimeout(timer));
    },
  }));
}

/** Cancels the running ceremony and returns the controller of the next one. */
function replaceCeremony(): AbortController {
  current?.abort();
  current = new AbortController();
  return current;
}

interface BrowserRequest {
  /** The domain to which the backend binds its passkeys. */
  domain: string | undefined;
  request: () => Promise<Credential | null>;
}

/** Requests a challenge, sends it to the browser, and returns the body for its verification. */
async function runCeremony<Options>(
  kind: 'registration' | 'authentication',
  body: object,
  signal: AbortSignal,
  /** `expiresIn` is the time after which the auth service rejects the challenge, in milliseconds. */
  prepare: (options: Options, expiresIn: number) => BrowserRequest,
): Promise<PasskeyResponse> {
  const obstacle = getPasskeyObstacle();
  if (obstacle) throw new PasskeyError(obstacle);
  const path = `/api/auth/passkeys/${kind}/options`;
  const { challengeId, options, expiresIn } = (await api.post<PasskeyChallenge>(path, { body })).data;
  const { domain, request } = prepare(options as Options, expiresIn * 1000);
  let credential: Credential | null;
  try {
    signal.throwIfAborted();
    credential = await request();
  } catch (error) {
    throw toPasskeyError(error, domain);
  }
  if (!credential) throw new PasskeyError('failed');
  rememberPasskey();
  return { challengeId, credential: formatCredential(credential as PublicKeyCredential) };
}
