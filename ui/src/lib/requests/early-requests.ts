/** A GET request that was sent while the browser still loaded the app's code. */
interface EarlyRequest {
  /** In milliseconds since 1970. */
  sentAt: number;
  response: Promise<Response>;
}

declare global {
  /**
   * The early requests; undefined for a request that the app has made since. On the global object, because boot.ts is a
   * separate script and not a module of the app.
   */
  var tablesideEarlyRequests: Map<string, EarlyRequest | undefined> | undefined;
}

/** The age in milliseconds from which a response is not used, because the data can have changed. */
const maxAge = 10_000;

/** Maximum number of the app's requests that `sendEarly` must not send again: only the first ones can be early. */
const maxRequests = 50;

const getRequests = () => (globalThis.tablesideEarlyRequests ??= new Map<string, EarlyRequest | undefined>());

/** The requests for rows of two tables with the same name, or for periods in two time zones, differ only in a header. */
function requestKey(url: string, headers: Headers): string {
  const names = ['Accept-Profile', 'Prefer', 'X-Tableside-Time-Zone'];
  return [url, ...names.map((name) => headers.get(name))].join(' ');
}

/**
 * Sends a GET request before the code that needs the response is loaded. `takeEarlyResponse` returns
 * the response to that code. Errors are ignored: then the code sends the request again. Does nothing if the app has
 * sent the request itself: a later request would get this response, which can be old by then.
 */
export function sendEarly(url: string, headers: Record<string, string>): void {
  const key = requestKey(url, new Headers(headers));
  if (getRequests().has(key)) return;
  const response = fetch(url, { headers, credentials: 'same-origin' });
  response.catch(() => undefined);
  getRequests().set(key, { sentAt: Date.now(), response });
}

/**
 * Returns the JSON of an early response without removing the response, so that `takeEarlyResponse` can return it later.
 * Undefined if there is no successful response.
 */
export async function peekEarlyJSON(url: string, headers: Record<string, string>): Promise<unknown> {
  const early = getRequests().get(requestKey(url, new Headers(headers)));
  const response = await early?.response.catch(() => undefined);
  return response?.ok && !response.bodyUsed ? response.clone().json() : undefined;
}

/**
 * Returns the response of an early request once, and undefined if there is no such request. The
 * promise is undefined if there was no response.
 */
export function takeEarlyResponse(url: string, headers: Headers): Promise<Response | undefined> | undefined {
  const key = requestKey(url, headers);
  const requests = getRequests();
  const early = requests.get(key);
  if (early || requests.size < maxRequests) requests.set(key, undefined);
  if (!early || Date.now() - early.sentAt > maxAge) return undefined;
  return early.response.catch(() => undefined);
}

/** Discards all early responses. Call it after a write, or when another user changed rows: the responses can be old. */
export function discardEarlyResponses(): void {
  getRequests().clear();
}
