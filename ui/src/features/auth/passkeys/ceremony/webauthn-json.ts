/**
 * Converts between the JSON of the WebAuthn API (Level 3, 5.1.7 to 5.1.9) and its objects, in which binary values are
 * ArrayBuffers instead of base64url. The browser's own functions (`parseCreationOptionsFromJSON`, `toJSON`) are newer
 * than the oldest supported browsers.
 */

interface CredentialDescriptorJSON {
  id: string;
  type: PublicKeyCredentialType;
  transports?: AuthenticatorTransport[];
}

/** The parts of PublicKeyCredentialCreationOptionsJSON that contain binary values. */
export interface CreationOptionsJSON
  extends Omit<
    PublicKeyCredentialCreationOptions,
    'challenge' | 'user' | 'excludeCredentials' | 'extensions'
  > {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: CredentialDescriptorJSON[];
}

/** The parts of PublicKeyCredentialRequestOptionsJSON that contain binary values. */
export interface RequestOptionsJSON
  extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials' | 'extensions'> {
  challenge: string;
  allowCredentials?: CredentialDescriptorJSON[];
}

/** Returns the options for `navigator.credentials.create`. */
export function parseCreationOptions(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions {
  return {
    ...json,
    challenge: decodeBase64URL(json.challenge),
    user: { ...json.user, id: decodeBase64URL(json.user.id) },
    excludeCredentials: parseDescriptors(json.excludeCredentials),
  };
}

/** Returns the options for `navigator.credentials.get`. */
export function parseRequestOptions(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    ...json,
    challenge: decodeBase64URL(json.challenge),
    allowCredentials: parseDescriptors(json.allowCredentials),
  };
}

const parseDescriptors = (descriptors: CredentialDescriptorJSON[] = []) =>
  descriptors.map((descriptor) => ({ ...descriptor, id: decodeBase64URL(descriptor.id) }));

/** Returns the JSON of a credential that `navigator.credentials.create` or `get` returned. */
export function formatCredential(credential: PublicKeyCredential): object {
  return {
    id: credential.id,
    rawId: encodeBase64URL(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
    response: formatResponse(credential.response),
  };
}

/** Converts the response of an authenticator, to a registration or an authentication, to WebAuthn's JSON form. */
function formatResponse(response: AuthenticatorResponse): object {
  const clientDataJSON = encodeBase64URL(response.clientDataJSON);
  if ('attestationObject' in response) {
    const attestation = response as AuthenticatorAttestationResponse;
    return {
      clientDataJSON,
      attestationObject: encodeBase64URL(attestation.attestationObject),
      transports: attestation.getTransports(),
    };
  }
  const assertion = response as AuthenticatorAssertionResponse;
  return {
    clientDataJSON,
    authenticatorData: encodeBase64URL(assertion.authenticatorData),
    signature: encodeBase64URL(assertion.signature),
    userHandle: assertion.userHandle ? encodeBase64URL(assertion.userHandle) : undefined,
  };
}

/** Decodes base64url (RFC 4648, 5), with or without padding. */
export function decodeBase64URL(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
}

/** Encodes base64url without padding. */
export function encodeBase64URL(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
