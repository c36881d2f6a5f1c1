import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChannelUpdate, rejoinDelay } from '@/data/channels/channel';
import { LiveConnection } from './live-connection';
import type { LiveStatus, LiveTable } from './live-status';

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown];

/** A websocket to a backend that accepts each join and confirms each message. */
class FakeSocket extends EventTarget {
  static latest: FakeSocket | undefined;
  readyState = 0;
  binaryType = 'arraybuffer';
  readonly joins: Frame[] = [];
  onopen: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;

  constructor() {
    super();
    FakeSocket.latest = this;
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.(new Event('open'));
      this.dispatchEvent(new Event('open'));
    });
  }

  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    const [joinRef, ref, topic, event, payload] = frame;
    if (event === 'phx_join') this.joins.push(frame);
    const changes = (payload as { config?: { postgres_changes?: object[] } }).config?.postgres_changes ?? [];
    const response = { postgres_changes: changes.map((entry, id) => ({ id, ...entry })) };
    this.deliver([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]);
    const subscribed = { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' };
    if (event === 'phx_join' && changes.length > 0)
      this.deliver([joinRef, null, topic, 'system', subscribed]);
    if (event === 'phx_leave') this.deliver([joinRef, ref, topic, 'phx_close', {}]);
  }

  deliver(frame: Frame): void {
    setTimeout(() => this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(frame) })));
  }

  /** Closes the latest channel of a topic, as the backend does after too many messages. */
  closeChannel(topic: string): void {
    const [joinRef] = this.listJoins(topic).at(-1) ?? [null];
    const message = { extension: 'system', status: 'error', message: 'Too many messages per second' };
    this.deliver([joinRef, null, topic, 'system', message]);
    this.deliver([joinRef, joinRef, topic, 'phx_close', {}]);
  }

  listJoins(topic: string): Frame[] {
    return this.joins.filter(([, , joined]) => joined === topic);
  }

  close(): void {
    this.readyState = 3;
  }
}

const orders: LiveTable = { schema: 'public', name: 'orders', source: 'changes' };
const ordersTopic = 'realtime:tableside:table:public:orders';

function connect() {
  let status: LiveStatus | undefined;
  let changes = 0;
  const updates: ChannelUpdate[] = [];
  const connection = new LiveConnection({
    ...{ url: 'ws://localhost/api/realtime', userId: 'u-1', onPresence: () => {} },
    onChange: () => {
      changes += 1;
    },
    onStatus: (next) => {
      status = next;
    },
    onChannel: (_, update) => void updates.push(update),
  });
  const readPhase = () => updates.findLast(({ kind }) => kind === 'status');
  return {
    connection,
    getSocket: () => FakeSocket.latest as FakeSocket,
    getState: () => Object.values(status?.channels ?? {})[0],
    countChanges: () => changes,
    getPhase: () => {
      const update = readPhase();
      return update?.kind === 'status' ? update.status.phase : undefined;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a channel that the backend closes', () => {
  it('of a table is joined again, and the rows are read again', async () => {
    const { connection, getSocket, getState, countChanges } = connect();
    connection.setTables([orders]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([getState(), countChanges()]).toEqual(['joined', 1]);
    getSocket().closeChannel(ordersTopic);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(getState()).toBe('failed');
    await vi.advanceTimersByTimeAsync(rejoinDelay);
    expect([getState(), countChanges()]).toEqual(['joined', 2]);
    expect(getSocket().listJoins(ordersTopic)).toHaveLength(2);
    connection.close();
  });

  it('of a user is joined again', async () => {
    const { connection, getSocket, getPhase } = connect();
    connection.setUserChannels([{ name: 'lobby', isPrivate: false, attempt: 0 }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(getPhase()).toBe('joined');
    getSocket().closeChannel('realtime:lobby');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(getPhase()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(rejoinDelay);
    expect(getPhase()).toBe('joined');
    connection.close();
  });

  it('of presence is joined again', async () => {
    const { connection, getSocket } = connect();
    const location = { schema: 'public', name: 'orders', query: '', columns: [], filters: 0 };
    const page = { ...location, record: null, isOpen: false, column: null };
    connection.setLocations([{ tab: 't', location: page }], 'public');
    await vi.advanceTimersByTimeAsync(1_000);
    const topic = 'realtime:tableside:presence:public:orders';
    getSocket().closeChannel(topic);
    await vi.advanceTimersByTimeAsync(rejoinDelay + 1_000);
    expect(getSocket().listJoins(topic)).toHaveLength(2);
    connection.close();
  });

  it('is not joined again after the end of the connection', async () => {
    const { connection, getSocket } = connect();
    connection.setTables([orders]);
    await vi.advanceTimersByTimeAsync(1_000);
    const socket = getSocket();
    socket.closeChannel(ordersTopic);
    await vi.advanceTimersByTimeAsync(1_000);
    connection.close();
    await vi.advanceTimersByTimeAsync(2 * rejoinDelay);
    expect(socket.listJoins(ordersTopic)).toHaveLength(1);
  });
});
