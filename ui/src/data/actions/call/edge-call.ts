import { ApiError, buildCommonHeaders, createNoResponseError, parseError, reportRejection } from '@/lib/api';
import { reportResponse } from '@/lib/requests/connection';
import { parseJSON } from '@/lib/text/json';
import { actionsDataMessages as messages } from '../actions-data-messages';
import { receiveContent } from '../response/response-content';
import type { ActionRequest, CallOptions, CallResponse } from './call-action';

/** Maximum number of characters of an error response that are displayed. */
const maxErrorText = 4_000;

/**
 * Calls an edge function. Text and server-sent events are reported as they arrive. Throws an ApiError if there is no
 * response or if the function responds with an error; its code is then `function_error`.
 */
export async function sendEdgeCall(request: ActionRequest, options: CallOptions): Promise<CallResponse> {
  const start = performance.now();
  const response = await send(request, options.signal);
  reportResponse();
  const isFromFunction = response.headers.has('X-Function-Status');
  if (!isFromFunction) {
    throw reportRejection(parseError(response.status, response.headers, await readText(response)));
  }
  const headers = parseHeaders(response.headers);
  if (!response.ok) throw await functionError(response);
  const content = await receiveContent(response, options.onPart);
  return { content, status: response.status, headers, milliseconds: performance.now() - start };
}

/**
 * Sends the request of an edge function. Resolves with every response that has headers, whatever its status. Throws ApiError if
 * there is none, and the reason of `signal` if it aborts.
 */
async function send({ method, path, headers, body }: ActionRequest, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = {
    ...{ method, credentials: 'same-origin', signal: signal ?? null },
    headers: { ...buildCommonHeaders(), Accept: '*/*', ...headers },
  };
  if (body !== '') init.body = body;
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw createNoResponseError(cause);
  }
}

/** Returns the headers of the function's response, which the server passes on in one header. */
function parseHeaders(headers: Headers): [string, string][] {
  try {
    return Object.entries(JSON.parse(headers.get('X-Function-Headers') ?? '{}')).map(([name, value]) => [
      name,
      String(value),
    ]);
  } catch {
    return [];
  }
}

/** Returns the error of a response with an error status: the message in its JSON, or its text. HTML is shown as text. */
async function functionError(response: Response): Promise<ApiError> {
  const text = (await readText(response)).slice(0, maxErrorText);
  return new ApiError({
    code: 'function_error',
    message: findMessage(text) ?? messages.functionError(response.status),
    details: [messages.functionStatus(response.status), text].filter(Boolean).join('\n'),
    hint: '',
    status: response.status,
    requestId: response.headers.get('X-Request-Id') ?? '',
  });
}

function findMessage(text: string): string | undefined {
  try {
    const body = parseJSON<{ message?: unknown; error?: unknown } | null>(text);
    const found = [body?.message, body?.error].find((each) => typeof each === 'string' && each !== '');
    return found as string | undefined;
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw createNoResponseError(cause);
  }
}
