import type { RealtimeClient } from '@supabase/realtime-js';
import { liveTableId } from './live-status';
import {
  noPresence,
  type PageLocation,
  type Presence,
  type PresenceLocation,
  type PresenceMode,
  type PresenceState,
} from './presence';

/** The backend accepts 5 presence calls of a client in 30 seconds. */
const maxCalls = 5;
const callPeriod = 30_000;

/** Milliseconds to collect changes before a call: the user passes through cells. */
const collectDelay = 150;

/** Maximum number of locations that a browser sends, and that are read of another one. */
const maxLocations = 20;

type RealtimeChannel = ReturnType<RealtimeClient['channel']>;

interface PresenceChannel {
  channel: RealtimeChannel;
  isJoined: boolean;
  wasJoined: boolean;
  locations: readonly PresenceLocation[];
  sent: string;
  /**
   * The other users by the reference of their browser's presence. `presenceState()` of realtime-js 2.109 can't be used:
   * it changes the references in its own state, so that it misses the end of a presence that was updated.
   */
  users: Map<string, readonly Presence[]>;
}

/** The presence channels of the shown tables. Sends where the tabs of this browser are, and reports the other users. */
export class PresenceChannels {
  readonly #client: RealtimeClient;
  readonly #userId: string;
  readonly #onChange: (state: PresenceState) => void;
  readonly #channels = new Map<string, PresenceChannel>();
  #mode: PresenceMode = 'off';
  #isRejected = false;
  #calls: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: RealtimeClient, userId: string, onChange: (state: PresenceState) => void) {
    this.#client = client;
    this.#userId = userId;
    this.#onChange = onChange;
  }

  /** Sets the locations of all tabs. Joins the channels of their tables, and leaves the others. */
  setLocations(locations: readonly PageLocation[], mode: PresenceMode): void {
    if (mode !== this.#mode) this.#leaveAll();
    this.#mode = mode;
    const byTable = new Map<string, PageLocation[]>();
    for (const location of mode === 'off' ? [] : locations) {
      const id = liveTableId(location);
      byTable.set(id, [...(byTable.get(id) ?? []), location]);
    }
    for (const [id, { channel }] of this.#channels) {
      if (byTable.has(id)) continue;
      this.#channels.delete(id);
      void this.#client.removeChannel(channel);
    }
    for (const [id, ofTable] of byTable) {
      const [table] = ofTable;
      if (!this.#channels.has(id) && table && !this.#isRejected) this.#join(id, table);
      const joined = this.#channels.get(id);
      if (joined) joined.locations = ofTable.map(({ record, column }) => ({ record, column }));
    }
    this.#scheduleTrack();
    this.#publish();
  }

  /** Stops sending. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #leaveAll(): void {
    for (const { channel } of this.#channels.values()) void this.#client.removeChannel(channel);
    this.#channels.clear();
    this.#isRejected = false;
  }

  #rejoin(id: string, location: PageLocation): void {
    const previous = this.#channels.get(id);
    if (!previous) return;
    void this.#client.removeChannel(previous.channel).then(() => {
      if (this.#channels.get(id) !== previous) return;
      this.#join(id, location);
      const joined = this.#channels.get(id);
      if (joined) joined.locations = previous.locations;
    });
  }

  #join(id: string, location: PageLocation): void {
    const { schema, name } = location;
    const topic = `tableside:presence:${encodeURIComponent(schema)}:${encodeURIComponent(name)}`;
    const channel = this.#client.channel(topic, {
      config: { private: this.#mode === 'private', presence: { enabled: true } },
    });
    const joined: PresenceChannel = {
      channel,
      isJoined: false,
      wasJoined: false,
      locations: [],
      sent: '',
      users: new Map(),
    };
    this.#channels.set(id, joined);
    channel.on('presence', { event: 'join' }, ({ newPresences }) => {
      for (const meta of newPresences) joined.users.set(meta.presence_ref, readPresences(meta, this.#userId));
      this.#publish();
    });
    channel.on('presence', { event: 'leave' }, ({ leftPresences }) => {
      for (const meta of leftPresences) joined.users.delete(meta.presence_ref);
      this.#publish();
    });
    channel.subscribe((status, error) => {
      if (this.#channels.get(id) !== joined) return;
      // After a gap, a new channel starts with an empty state.
      if (status === 'SUBSCRIBED' && joined.wasJoined) {
        this.#rejoin(id, location);
        return;
      }
      joined.isJoined = status === 'SUBSCRIBED';
      joined.wasJoined ||= joined.isJoined;
      joined.sent = '';
      if (joined.isJoined) this.#scheduleTrack();
      // Policies apply to all tables, so another attempt is useless until the mode changes or the page is loaded again.
      if (status === 'CHANNEL_ERROR' && error?.message.includes('Unauthorized')) {
        this.#leaveAll();
        this.#isRejected = true;
        this.#publish();
      }
    });
  }

  #scheduleTrack(): void {
    if (this.#timer !== undefined) return;
    const now = Date.now();
    this.#calls = this.#calls.filter((at) => now - at < callPeriod);
    const oldest = this.#calls[0];
    const wait = this.#calls.length < maxCalls || oldest === undefined ? 0 : oldest + callPeriod - now;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#track();
      },
      Math.max(collectDelay, wait),
    );
  }

  /** Sends the locations of the first table for which they changed. */
  #track(): void {
    for (const joined of this.#channels.values()) {
      const payload = { locations: joined.locations.slice(0, maxLocations) };
      const text = JSON.stringify(payload);
      if (!joined.isJoined || joined.sent === text) continue;
      joined.sent = text;
      this.#calls.push(Date.now());
      void joined.channel.track(payload).catch(() => undefined);
      this.#scheduleTrack();
      return;
    }
  }

  #publish(): void {
    const isOff = this.#mode === 'off';
    const users = Object.fromEntries(
      [...this.#channels].map(([id, joined]) => [id, [...joined.users.values()].flat()]),
    );
    this.#onChange(isOff ? noPresence : { state: this.#isRejected ? 'rejected' : 'on', users });
  }
}

/** Reads what another browser sent; the relay sets and checks the user. Returns nothing for the own user. */
function readPresences(meta: unknown, ownId: string): Presence[] {
  const { user, locations } = meta as { user?: Record<string, unknown>; locations?: unknown };
  if (typeof user?.id !== 'string' || typeof user.name !== 'string' || user.id === ownId) return [];
  const { id, name } = user;
  const avatarUrl = typeof user.avatarUrl === 'string' ? user.avatarUrl : '';
  const places = Array.isArray(locations) ? locations.slice(0, maxLocations) : [];
  return places.map(({ record, column }: Record<string, unknown>) => ({
    user: { id, name, avatarUrl },
    record: typeof record === 'string' ? record : null,
    column: typeof column === 'string' ? column : null,
  }));
}
