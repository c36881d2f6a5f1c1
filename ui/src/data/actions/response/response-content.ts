import { createNoResponseError } from '@/lib/api';
import { parseJSON } from '@/lib/text/json';
import { EventParser, type ServerEvent } from './server-events';

/**
 * `json`: parsed, undefined for an empty response. `total` is the number of all rows of a set, of which the backend
 * returns at most its maximum.
 */
export type ResponseContent =
  | { kind: 'json'; value: unknown; total?: number | undefined }
  | { kind: 'text'; text: string; type: string }
  | { kind: 'events'; events: readonly ServerEvent[] }
  | { kind: 'blob'; blob: Blob; name: string };

/** The part of a response that was received so far. */
export interface ReceivedPart {
  bytes: number;
  /** The text or the events so far; undefined for other contents. */
  content: ResponseContent | undefined;
}

/** Size up to which each frame reports what has arrived, in bytes. */
const smallSize = 200_000;

/** Time between two reports of larger responses, in milliseconds: their text is copied each time. */
const largeInterval = 500;

/** Collects the parts of a response in the form of its media type. */
interface Collector {
  add: (part: Uint8Array<ArrayBuffer>) => void;
  /** Returns the text or the events so far. */
  current: () => ResponseContent | undefined;
  finish: () => ResponseContent;
}

/** Reads a response, and reports text and server-sent events as they arrive. Throws an ApiError if the connection breaks. */
export async function receiveContent(
  response: Response,
  onPart: ((part: ReceivedPart) => void) | undefined,
): Promise<ResponseContent> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204 || response.status === 205) return { kind: 'json', value: undefined };
  const collector = createCollector(type, response.headers);
  const reader = response.body?.getReader();
  let bytes = 0;
  let reportedAt = 0;
  let frame = 0;
  const report = () => {
    frame = 0;
    if (bytes > smallSize && performance.now() - reportedAt < largeInterval) return;
    reportedAt = performance.now();
    onPart?.({ bytes, content: collector.current() });
  };
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.length;
      collector.add(part.value);
      if (frame === 0 && onPart) frame = requestAnimationFrame(report);
    }
  } catch (cause) {
    onPart?.({ bytes, content: collector.current() });
    throw createNoResponseError(cause);
  } finally {
    cancelAnimationFrame(frame);
  }
  return collector.finish();
}

function createCollector(type: string, headers: Headers): Collector {
  if (/^text\/event-stream/i.test(type)) return collectEvents();
  if (/^(text\/|application\/x-ndjson)/i.test(type)) {
    return collectText((text) => ({ kind: 'text', text, type }), true);
  }
  if (/[/+]json/i.test(type)) return collectText((text) => parseContent(text, type), false);
  return collectBytes(type, fileName(headers));
}

function collectText(toContent: (text: string) => ResponseContent, isShownEarly: boolean): Collector {
  const decoder = new TextDecoder();
  let text = '';
  return {
    add: (part) => {
      text += decoder.decode(part, { stream: true });
    },
    current: () => (isShownEarly ? toContent(text) : undefined),
    finish: () => toContent(text + decoder.decode()),
  };
}

/** Returns a collector that parses the parts of a response as server-sent events in UTF-8. */
function collectEvents(): Collector {
  const decoder = new TextDecoder();
  const parser = new EventParser();
  return {
    add: (part) => parser.push(decoder.decode(part, { stream: true })),
    current: () => ({ kind: 'events', events: [...parser.events] }),
    finish: () => {
      parser.push(decoder.decode());
      parser.end();
      return { kind: 'events', events: parser.events };
    },
  };
}

function collectBytes(type: string, name: string): Collector {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    add: (part) => void parts.push(part),
    current: () => undefined,
    finish: () => ({ kind: 'blob', blob: new Blob(parts, { type }), name }),
  };
}

function parseContent(text: string, type: string): ResponseContent {
  if (text === '') return { kind: 'json', value: undefined };
  try {
    return { kind: 'json', value: parseJSON(text) };
  } catch {
    return { kind: 'text', text, type };
  }
}

/** Returns the file name of a Content-Disposition; 'download' without one. */
function fileName(headers: Headers): string {
  const disposition = headers.get('Content-Disposition') ?? '';
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download';
}
