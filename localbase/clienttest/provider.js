import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Starts a small OpenID provider (Core 1.0, code flow). It signs in the user named in
 * `login_hint` without a password. Returns its issuer URL and close().
 */
export async function startProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const codes = new Map();
  const server = createServer((request, response) => {
    const url = new URL(request.url, issuer);
    const route = routes[`${request.method} ${url.pathname}`];
    if (!route) {
      response.writeHead(404).end();
      return;
    }
    Promise.resolve()
      .then(() => route(request, response, url))
      .catch((error) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${server.address().port}`;

  const json = (response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const token = (claims) => {
    const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${encode({ alg: 'ES256', kid: 'key-1' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
  const userInfo = (email) => ({
    sub: createHash('sha256').update(email).digest('hex').slice(0, 20),
    email,
    email_verified: true,
    name: email.split('@')[0],
  });
  const routes = {
    'GET /.well-known/openid-configuration': (_, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['ES256'],
      }),
    'GET /keys': (_, response) =>
      json(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'ES256', use: 'sig' }],
      }),
    'GET /authorize': (_, response, url) => {
      const code = randomUUID();
      codes.set(code, { email: url.searchParams.get('login_hint'), nonce: url.searchParams.get('nonce') });
      const back = new URL(url.searchParams.get('redirect_uri'));
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state'));
      response.writeHead(302, { location: back.href }).end();
    },
    'POST /token': async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const code = new URLSearchParams(body).get('code');
      const login = codes.get(code);
      codes.delete(code);
      const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 300 };
      json(response, {
        access_token: `at ${login.email}`.replace(' ', '-'),
        token_type: 'Bearer',
        id_token: token({
          iss: issuer,
          aud: 'library',
          ...times,
          ...userInfo(login.email),
          nonce: login.nonce ?? undefined,
        }),
      });
    },
    'GET /userinfo': (request, response) =>
      json(response, userInfo(request.headers.authorization.replace('Bearer at-', ''))),
  };
  return { issuer, close: () => server.close().closeAllConnections() };
}

/** Creates a private signing key in the format of `supabase gen signing-key`. */
export function createSigningKeys() {
  const options = { privateKeyEncoding: { format: 'jwk' }, publicKeyEncoding: { format: 'jwk' } };
  const create = (alg, type, extra) => ({
    ...generateKeyPairSync(type, { ...options, ...extra }).privateKey,
    alg,
    kid: `the-${alg}-key`,
  });
  return JSON.stringify([
    create('RS256', 'rsa', { modulusLength: 2048 }),
    create('ES256', 'ec', { namedCurve: 'P-256' }),
  ]);
}
