import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What comes in the place of the backend's answer. */
export type Disturbance = (response: ServerResponse) => void;

const answer =
  (status: number, type: string, body: string): Disturbance =>
  (response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(body);
  };

const json = (status: number, code: string, message: string) =>
  answer(status, 'application/json', JSON.stringify({ code, message, details: null, hint: null }));

/** What a hosted project, or what lies before it, answers when it is not well. */
export const disturbances = {
  page: answer(200, 'text/html', '<h1>Welcome to the hotel’s network</h1>'),
  gateway: answer(522, 'text/html', '<h1>Connection timed out</h1>'),
  paused: answer(540, 'text/html', 'Project paused'),
  throttled: answer(429, 'text/plain', 'slow down'),
  overrun: json(500, '57014', 'canceling statement due to statement timeout'),
  expired: json(401, 'PGRST303', 'JWT expired'),
  reused: json(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  /** A row, and then nothing more. */
  cut: (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 10_000 });
    response.write('[{"id":1,"name":"half', () => response.destroy());
  },
} satisfies Record<string, Disturbance>;

/** The way between a Tableside and its backend, which a walk can disturb. */
export interface Wire {
  url: string;
  /** Answers requests whose "METHOD /path?query" matches, until `calm`. */
  disturb: (which: RegExp, how: Disturbance) => void;
  calm: () => void;
  stop: () => Promise<void>;
}

/** Listens on a port of its own and passes everything on to the backend. */
export async function layWire(backend: string): Promise<Wire> {
  let rules: [which: RegExp, how: Disturbance][] = [];
  const server = createServer((incoming, response) => {
    const rule = rules.find(([which]) => which.test(`${incoming.method} ${incoming.url}`));
    if (!rule) return pass(backend, incoming, response);
    incoming.resume();
    rule[1](response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the wire has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    disturb: (which, how) => {
      rules = [...rules, [which, how]];
    },
    calm: () => {
      rules = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(backend: string, incoming: IncomingMessage, response: ServerResponse) {
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
