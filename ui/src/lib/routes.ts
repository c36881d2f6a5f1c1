/** A page of the app, by its path. The query string contains the state of the page. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; schema: string; table: string }
  | { page: 'import'; schema: string; table: string }
  | { page: 'dashboard'; id: string }
  | { page: 'files'; bucket: string; prefix: string }
  | { page: 'channels' }
  | { page: 'channel'; name: string }
  /** `action` is the id of an action; '' for the list. */
  | { page: 'actions'; action: string }
  | { page: 'account' }
  /** Chooses the user as whom the workspace is viewed. */
  | { page: 'view-as' }
  /** The target of the links of invitations and password resets. */
  | { page: 'set-password' }
  /** The target of the server after a failed sign-in by link or provider. */
  | { page: 'sign-in-error' }
  /** Signs in to another account. */
  | { page: 'add-account' }
  /** The end of a sign-in in another window. */
  | { page: 'signed-in' }
  | { page: 'unknown' };

const segment = encodeURIComponent;

/** Returns the paths of the pages. Names can contain any character. */
export const hrefs = {
  home: () => '/',
  table: (schema: string, table: string) => `/tables/${segment(schema)}/${segment(table)}`,
  importCSV: (schema: string, table: string) => `/tables/${segment(schema)}/${segment(table)}/import`,
  /** A record opens over its table. */
  record: (schema: string, table: string, record: string) =>
    `/tables/${segment(schema)}/${segment(table)}?record=${segment(record)}`,
  dashboard: (id: string) => `/dashboards/${segment(id)}`,
  /** `prefix` is a folder's path in the bucket, without a slash at its end; "" is the bucket itself. */
  files: (bucket: string, prefix = '') =>
    ['/files', segment(bucket), ...prefix.split('/').filter(Boolean).map(segment)].join('/'),
  channels: () => '/channels',
  channel: (name: string, isPrivate = false) => `/channels/${segment(name)}${isPrivate ? '?private' : ''}`,
  actions: () => '/actions',
  action: (id: string) => `/actions/${segment(id)}`,
  account: () => '/account',
  viewAs: () => '/view-as',
  setPassword: () => '/account/password',
  addAccount: () => '/add-account',
  signedIn: () => '/signed-in',
  /**
   * Redirects to the sign-in page of a provider, and afterwards to `next`. `link` connects the provider to the signed-in
   * account, `add` keeps the signed-in account.
   */
  provider: (name: string, query: { next: string; link?: 1; add?: 1 }) =>
    `/api/auth/oauth/${segment(name)}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
};

/** Returns the page of a path; `unknown` if there is none. */
export function parseRoute(pathname: string): Route {
  const [area, ...names] = pathname.split('/').filter(Boolean);
  let decoded: string[];
  try {
    decoded = names.map(decodeURIComponent);
  } catch {
    return { page: 'unknown' };
  }
  const [first, second, third] = decoded;
  if (area === undefined) return { page: 'home' };
  if (area === 'tables' && first && second && decoded.length === 2) {
    return { page: 'table', schema: first, table: second };
  }
  if (area === 'tables' && first && second && third === 'import' && decoded.length === 3) {
    return { page: 'import', schema: first, table: second };
  }
  if (area === 'dashboards' && first && decoded.length === 1) return { page: 'dashboard', id: first };
  if (area === 'files' && first) {
    return { page: 'files', bucket: first, prefix: decoded.slice(1).join('/') };
  }
  if (area === 'channels' && decoded.length === 0) return { page: 'channels' };
  if (area === 'channels' && first && decoded.length === 1) return { page: 'channel', name: first };
  if (area === 'actions' && decoded.length <= 1) return { page: 'actions', action: first ?? '' };
  if (area === 'account' && decoded.length === 0) return { page: 'account' };
  if (area === 'view-as' && decoded.length === 0) return { page: 'view-as' };
  if (area === 'account' && first === 'password' && decoded.length === 1) return { page: 'set-password' };
  if ((area === 'sign-in-error' || area === 'signed-in' || area === 'add-account') && decoded.length === 0)
    return { page: area };
  return { page: 'unknown' };
}
