import type { RealtimeClient } from '@supabase/realtime-js';
import {
  type ChannelPhase,
  type ChannelRef,
  type ChannelStatus,
  type ChannelUpdate,
  type ChannelUser,
  initialChannelStatus,
  rejoinDelay,
  type SendResult,
} from './channel';

type RealtimeChannel = ReturnType<RealtimeClient['channel']>;

interface JoinedChannel {
  ref: ChannelRef;
  channel: RealtimeChannel;
  status: ChannelStatus;
  /** Whether a new channel has replaced this one. */
  isReplaced: boolean;
  /** The clients by the reference of their presence; see `PresenceChannels` for the reason. */
  users: Map<string, ChannelUser>;
}

/** The channels that the tabs of this browser have open: joins them, and reports their messages and clients. */
export class UserChannels {
  readonly #client: RealtimeClient;
  readonly #onUpdate: (name: string, update: ChannelUpdate) => void;
  readonly #channels = new Map<string, JoinedChannel>();

  constructor(client: RealtimeClient, onUpdate: (name: string, update: ChannelUpdate) => void) {
    this.#client = client;
    this.#onUpdate = onUpdate;
  }

  /** Joins these channels, and leaves the others. Of refs with one name, the last counts. */
  setChannels(refs: readonly ChannelRef[]): void {
    const requested = new Map(refs.map((ref) => [ref.name, ref]));
    for (const [name, { ref, channel }] of this.#channels) {
      const next = requested.get(name);
      if (next?.isPrivate === ref.isPrivate && next.attempt === ref.attempt) continue;
      this.#channels.delete(name);
      void this.#client.removeChannel(channel).then(() => this.#joinAll(requested));
    }
    this.#joinAll(requested);
    for (const [name, { status }] of this.#channels) this.#onUpdate(name, { kind: 'status', status });
  }

  /** Stops joining channels. */
  close(): void {
    this.#channels.clear();
  }

  /** Sends a broadcast and waits for the confirmation of the server. */
  async send(name: string, event: string, payload: unknown): Promise<SendResult> {
    const joined = this.#channels.get(name);
    if (joined?.status.phase !== 'joined') return 'error';
    const result = await joined.channel.send({ type: 'broadcast', event, payload }).catch(() => 'error');
    if (result === 'ok') this.#report(joined, event, payload, true);
    return result === 'ok' || result === 'timed out' ? result : 'error';
  }

  /** Joins the channels that are not joined. A topic can't be joined before its previous channel is removed. */
  #joinAll(requested: ReadonlyMap<string, ChannelRef>): void {
    const topics = new Set(this.#client.getChannels().map(({ subTopic }) => subTopic));
    for (const [name, ref] of requested) if (!this.#channels.has(name) && !topics.has(name)) this.#join(ref);
  }

  /**
   * Adds the channel to `#channels` and joins it, with presence and confirmed broadcasts. Then reports its messages, and
   * each change of its status or clients. The client must not have a channel of this topic (`#joinAll` checks it).
   */
  #join(ref: ChannelRef): void {
    const channel = this.#client.channel(ref.name, {
      config: { private: ref.isPrivate, broadcast: { ack: true }, presence: { enabled: true } },
    });
    const joined: JoinedChannel = {
      ...{ ref, channel, status: initialChannelStatus },
      ...{ isReplaced: false, users: new Map() },
    };
    this.#channels.set(ref.name, joined);
    channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
      this.#report(joined, event, payload, false),
    );
    channel.on('presence', { event: 'join' }, ({ key, newPresences }) => {
      for (const meta of newPresences) joined.users.set(meta.presence_ref, readUser(key, meta));
      this.#setStatus(joined, {});
    });
    channel.on('presence', { event: 'leave' }, ({ leftPresences }) => {
      for (const meta of leftPresences) joined.users.delete(meta.presence_ref);
      this.#setStatus(joined, {});
    });
    channel.subscribe((status, error) => {
      if (this.#channels.get(ref.name) !== joined || joined.isReplaced) return;
      if (status === 'SUBSCRIBED' && joined.status.phase === 'reconnecting') this.#rejoin(joined);
      else if (status === 'SUBSCRIBED') {
        this.#setStatus(joined, { phase: 'joined' });
        void channel.track({}).catch(() => undefined);
      } else if (status === 'CHANNEL_ERROR' && this.#client.isConnected() && error) {
        this.#setStatus(joined, { phase: 'rejected', reason: error.message });
        void channel.unsubscribe();
      } else if (status === 'CLOSED') this.#handleClose(joined);
      else if (joined.status.phase === 'joined') this.#setStatus(joined, { phase: 'reconnecting' });
    });
  }

  /** Joins a channel later that the backend has closed, for example because the project sends too many messages. */
  #handleClose(joined: JoinedChannel): void {
    if (joined.status.phase === 'rejected') return;
    joined.users.clear();
    this.#setStatus(joined, { phase: 'reconnecting' });
    setTimeout(() => this.#rejoin(joined), rejoinDelay);
  }

  /** Replaces a channel after a gap: a new one starts with an empty presence state. */
  #rejoin(joined: JoinedChannel): void {
    const { ref, channel } = joined;
    if (this.#channels.get(ref.name) !== joined) return;
    joined.isReplaced = true;
    void this.#client.removeChannel(channel).then(() => {
      if (this.#channels.get(ref.name) !== joined) return;
      this.#join(ref);
    });
  }

  /** Changes the status of a channel and reports it with the current clients. Ignores a channel that was replaced. */
  #setStatus(joined: JoinedChannel, change: { phase?: ChannelPhase; reason?: string }): void {
    if (this.#channels.get(joined.ref.name) !== joined) return;
    joined.status = { ...joined.status, ...change, users: [...joined.users.values()] };
    this.#onUpdate(joined.ref.name, { kind: 'status', status: joined.status });
  }

  /** Reports a message of a channel. `isOwn`: this browser sent it. */
  #report({ ref }: JoinedChannel, event: string, payload: unknown, isOwn: boolean): void {
    this.#onUpdate(ref.name, { kind: 'message', message: { event, payload, isOwn, at: Date.now() } });
  }
}

/** Reads the presence of a client. The relay sets `user` for the clients of Tableside; other apps can send any value. */
function readUser(key: string, meta: unknown): ChannelUser {
  const { user, presence_ref: id } = meta as { user?: Record<string, unknown>; presence_ref: string };
  return {
    id,
    name: typeof user?.name === 'string' && user.name !== '' ? user.name : key,
    avatarUrl: typeof user?.avatarUrl === 'string' ? user.avatarUrl : '',
  };
}
