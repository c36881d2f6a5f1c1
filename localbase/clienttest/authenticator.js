// A virtual authenticator with one passkey (WebAuthn Level 3), because Node has none.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data) => createHash('sha256').update(data).digest();
const base64url = (data) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data: the user is present, and verified; a new credential is included. */
const [present, verified, attested] = [1, 4, 0x40];

/** Returns an authenticator for the requests of a page at `origin`. */
export function newAuthenticator(origin) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let userHandle;
  let counter = 0;

  const respond = (type, { challenge }, response) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false })),
      ...response,
    },
  });
  const data = (domain, flags, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, rest]);
  };
  return {
    /** Creates the passkey, like navigator.credentials.create. */
    create(options) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, encodePublicKey(publicKey)]);
      const authData = data(options.rp.id, present | verified | attested, credential);
      return respond('webauthn.create', options, {
        attestationObject: base64url(encodeAttestation(authData)),
      });
    },
    /** Signs a challenge, like navigator.credentials.get. */
    get(options) {
      counter++;
      const authenticatorData = data(options.rpId, present | verified);
      const credential = respond('webauthn.get', options, {
        authenticatorData: base64url(authenticatorData),
        userHandle,
      });
      const clientData = Buffer.from(credential.response.clientDataJSON, 'base64url');
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      credential.response.signature = base64url(sign('sha256', signed, privateKey));
      return credential;
    },
  };
}

/** Encodes a key in CBOR: a COSE key for ES256 with the members kty, alg, crv, x, y (RFC 9053, 7.1.1). */
function encodePublicKey(key) {
  const { x, y } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** Encodes an attestation of the format `none` in CBOR. */
function encodeAttestation(authData) {
  const text = (value) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]), // a map of three entries
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x58, authData.length]), authData],
  ]);
}
