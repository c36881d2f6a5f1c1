import { RealtimeClient } from '@supabase/realtime-js';
import { type ChannelRef, type ChannelUpdate, rejoinDelay, type SendResult } from '@/data/channels/channel';
import { UserChannels } from '@/data/channels/user-channels';
import { type ChannelState, getLiveTableId, type LiveStatus, type LiveTable } from './live-status';
import type { PresenceMode, PresenceState } from './presence/presence';
import { PresenceChannels, type TabLocation } from './presence/presence-channels';

/** The server closes a websocket with this code when its session has ended. */
const signedOutCode = 4401;

/** Delays before a new connection, in milliseconds; each is multiplied by a random factor from 0.5 to 1.5. The last one repeats. */
const reconnectDelays = [500, 1_000, 2_000, 5_000, 10_000, 20_000];

export interface LiveConnectionOptions {
  /** The URL of the relay, without `/websocket`: ws://host/api/realtime. */
  url: string;
  /** The id of the page's user: the server rejects the connection if another user is signed in. */
  userId: string;
  /** Called when rows of a table changed, and after each join: changes before it were not reported. */
  onChange: (table: LiveTable) => void;
  onStatus: (status: LiveStatus) => void;
  onPresence: (presence: PresenceState) => void;
  /** Called with the messages and the status of each channel that the user has open. */
  onChannel: (name: string, update: ChannelUpdate) => void;
  /** When the previous connection was lost, if this one replaces it. */
  lostAt?: number | undefined;
}

type RealtimeChannel = ReturnType<RealtimeClient['channel']>;

interface TableChannel {
  table: LiveTable;
  channel: RealtimeChannel;
  state: ChannelState;
  /** Whether a new channel has replaced this one. */
  isReplaced: boolean;
  retry?: ReturnType<typeof setTimeout>;
}

/** A websocket to the relay, with a channel for each table. It connects again until it is closed, except after a sign-out. */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  readonly #client: RealtimeClient;
  readonly #channels = new Map<string, TableChannel>();
  readonly #presence: PresenceChannels;
  readonly #userChannels: UserChannels;
  #status: LiveStatus;
  /** The newest websocket. Events of earlier ones arrive late. */
  #socket: WebSocket | undefined;
  #isClosed = false;
  /** The delay that the server requested for the next connection. */
  #requestedDelay: number | undefined;

  constructor(options: LiveConnectionOptions) {
    const { lostAt } = options;
    this.#options = options;
    this.#status = { connection: lostAt === undefined ? 'connecting' : 'reconnecting', lostAt, channels: {} };
    this.#client = new RealtimeClient(options.url, {
      // realtime-js requires a key. The relay ignores it, and inserts the project's.
      params: { apikey: 'relay', user: options.userId },
      transport: this.#createTransport(),
      reconnectAfterMs: (tries: number) => this.#reconnectDelay(tries),
      heartbeatCallback: (status) => void (status === 'timeout' && this.#setLost()),
    });
    this.#presence = new PresenceChannels(this.#client, options.userId, options.onPresence);
    this.#userChannels = new UserChannels(this.#client, options.onChannel);
    this.#client.connect();
    this.#publish();
  }

  /** Joins the channels of these tables, and leaves the others. */
  setTables(tables: readonly LiveTable[]): void {
    const requested = new Map(tables.map((table) => [nameOf(table), table]));
    for (const [name, joined] of this.#channels) if (!requested.has(name)) this.#leave(name, joined);
    for (const [name, table] of requested) if (!this.#channels.has(name)) this.#join(name, table);
    this.#publish();
  }

  /** Sends where the tabs of this browser are. */
  setLocations(locations: readonly TabLocation[], mode: PresenceMode): void {
    if (!this.#isClosed) this.#presence.setLocations(locations, mode);
  }

  /** Joins the user channels (not those of tables and presence) that the tabs of this browser have open. Leaves the others. */
  setUserChannels(channels: readonly ChannelRef[]): void {
    if (!this.#isClosed) this.#userChannels.setChannels(channels);
  }

  /** Sends a broadcast to an open channel. */
  send(name: string, event: string, payload: unknown): Promise<SendResult> {
    return this.#userChannels.send(name, event, payload);
  }

  /** Ends the connection. */
  close(): void {
    this.#isClosed = true;
    this.#presence.close();
    this.#userChannels.close();
    for (const { retry } of this.#channels.values()) clearTimeout(retry);
    void this.#client.removeAllChannels();
    void this.#client.disconnect();
  }

  /**
   * Joins the channel of a table and reports its changes; also when it is joined, because changes before are lost. Tries again
   * after an error of the channel.
   */
  #join(name: string, table: LiveTable): void {
    const isPrivate = table.source === 'broadcast';
    const channel = this.#client.channel(topicOf(table), { config: { private: isPrivate } });
    const joined: TableChannel = { table, channel, state: 'joining', isReplaced: false };
    this.#channels.set(name, joined);
    const onChange = () => this.#options.onChange(table);
    const onJoined = () => {
      if (joined.state === 'joined') return;
      this.#setChannelState(joined, 'joined');
      onChange();
    };
    if (table.source === 'changes') {
      const { schema, name: tableName } = table;
      channel.on('postgres_changes', { event: '*', schema, table: tableName }, onChange);
      // The channel exists before the backend reports changes.
      channel.on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
        if (extension !== 'postgres_changes') return;
        if (status === 'ok') onJoined();
        else this.#retry(name, joined);
      });
    } else channel.on('broadcast', { event: '*' }, onChange);
    channel.subscribe((status) => {
      if (this.#isClosed || joined.isReplaced || this.#channels.get(name) !== joined) return;
      const isRejected = status === 'CHANNEL_ERROR' && this.#client.isConnected();
      if (status === 'SUBSCRIBED' && table.source === 'broadcast') onJoined();
      // The backend closes channels, for example if the project sends too many messages, and realtime-js doesn't join them
      // again. Source: supabase/realtime, realtime_channel.ex (shutdown_response).
      else if (status === 'CLOSED' || isRejected) this.#retry(name, joined);
      else if (status !== 'SUBSCRIBED') this.#setChannelState(joined, 'joining');
    });
  }

  #leave(name: string, { channel, retry }: TableChannel): void {
    clearTimeout(retry);
    this.#channels.delete(name);
    void this.#client.removeChannel(channel);
  }

  /** Joins a rejected or closed channel again later. */
  #retry(name: string, joined: TableChannel): void {
    this.#setChannelState(joined, 'failed');
    clearTimeout(joined.retry);
    joined.retry = setTimeout(() => void this.#replace(name, joined), rejoinDelay);
  }

  /** Joins a table again with a new channel. realtime-js has only one channel of a topic, so the former one is removed before. */
  async #replace(name: string, joined: TableChannel): Promise<void> {
    joined.isReplaced = true;
    await this.#client.removeChannel(joined.channel);
    if (!this.#isClosed && this.#channels.get(name) === joined) this.#join(name, joined.table);
  }

  #setChannelState(joined: TableChannel, state: ChannelState): void {
    if (joined.state === state) return;
    joined.state = state;
    this.#publish();
  }

  /** Returns the browser's WebSocket, with listeners for its opening and its end. */
  #createTransport(): typeof WebSocket {
    const observe = (socket: WebSocket) => {
      this.#socket = socket;
      socket.addEventListener('open', () => this.#socket === socket && this.#setOpen());
      socket.addEventListener('close', (event) => this.#socket === socket && this.#handleClose(event));
    };
    return class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        observe(this);
      }
    };
  }

  #setOpen(): void {
    this.#requestedDelay = undefined;
    this.#status = { ...this.#status, connection: 'open', lostAt: undefined };
    this.#publish();
  }

  #handleClose({ code, reason }: CloseEvent): void {
    if (this.#isClosed) return;
    const delay = /^retry-after-ms=(\d+)$/.exec(reason)?.[1];
    this.#requestedDelay = delay === undefined ? undefined : Number(delay);
    if (code === signedOutCode) {
      this.close();
      this.#status = { connection: 'off', lostAt: this.#status.lostAt ?? Date.now(), channels: {} };
      this.#options.onStatus(this.#status);
    } else if (this.#channels.size > 0) this.#setLost();
  }

  #setLost(): void {
    for (const joined of this.#channels.values()) if (joined.state === 'joined') joined.state = 'joining';
    const wasOpen = this.#status.connection !== 'connecting';
    const lostAt = this.#status.lostAt ?? Date.now();
    this.#status = { ...this.#status, connection: wasOpen ? 'reconnecting' : 'connecting', lostAt };
    this.#publish();
  }

  #reconnectDelay(tries: number): number {
    const delay = reconnectDelays[Math.min(tries, reconnectDelays.length) - 1] ?? 0;
    return this.#requestedDelay ?? delay * (0.5 + Math.random());
  }

  #publish(): void {
    if (this.#isClosed) return;
    const channels = [...this.#channels.values()].map(({ table, state }) => [getLiveTableId(table), state]);
    this.#status = { ...this.#status, channels: Object.fromEntries(channels) };
    this.#options.onStatus(this.#status);
  }
}

/** The topic of a table's channel. The relay requires this form; the name must be ASCII without colons. */
function topicOf({ schema, name }: LiveTable): string {
  return `tableside:table:${encodeURIComponent(schema)}:${encodeURIComponent(name)}`;
}

/** Identifies a channel: a table that gets another source needs another channel. */
function nameOf(table: LiveTable): string {
  return `${table.source} ${getLiveTableId(table)}`;
}
