import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What comes in the place of the backend's answer. */
export type Fault = (response: ServerResponse) => void;

const makeFault =
  (status: number, type: string, body: string): Fault =>
  (response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(body);
  };

const makeJSONFault = (status: number, code: string, message: string) =>
  makeFault(status, 'application/json', JSON.stringify({ code, message, details: null, hint: null }));

/** What a hosted project, or what lies before it, answers when it is not well. */
export const faults = {
  page: makeFault(200, 'text/html', '<h1>Welcome to the hotel’s network</h1>'),
  gateway: makeFault(522, 'text/html', '<h1>Connection timed out</h1>'),
  paused: makeFault(540, 'text/html', 'Project paused'),
  throttled: makeFault(429, 'text/plain', 'slow down'),
  overrun: makeJSONFault(500, '57014', 'canceling statement due to statement timeout'),
  expired: makeJSONFault(401, 'PGRST303', 'JWT expired'),
  reused: makeJSONFault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  /** A row, and then nothing more. */
  cut: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 10_000 });
    response.write('[{"id":1,"name":"half', () => response.destroy());
  },
} satisfies Record<string, Fault>;

/** The way between a Tableside and its backend, which a walk can disturb. */
export interface FaultProxy {
  url: string;
  /** Answers requests whose "METHOD /path?query" matches, until `calm`. */
  injectFault: (which: RegExp, how: Fault) => void;
  clearFaults: () => void;
  stop: () => Promise<void>;
}

/** Listens on a port of its own and passes everything on to the backend. */
export async function startFaultProxy(backend: string): Promise<FaultProxy> {
  let rules: [which: RegExp, how: Fault][] = [];
  const server = createServer((incoming, response) => {
    const rule = rules.find(([which]) => which.test(`${incoming.method} ${incoming.url}`));
    if (!rule) return forwardRequest(backend, incoming, response);
    incoming.resume();
    rule[1](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the wire has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    injectFault: (which, how) => {
      rules = [...rules, [which, how]];
    },
    clearFaults: () => {
      rules = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forwardRequest(backend: string, incoming: IncomingMessage, response: ServerResponse) {
  const { method, headers } = incoming;
  const onward = request(backend + incoming.url, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
    answered.on('error', () => response.destroy());
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
