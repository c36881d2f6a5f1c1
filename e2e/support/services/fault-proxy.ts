import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Writes a faulty response in place of the backend's. */
export type Fault = (response: ServerResponse) => void;

const makeFault =
  (status: number, type: string, body: string): Fault =>
  (response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(body);
  };

const makeJSONFault = (status: number, code: string, message: string) =>
  makeFault(status, 'application/json', JSON.stringify({ code, message, details: null, hint: null }));

/** The faulty responses of a hosted project, or of a proxy in front of it. */
export const faults = {
  page: makeFault(200, 'text/html', '<h1>Welcome to the hotel’s network</h1>'),
  gateway: makeFault(522, 'text/html', '<h1>Connection timed out</h1>'),
  paused: makeFault(540, 'text/html', 'Project paused'),
  throttled: makeFault(429, 'text/plain', 'slow down'),
  overrun: makeJSONFault(500, '57014', 'canceling statement due to statement timeout'),
  expired: makeJSONFault(401, 'PGRST303', 'JWT expired'),
  reused: makeJSONFault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  /** Sends the start of a row, then closes the connection. */
  cut: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 10_000 });
    response.write('[{"id":1,"name":"half', () => response.destroy());
  },
} satisfies Record<string, Fault>;

/** A proxy between Tableside and its backend, into which a test can inject faults. */
export interface FaultProxy {
  url: string;
  /** Responds with a fault to requests whose "METHOD /path?query" matches, until `clearFaults`. */
  injectFault: (pattern: RegExp, fault: Fault) => void;
  clearFaults: () => void;
  stop: () => Promise<void>;
}

/** Starts a proxy on a free port that forwards all requests to the backend. */
export async function startFaultProxy(backend: string): Promise<FaultProxy> {
  let rules: [pattern: RegExp, fault: Fault][] = [];
  const server = createServer((incoming, response) => {
    const rule = rules.find(([pattern]) => pattern.test(`${incoming.method} ${incoming.url}`));
    if (!rule) return forwardRequest(backend, incoming, response);
    incoming.resume();
    rule[1](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the fault proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    injectFault: (pattern, fault) => {
      rules = [...rules, [pattern, fault]];
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
  const forwarded = request(backend + incoming.url, { method, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    upstream.pipe(response);
    upstream.on('error', () => response.destroy());
  });
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
