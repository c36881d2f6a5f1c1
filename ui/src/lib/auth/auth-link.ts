/** The result of a link of a mail. It never contains a token. */
export type AuthLinkResult =
  | { kind: 'signed-in'; type: string }
  /** The other address of an email change must be confirmed too. */
  | { kind: 'confirm-other-address' }
  /** Another user is signed in. `switchUser` signs in the link's user; the other account of the browser stays signed in. */
  | { kind: 'other-user'; switchUser: () => Promise<AuthLinkResult> }
  | { kind: 'failed'; code: string };

declare global {
  /** On the global object, because boot.ts is a script of its own and not one of the app's modules. */
  var tablesideAuthLink: Promise<AuthLinkResult> | undefined;
}

/** The parameters of an address that a link's tokens and errors are in, with those of OAuth clients. */
const authParams = [
  'access_token',
  'refresh_token',
  'provider_token',
  'provider_refresh_token',
  'expires_in',
  'expires_at',
  'token_type',
  'token_hash',
  'token',
  'type',
  'error',
  'error_code',
  'error_description',
  'message',
  'sb',
] as const;

interface LinkRequest {
  url: string;
  body: string;
  /** The request that signs in although another user is signed in, whose session the server keeps. */
  switchURL: string;
  switchBody: string;
  type: string;
}

function makeRequest(url: string, tokens: Record<string, string>, type: string): LinkRequest {
  return {
    url,
    type,
    body: JSON.stringify(tokens),
    switchURL: `${url}?add=1`,
    switchBody: JSON.stringify({ ...tokens, replace: true }),
  };
}

/** The parts of window that `takeAuthLink` uses. */
export type LinkWindow = Pick<Window, 'location' | 'history'> & { fetch: typeof fetch };

/**
 * Takes the tokens or the error of a mail's link off the address bar and the history, and exchanges the tokens for a
 * session (POST /api/auth/session or /verify). Returns undefined if the address is not such a link. It must run before
 * every other script of the page. Sources of the forms: the auth service's redirects, and its guide to mail templates.
 */
export function takeAuthLink(page: LinkWindow): Promise<AuthLinkResult> | undefined {
  const { location, history } = page;
  const fragment = parseFragment(location);
  // In the query of a table's page, the same names are columns.
  const hasQuery = !location.pathname.startsWith('/tables/') && location.pathname !== '/sign-in-error';
  const query = new URLSearchParams(hasQuery ? location.search : '');
  const request = readTokens(fragment) ?? readTokenHash(query) ?? readTokenHash(fragment);
  const outcome = request ?? readOutcome(fragment) ?? readOutcome(query);
  if (!outcome) {
    // A link without its parameters leads to the start page.
    if (location.pathname.startsWith('/auth/')) history.replaceState(null, '', '/');
    return undefined;
  }
  for (const name of authParams) query.delete(name);
  const path = hasQuery
    ? cleanPath(location.pathname, query.toString())
    : location.pathname + location.search;
  history.replaceState(null, '', path);
  if (!request) return Promise.resolve(outcome as AuthLinkResult);
  return exchange(request, page.fetch.bind(page));
}

function parseFragment({ hash }: Pick<Location, 'hash'>): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#\/?/, ''));
}

/** Whether the fragment of an address is that of a mail's link. */
export function hasAuthFragment(location: Pick<Location, 'hash'>): boolean {
  const fragment = parseFragment(location);
  return (readTokens(fragment) ?? readTokenHash(fragment) ?? readOutcome(fragment)) !== undefined;
}

/** Mail templates often name a page of the application that this app doesn't have, such as /auth/confirm. */
function cleanPath(pathname: string, search: string): string {
  if (pathname.startsWith('/auth/')) return '/';
  return search === '' ? pathname : `${pathname}?${search}`;
}

/** Reads `#access_token=...&refresh_token=...`, the form of the default mail templates. */
function readTokens(params: URLSearchParams): LinkRequest | undefined {
  const access = params.get('access_token');
  const refresh = params.get('refresh_token');
  if (!access || !refresh) return undefined;
  const tokens = { access_token: access, refresh_token: refresh };
  return makeRequest('/api/auth/session', tokens, params.get('type') ?? 'magiclink');
}

/** Reads `?token_hash=...&type=...`, the form of mail templates for servers. */
function readTokenHash(params: URLSearchParams): LinkRequest | undefined {
  const tokenHash = params.get('token_hash');
  const type = params.get('type');
  if (!tokenHash || !type) return undefined;
  return makeRequest('/api/auth/verify', { token_hash: tokenHash, type }, type);
}

/** Reads an error, or the message that the other address must be confirmed. Incomplete tokens are an error. */
function readOutcome(params: URLSearchParams): AuthLinkResult | undefined {
  const code = params.get('error_code') ?? params.get('error');
  if (code) return { kind: 'failed', code: cleanCode(code) };
  if (params.get('message')?.includes('other email')) return { kind: 'confirm-other-address' };
  const isIncomplete = ['access_token', 'refresh_token', 'token_hash'].some((name) => params.has(name));
  return isIncomplete ? { kind: 'failed', code: 'malformed_link' } : undefined;
}

/** Returns the code of an error, or `unknown` for anything else: an address can contain any text, which must not be shown. */
export function cleanCode(code: string): string {
  return /^[a-z][a-z0-9_]{0,63}$/.test(code) ? code : 'unknown';
}

/** Sends the tokens to the server. */
async function exchange(request: LinkRequest, send: typeof fetch): Promise<AuthLinkResult> {
  try {
    const response = await send(request.url, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: request.body,
    });
    if (response.ok) return readResponse(request.type, await response.text());
    // No link is that long; the response may be that of a proxy.
    if (response.status === 413) return { kind: 'failed', code: 'malformed_link' };
    const { code } = (await response.json()) as { code?: string };
    // The tokens stay in this closure, which no other script can read, and `send` is the browser's own function.
    if (code === 'already_signed_in') {
      const { switchURL: url, switchBody: body } = request;
      return { kind: 'other-user', switchUser: () => exchange({ ...request, url, body }, send) };
    }
    return { kind: 'failed', code: code === 'bad_request' ? 'malformed_link' : cleanCode(code ?? '') };
  } catch {
    return { kind: 'failed', code: 'unreachable' };
  }
}

/** The response has no user if the other address of an email change must be confirmed too. */
function readResponse(type: string, text: string): AuthLinkResult {
  const { user } = (text === '' ? {} : JSON.parse(text)) as { user?: unknown };
  if (!user && type === 'email_change') return { kind: 'confirm-other-address' };
  return user ? { kind: 'signed-in', type } : { kind: 'failed', code: 'unknown' };
}
