import { Listeners } from '@/lib/external-store';

/** `offline`: the device has no network. `unreachable`: it has one, but Tableside does not respond. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

export interface Connection {
  state: ConnectionState;
  /** The time at which the current state began. */
  changedAt: Date;
}

/** Delays before the requests that check whether Tableside responds, in milliseconds. */
const probeDelays = [2_000, 4_000, 8_000, 15_000, 30_000];

let connection: Connection = { state: 'online', changedAt: new Date() };
let probes = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Listeners<[connection: Connection]>();

function setConnectionState(state: ConnectionState) {
  if (connection.state === state) return;
  connection = { state, changedAt: new Date() };
  listeners.notify(connection);
}

function scheduleProbe() {
  if (timer !== undefined) return;
  const delay = probeDelays[Math.min(probes, probeDelays.length - 1)];
  timer = setTimeout(() => {
    timer = undefined;
    probes += 1;
    fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
      reportResponse,
      reportFailure,
    );
  }, delay);
}

/** Sets the state to online. Call after any response from Tableside. */
export function reportResponse() {
  clearTimeout(timer);
  timer = undefined;
  probes = 0;
  setConnectionState('online');
}

/**
 * Sets and returns the state after a request without a response. If the browser is online, it schedules a request to
 * `/healthz` that checks whether the server can be reached again.
 */
export function reportFailure(): 'offline' | 'unreachable' {
  const state = navigator.onLine ? 'unreachable' : 'offline';
  setConnectionState(state);
  if (state === 'unreachable') scheduleProbe();
  return state;
}

/** Calls the listener on each change. Returns the unsubscribe function. */
export const onConnectionChange = listeners.add;

/** Handles the browser's online and offline events. Returns the function that removes the handlers. */
export function watchConnection(): () => void {
  const online = () => {
    if (connection.state === 'offline') scheduleProbe();
  };
  const offline = () => setConnectionState('offline');
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  if (!navigator.onLine) offline();
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    clearTimeout(timer);
    timer = undefined;
  };
}

/** Whether the device has a network. */
export function isOnline(): boolean {
  return connection.state !== 'offline' && navigator.onLine;
}

/** Returns the current state. */
export function getConnection(): Connection {
  return connection;
}
