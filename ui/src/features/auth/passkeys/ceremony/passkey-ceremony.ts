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

/** The ceremony that the browser runs; it runs only one at a time. */
let current: AbortController | undefined;

/** Cancels the running ceremony and returns the controller of the next ceremony. */
function replaceCeremony(): AbortController {
  current?.abort();
  current = new AbortController();
  return current;
}

function requirePasskeySupport() {
  const obstacle = getPasskeyObstacle();
  if (obstacle) throw new PasskeyError(obstacle);
}

/**
 * Asks the browser to create a passkey for the signed-in user, and returns the body for the verification. Throws a
 * PasskeyError if the browser or the user rejects it.
 */
export async function createPasskey(): Promise<PasskeyResponse> {
  requirePasskeySupport();
  const challenge = await startCeremony('registration', {});
  const options = challenge.options as CreationOptionsJSON;
  const { signal } = replaceCeremony();
  return finishCeremony(challenge, options.rp.id, () =>
    navigator.credentials.create({ publicKey: parseCreationOptions(options), signal }),
  );
}

/** Asks the user to choose a passkey, and returns the body for the sign-in. Throws a PasskeyError like createPasskey. */
export async function choosePasskey(proof: object): Promise<PasskeyResponse> {
  requirePasskeySupport();
  const challenge = await startCeremony('authentication', proof);
  const options = challenge.options as RequestOptionsJSON;
  const { signal } = replaceCeremony();
  return finishCeremony(challenge, options.rpId, () =>
    navigator.credentials.get({ publicKey: parseRequestOptions(options), signal }),
  );
}

/** A request for a passkey that the browser offers among the suggestions of an input. */
export interface PasskeySuggestion {
  /** Resolves when the user chooses a passkey. Rejects when the request ends without one. */
  response: Promise<PasskeyResponse>;
  /** The time after which the auth service rejects it, in milliseconds. */
  expiresIn: number;
  cancel: () => void;
}

/** Lets the browser offer passkeys in inputs with the autocomplete token `webauthn`, until the challenge expires. */
export async function suggestPasskeys(): Promise<PasskeySuggestion> {
  const challenge = await startCeremony('authentication', {});
  const options = challenge.options as RequestOptionsJSON;
  const controller = replaceCeremony();
  const response = finishCeremony(challenge, options.rpId, () =>
    navigator.credentials.get({
      publicKey: parseRequestOptions(options),
      mediation: 'conditional',
      signal: controller.signal,
    }),
  );
  return { response, expiresIn: challenge.expiresIn * 1000, cancel: () => controller.abort() };
}

async function startCeremony(kind: 'registration' | 'authentication', body: object) {
  return (await api.post<PasskeyChallenge>(`/api/auth/passkeys/${kind}/options`, { body })).data;
}

/**
 * Asks the browser for the credential and returns the response for the server. Remembers that this browser has a passkey. Throws
 * PasskeyError.
 */
async function finishCeremony(
  { challengeId }: PasskeyChallenge,
  domain: string | undefined,
  request: () => Promise<Credential | null>,
): Promise<PasskeyResponse> {
  let credential: Credential | null;
  try {
    credential = await request();
  } catch (error) {
    throw toPasskeyError(error, domain);
  }
  if (!credential) throw new PasskeyError('failed');
  rememberPasskey();
  return { challengeId, credential: formatCredential(credential as PublicKeyCredential) };
}
