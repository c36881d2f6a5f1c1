import { vi } from 'vitest';
import { stringifyJSON } from '@/lib/text/json';

/** A request as the app sent it. */
export interface SentRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

type MockReply = unknown | Response | ((sent: SentRequest) => unknown | Response);

/**
 * Replaces fetch; all other modules are real. Routes are "GET /api/workspace": the first route with which a request
 * begins returns the response. An unknown route fails the test.
 */
export function respondWith(routes: Record<string, MockReply>): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://tableside.test');
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    };
    sent.push(request);
    const line = `${request.method} ${request.path}`;
    const route = Object.keys(routes).find((candidate) => line.startsWith(candidate));
    if (route === undefined) throw new Error(`no response for ${line}`);
    const reply = routes[route];
    const result = typeof reply === 'function' ? await reply(request) : reply;
    return result instanceof Response ? result : jsonResponse(result);
  });
  return sent;
}

export function jsonResponse(body: unknown, status = 200): Response {
  const text = body === undefined ? null : stringifyJSON(body);
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
}

/** Returns an error response of the API. */
export function errorResponse(status: number, code: string, message: string, hint = ''): Response {
  return jsonResponse({ code, message, details: '', hint, status, requestId: 'req-1' }, status);
}
