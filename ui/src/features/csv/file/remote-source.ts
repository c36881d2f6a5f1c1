import type { FileSource } from '../csv.types';
import { csvMessages } from '../csv-messages';

/** Calls a FileSource in a worker through messages. */

const methods = [
  'read',
  'listDistinctValues',
  'setCell',
  'check',
  'readBatch',
  'exportRejected',
] as const satisfies readonly (keyof FileSource)[];

type Method = (typeof methods)[number];

interface SourceCall {
  id: number;
  method: Method;
  args: unknown[];
}

type SourceResponse = { id: number; value: unknown } | { id: number; errorMessage: string };

/** The members that a Worker and a worker's global scope have in common. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  /** Errors outside of a call: the worker could not be loaded, or has no memory left. */
  addEventListener(type: 'error', listener: () => void): void;
}

/** Executes the page's calls on the source. Runs in the worker. */
export function serveSource(port: MessagePortLike, source: FileSource): void {
  const respond = (response: SourceResponse) => port.postMessage(response);
  port.addEventListener('message', async ({ data }: MessageEvent<SourceCall>) => {
    const { id, method, args } = data;
    try {
      const run = source[method] as (...args: unknown[]) => Promise<unknown>;
      respond({ id, value: await run.apply(source, args) });
    } catch (error) {
      respond({ id, errorMessage: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Returns a FileSource that calls the source served at the other end of the port. */
export function createRemoteSource(port: MessagePortLike): FileSource {
  let lastId = 0;
  const pendingCalls = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  port.addEventListener('message', ({ data }: MessageEvent<SourceResponse>) => {
    const call = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if ('errorMessage' in data) call?.reject(new Error(data.errorMessage));
    else call?.resolve(data.value);
  });
  port.addEventListener('error', () => {
    for (const { reject } of pendingCalls.values()) reject(new Error(csvMessages.file.readerStopped));
    pendingCalls.clear();
  });
  const createMethod =
    (method: Method) =>
    (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pendingCalls.set(lastId, { resolve, reject });
        port.postMessage({ id: lastId, method, args } satisfies SourceCall);
      });
  const entries = methods.map((method) => [method, createMethod(method)]);
  return Object.fromEntries(entries) as FileSource;
}
