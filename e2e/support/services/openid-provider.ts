import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** The user whom the provider signs in. */
export interface ProviderUser {
  sub: string;
  email: string;
  name: string;
}

/** A small OpenID provider on this machine. It has no pages: a test chooses what its next sign-in results in. */
export interface OpenIDProvider {
  url: string;
  clientId: string;
  clientSecret: string;
  /** The user of the following sign-ins. */
  user: ProviderUser;
  /** The error (RFC 6749, 4.1.2.1) of the following sign-ins; undefined for success. */
  error: string | undefined;
  /** Whether the token endpoint rejects the client, as with a wrong secret. */
  rejectsClient: boolean;
  stop: () => Promise<void>;
}

const clientId = 'tableside';
const clientSecret = 'provider-secret';

export async function startOpenIDProvider(): Promise<OpenIDProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const codes = new Map<string, { user: ProviderUser; nonce: string | null }>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const provider: OpenIDProvider = {
    ...{ url, clientId, clientSecret, error: undefined, rejectsClient: false },
    user: { sub: 'subject-1', email: 'grace@harbour.test', name: 'Grace Hopper' },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const sign = (claims: object) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${encode({ alg: 'ES256', typ: 'JWT', kid: 'key' })}.${encode(claims)}`;
    const signature = createSign('sha256').update(text).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
  const redirect = (query: URLSearchParams): string => {
    const target = new URL(query.get('redirect_uri') ?? '');
    target.searchParams.set('state', query.get('state') ?? '');
    if (provider.error) target.searchParams.set('error', provider.error);
    else {
      const code = randomUUID();
      codes.set(code, { user: provider.user, nonce: query.get('nonce') });
      target.searchParams.set('code', code);
    }
    return target.href;
  };
  const exchange = (form: URLSearchParams): [number, object] => {
    const signIn = codes.get(form.get('code') ?? '');
    if (!signIn || provider.rejectsClient) return [401, { error: 'invalid_client' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      email_verified: true,
      ...signIn.user,
    };
    const token = sign(signIn.nonce === null ? claims : { ...claims, nonce: signIn.nonce });
    return [200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: token }];
  };
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES256', use: 'sig' };

  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') respond(200, metadata);
    else if (pathname === '/jwks') respond(200, { keys: [jwk] });
    else if (pathname === '/authorize') response.writeHead(302, { Location: redirect(searchParams) }).end();
    else if (pathname === '/token') respond(...exchange(await readForm(request)));
    else respond(404, {});
  });
  return provider;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
