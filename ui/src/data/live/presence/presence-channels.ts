import type { RealtimeClient } from '@supabase/realtime-js';
import { rejoinDelay } from '@/data/channels/channel';
import { createId } from '@/lib/text/create-id';
import { getLiveTableId } from '../live-status';
import { PresentClients } from '../present-clients';
import {
  noPresence,
  type PageLocation,
  type PresenceMode,
  type PresenceState,
  type TableName,
} from './presence';
import { encodeLocation, encodeMove, maxLocations, type WirePresence } from './presence-wire';

/** The backend accepts 5 presence calls of a client in 30 seconds. */
const maxCalls = 5;
const callPeriod = 30_000;

/** Milliseconds after which a change renews the presence. The relay accepts one for 24 hours. */
const maxPresenceAge = 3_600_000;

/** Milliseconds to collect changes before a message: the user passes through cells. */
const collectDelay = 150;

/** The event of the broadcasts that report a new location. Presence calls are too few for that. */
const locationEvent = 'location';

type RealtimeChannel = ReturnType<RealtimeClient['channel']>;
type WireLocations = WirePresence['locations'];

/** The location of a tab of this browser. */
export interface TabLocation {
  tab: string;
  location: PageLocation;
}

interface PresenceChannel {
  table: TableName;
  channel: RealtimeChannel;
  isJoined: boolean;
  wasJoined: boolean;
  /** Whether a new channel has replaced this one. */
  isReplaced: boolean;
  locations: WireLocations;
  /** The JSON of the locations in the last message, and in the presence, which new members receive. */
  sent: string;
  tracked: string;
  trackedAt: number;
  clients: PresentClients;
}

/** The presence channels of the shown tables. Sends where the tabs of this browser are, and reports the other users. */
export class PresenceChannels {
  readonly #client: RealtimeClient;
  readonly #userId: string;
  readonly #onChange: (state: PresenceState) => void;
  readonly #channels = new Map<string, PresenceChannel>();
  readonly #browser = createId();
  #n = 0;
  #tabs: readonly TabLocation[] = [];
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
  setLocations(tabs: readonly TabLocation[], mode: PresenceMode): void {
    if (mode !== this.#mode) this.#leaveAll();
    this.#mode = mode;
    const previous = this.#tabs;
    this.#tabs = mode === 'off' ? [] : tabs;
    const tables = new Map(this.#tabs.map(({ location }) => [getLiveTableId(location), location]));
    for (const [id, joined] of this.#channels) {
      joined.locations = this.#listLocations(id, previous);
      // Those who follow a tab need to know where it is.
      const hasMoves = joined.locations.some(({ next }) => next !== undefined);
      if (hasMoves && joined.isJoined) this.#broadcast(joined);
      if (tables.has(id)) continue;
      this.#channels.delete(id);
      void this.#client.removeChannel(joined.channel);
    }
    for (const [id, table] of tables) {
      if (!this.#channels.has(id) && !this.#isRejected) this.#join(id, table);
    }
    this.#schedule(collectDelay);
    this.#publish();
  }

  /** Stops sending. */
  close(): void {
    clearTimeout(this.#timer);
    this.#channels.clear();
  }

  /**
   * Returns what this browser reports to the channel of the table `id`: the location of each tab that shows the table,
   * and for each tab that showed it in `previous` and shows another table now, the name of that table (`next`).
   */
  #listLocations(id: string, previous: readonly TabLocation[]): WireLocations {
    const before = new Set(
      previous.filter((tab) => getLiveTableId(tab.location) === id).map(({ tab }) => tab),
    );
    return this.#tabs
      .flatMap(({ tab, location }) => {
        if (getLiveTableId(location) === id) return encodeLocation(tab, location);
        return before.has(tab) ? encodeMove(tab, location) : [];
      })
      .slice(0, maxLocations);
  }

  /** Leaves all channels. The next call of `setLocations` joins them again. */
  #leaveAll(): void {
    for (const { channel } of this.#channels.values()) void this.#client.removeChannel(channel);
    this.#channels.clear();
    this.#isRejected = false;
  }

  /** Adds and joins the presence channel of a table; `id` is its getLiveTableId. Publishes the users when they change. */
  #join(id: string, { schema, name }: TableName): void {
    const topic = `tableside:presence:${encodeURIComponent(schema)}:${encodeURIComponent(name)}`;
    const channel = this.#client.channel(topic, {
      config: { private: this.#mode === 'private', presence: { enabled: true } },
    });
    const clients = new PresentClients();
    const joined: PresenceChannel = {
      ...{ table: { schema, name }, channel, clients, isJoined: false, wasJoined: false, isReplaced: false },
      ...{ locations: this.#listLocations(id, []), sent: '', tracked: '', trackedAt: 0 },
    };
    this.#channels.set(id, joined);
    channel.on('presence', { event: 'join' }, ({ newPresences }) => {
      const hasNew = newPresences.map((meta) => clients.add(meta.presence_ref, meta)).includes(true);
      if (hasNew) this.#announce(joined);
      this.#publish();
    });
    channel.on('presence', { event: 'leave' }, ({ leftPresences }) => {
      for (const meta of leftPresences) clients.remove(meta.presence_ref);
      this.#publish();
    });
    channel.on('broadcast', { event: locationEvent }, ({ payload }) => {
      clients.update(payload);
      this.#publish();
    });
    channel.subscribe((status, error) => {
      if (this.#channels.get(id) === joined && !joined.isReplaced)
        this.#handleStatus(id, joined, status, error);
    });
  }

  /** Handles a change of a channel's status: starts to send when it is joined, and joins it again after a gap. */
  #handleStatus(id: string, joined: PresenceChannel, status: string, error?: Error): void {
    // After a gap, a new channel starts with an empty state.
    if (status === 'SUBSCRIBED' && joined.wasJoined) {
      void this.#replace(id, joined);
      return;
    }
    // By the backend, for example because the project sends too many messages.
    if (status === 'CLOSED') {
      joined.clients = new PresentClients();
      this.#publish();
      setTimeout(() => void this.#replace(id, joined), rejoinDelay);
    }
    joined.isJoined = status === 'SUBSCRIBED';
    joined.wasJoined ||= joined.isJoined;
    if (joined.isJoined) this.#schedule(collectDelay);
    // Policies apply to all tables, so another attempt is useless until the mode changes or the page is loaded again.
    if (status === 'CHANNEL_ERROR' && error?.message.includes('Unauthorized')) {
      this.#leaveAll();
      this.#isRejected = true;
      this.#publish();
    }
  }

  /** Joins the channel of a table again, with a new channel. */
  async #replace(id: string, joined: PresenceChannel): Promise<void> {
    if (this.#channels.get(id) !== joined) return;
    joined.isReplaced = true;
    await this.#client.removeChannel(joined.channel);
    if (this.#channels.get(id) === joined) this.#join(id, joined.table);
  }

  /** Sends the location to new members, if it has changed since they could read it in the presence. */
  #announce(joined: PresenceChannel): void {
    if (joined.trackedAt === 0 || joined.tracked === JSON.stringify(joined.locations)) return;
    joined.sent = '';
    // The members do not all send at once.
    this.#schedule(collectDelay + Math.random() * 400);
  }

  /** Calls `#sendChanges` after the delay in milliseconds, unless a call is scheduled already. */
  #schedule(delay: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sendChanges();
    }, delay);
  }

  /** Sends the locations of each table for which they changed. */
  #sendChanges(): void {
    for (const joined of this.#channels.values()) {
      if (!joined.isJoined || joined.sent === JSON.stringify(joined.locations)) continue;
      if (Date.now() - joined.trackedAt < maxPresenceAge) this.#broadcast(joined);
      else this.#track(joined);
    }
  }

  /** Stores the locations in the channel's presence, which new members receive. Waits if `maxCalls` is reached. */
  #track(joined: PresenceChannel): void {
    const now = Date.now();
    this.#calls = this.#calls.filter((at) => now - at < callPeriod);
    const [oldest] = this.#calls;
    if (this.#calls.length >= maxCalls && oldest !== undefined) {
      this.#schedule(oldest + callPeriod - now);
      return;
    }
    this.#calls.push(now);
    joined.tracked = JSON.stringify(joined.locations);
    joined.trackedAt = now;
    void joined.channel.track(this.#createMessage(joined)).catch(() => undefined);
  }

  /** Sends the locations to the present members of a channel. Presence is not changed. */
  #broadcast(joined: PresenceChannel): void {
    const payload = this.#createMessage(joined);
    void joined.channel.send({ type: 'broadcast', event: locationEvent, payload }).catch(() => undefined);
  }

  /** Returns the payload of the next message with the channel's locations. `n` increases, so that receivers ignore older messages. */
  #createMessage(joined: PresenceChannel): WirePresence & Record<string, unknown> {
    joined.sent = JSON.stringify(joined.locations);
    this.#n += 1;
    return { browser: this.#browser, n: this.#n, locations: joined.locations };
  }

  /** Reports the users of all channels to `onChange`. */
  #publish(): void {
    if (this.#mode === 'off') {
      this.#onChange(noPresence);
      return;
    }
    const lists = [...this.#channels].map(([id, { clients }]) => ({ id, ...clients.list(this.#userId) }));
    this.#onChange({
      state: this.#isRejected ? 'rejected' : 'on',
      users: Object.fromEntries(lists.map(({ id, users }) => [id, users])),
      moves: Object.fromEntries(lists.map(({ id, moves }) => [id, moves])),
    });
  }
}
