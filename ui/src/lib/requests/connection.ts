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

/**
 * Milliseconds after a recovery within which another failure shows that the connection is unstable, for example because
 * a proxy rejects only some requests. Then only a probe ends the state `unreachable`, and the delays continue to
 * increase: each recovery makes the pages read their data again.
 */
const unstableTime = 60_000;

let connection: Connection = { state: 'online', changedAt: new Date() };
let probes = 0;
let recoveredAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Listeners<[connection: Connection]>();

function setConnectionState(state: ConnectionState) {
  if (connection.state === state) return;
  connection = { state, changedAt: new Date() };
  listeners.notify(connection);
}

function scheduleProbe() {
  if (timer !== undefined) return;
  const delay = probeDelays[Math.min(probes, probeDelays.length - 1)] ?? 0;
  // A random delay, so that not all pages send requests at the same time after an outage.
  timer = setTimeout(probe, delay * (0.8 + 0.4 * Math.random()));
}

function probe() {
  timer = undefined;
  probes += 1;
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(recover, reportFailure);
}

function recover() {
  clearTimeout(timer);
  timer = undefined;
  if (connection.state === 'unreachable') recoveredAt = performance.now();
  setConnectionState('online');
}

function isUnstable(): boolean {
  return performance.now() - recoveredAt < unstableTime;
}

/** Sets the state to online, unless the connection is unstable. Call after any response from Tableside. */
export function reportResponse() {
  if (connection.state === 'unreachable' && isUnstable()) return;
  recover();
}

/**
 * Sets and returns the state after a request without a response. If the browser is online, it schedules a request to
 * `/healthz` that checks whether the server can be reached again.
 */
export function reportFailure(): 'offline' | 'unreachable' {
  if (connection.state === 'online' && !isUnstable()) probes = 0;
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
    if (connection.state === 'offline') probe();
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
