import { ApiError, buildCommonHeaders, noResponseError, parseError, reportRejection } from '@/lib/api';
import { reportResponse } from '@/lib/requests/connection';
import { parseJSON } from '@/lib/text/json';
import { actionsDataMessages as messages } from './actions-data-messages';
import type { ActionRequest, CallOptions, CallResponse, ResponseContent } from './call-action';

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
  const content = await readContent(response, options.onText);
  return { content, status: response.status, headers, milliseconds: performance.now() - start };
}

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
    throw noResponseError(cause);
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
    throw noResponseError(cause);
  }
}

async function readContent(response: Response, onText: CallOptions['onText']): Promise<ResponseContent> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204 || response.status === 205) return { kind: 'json', value: undefined };
  if (/^(text\/|application\/x-ndjson)/i.test(type)) {
    return {
      kind: 'text',
      text: await readStream(response, /^text\/event-stream/i.test(type), onText),
      type,
    };
  }
  if (/[/+]json/i.test(type)) return parseContent(await readText(response), type);
  const blob = await response.blob().catch((cause: unknown) => {
    throw noResponseError(cause);
  });
  return { kind: 'blob', blob, name: fileName(response.headers) };
}

function parseContent(text: string, type: string): ResponseContent {
  if (text === '') return { kind: 'json', value: undefined };
  try {
    return { kind: 'json', value: parseJSON(text) };
  } catch {
    return { kind: 'text', text, type };
  }
}

/** Reads a text, and reports what has arrived so far at most once per frame. Of server-sent events, returns the data. */
async function readStream(
  response: Response,
  isEventStream: boolean,
  onText: CallOptions['onText'],
): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let raw = '';
  let frame = 0;
  const report = () => {
    frame = 0;
    onText?.(isEventStream ? readEvents(raw) : raw);
  };
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      raw += part.value;
      if (frame === 0 && onText) frame = requestAnimationFrame(report);
    }
  } catch (cause) {
    throw noResponseError(cause);
  } finally {
    cancelAnimationFrame(frame);
  }
  report();
  return isEventStream ? readEvents(raw) : raw;
}

/** Returns the data of server-sent events (HTML standard, section 9.2), one event per line. */
export function readEvents(stream: string): string {
  const events = stream.replace(/\r\n?/g, '\n').split('\n\n');
  return events
    .map((event) =>
      event
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '' && data !== '[DONE]')
    .join('\n');
}

/** Returns the file name of a Content-Disposition; 'download' without one. */
function fileName(headers: Headers): string {
  const disposition = headers.get('Content-Disposition') ?? '';
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download';
}
