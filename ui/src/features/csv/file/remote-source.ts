import type { FileSource } from '../csv.types';

/** A FileSource on the other side of a worker's port. */

type Method = keyof FileSource;

interface SourceCall {
  id: number;
  method: Method;
  args: unknown[];
}

type SourceResponse = { id: number; value: unknown } | { id: number; failure: string };

/** The ends of a Worker and of a worker's global scope have this in common. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  /** What went wrong outside of a call: it couldn't be loaded, or ran out of memory. */
  addEventListener(type: 'error', listener: () => void): void;
}

/** Answers, in the worker, what the page asks of the source. */
export function serveSource(port: MessagePortLike, source: FileSource): void {
  port.addEventListener('message', async ({ data }: MessageEvent<SourceCall>) => {
    const { id, method, args } = data;
    try {
      const run = source[method] as (...args: unknown[]) => Promise<unknown>;
      port.postMessage({ id, value: await run.apply(source, args) } satisfies SourceResponse);
    } catch (error) {
      port.postMessage({
        id,
        failure: error instanceof Error ? error.message : String(error),
      } satisfies SourceResponse);
    }
  });
}

/** The source that a worker serves. */
export function createRemoteSource(port: MessagePortLike): FileSource {
  let calls = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  port.addEventListener('message', ({ data }: MessageEvent<SourceResponse>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) call?.reject(new Error(data.failure));
    else call?.resolve(data.value);
  });
  port.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The reader of the file stopped.'));
    waiting.clear();
  });
  const call =
    (method: Method) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        port.postMessage({ id: calls, method, args } satisfies SourceCall);
      });
  const methods: Method[] = ['read', 'listDistinctValues', 'check', 'readBatch', 'exportRejected'];
  return Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as FileSource;
}
