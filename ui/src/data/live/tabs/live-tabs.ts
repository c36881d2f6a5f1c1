import type { ChannelUpdate, SendResult } from '@/data/channels/channel';
import { createId } from '@/lib/text/create-id';
import { LiveConnection } from '../live-connection';
import { getLiveTableId, initialStatus, type LiveStatus, type LiveTable } from '../live-status';
import { noPresence, type PresenceState } from '../presence/presence';
import { onPresenceModeChange, readPresenceMode } from '../presence/presence-mode';
import { noContent, type TabContent, type TabMessage } from './tab-messages';

/** Milliseconds between two checks of the leader by a visible tab, and until a tab that does not respond is replaced. */
const checkInterval = 15_000;
const responseTimeout = 4_000;

/** Milliseconds after which the leader removes the tables of a tab that was closed without notice. The browser runs timers of hidden tabs once a minute. */
const tabExpiry = 150_000;
const announceInterval = 50_000;

/** Milliseconds after which a hidden leader is replaced by a visible tab, because the browser delays its heartbeats. */
const maxHiddenTime = 60_000;

/** Milliseconds until a broadcast that another tab sends counts as lost. */
const sendTimeout = 12_000;

export interface LiveTabsOptions {
  /** Names the browser's lock and channel: tabs with the same name share a connection. */
  name: string;
  url: string;
  userId: string;
  /** Called in each tab when rows of a table changed, or could have changed. */
  onChange: (table: LiveTable) => void;
  onStatus: (status: LiveStatus) => void;
  onPresence: (presence: PresenceState) => void;
  onChannel: (name: string, update: ChannelUpdate) => void;
}

/**
 * One connection for all tabs of the browser. The tab that holds a lock is the leader: it has the connection, joins the
 * tables of all tabs, and passes messages to the others. When it closes, the browser gives the lock to another tab; when
 * it freezes, another tab takes the lock. Without locks (not on https), each tab has its own connection.
 */
export class LiveTabs {
  readonly #options: LiveTabsOptions;
  readonly #tab = createId();
  readonly #channel: BroadcastChannel | undefined;
  readonly #ended = new AbortController();
  readonly #otherTabs = new Map<string, TabContent & { at: number }>();
  #content = noContent;
  /** The broadcasts of this tab that the leader sends. */
  readonly #sending = new Map<string, (result: SendResult) => void>();
  #connection: LiveConnection | undefined;
  #releaseLock: (() => void) | undefined;
  /** Ends the wait for the lock. */
  #waiting: AbortController | undefined;
  #status = initialStatus;
  #presence = noPresence;
  #hiddenSince = 0;
  #respondedAt = 0;

  constructor(options: LiveTabsOptions) {
    this.#options = options;
    this.#channel = navigator.locks && new BroadcastChannel(options.name);
    this.#channel?.addEventListener('message', ({ data }) => this.#receive(data));
    this.#listen();
    this.#requestLock();
    // The leader replies with the status.
    this.#announce();
  }

  /** Sets what this tab shows. */
  setContent(content: Partial<TabContent>): void {
    this.#content = { ...this.#content, ...content };
    this.#announce();
    this.#updateConnection();
  }

  /** Sends a broadcast to a channel that this tab has open. */
  async send(name: string, event: string, payload: unknown): Promise<SendResult> {
    if (this.#connection) return this.#connection.send(name, event, payload);
    const id = createId();
    const sent = new Promise<SendResult>((resolve) => {
      this.#sending.set(id, resolve);
      setTimeout(() => resolve('timed out'), sendTimeout);
    });
    this.#send({ kind: 'send', id, name, event, payload });
    return sent.finally(() => this.#sending.delete(id));
  }

  /** Connects again if this tab has the connection: it can be broken without the browser's knowledge. */
  reconnect(): void {
    if (!this.#connection) return;
    this.#connection.close();
    this.#connect(this.#status.lostAt ?? Date.now());
  }

  /** Connects without waiting for the next attempt, unless the connection is open. */
  retry(): void {
    if (this.#status.connection !== 'open') this.reconnect();
  }

  /** Leaves the group of tabs. */
  close(): void {
    this.#content = noContent;
    this.#announce();
    this.#ended.abort();
    this.#resign();
    this.#channel?.close();
  }

  /**
   * Starts the timers that announce this tab and check the leader, and the listeners for the visibility of the page. They end
   * with `close`.
   */
  #listen(): void {
    const { signal } = this.#ended;
    const check = setInterval(() => this.#checkLeader(), checkInterval);
    const announce = setInterval(() => this.#announce(), announceInterval);
    const unsubscribe = onPresenceModeChange(() => this.#updateConnection());
    signal.addEventListener('abort', () => {
      unsubscribe();
      clearInterval(check);
      clearInterval(announce);
    });
    document.addEventListener(
      'visibilitychange',
      () => {
        this.#hiddenSince = document.hidden ? Date.now() : 0;
        if (!document.hidden) this.#checkLeader();
      },
      { signal },
    );
    // A frozen page would hold the lock and the connection without handling messages.
    document.addEventListener('freeze', () => this.#resign(), { signal });
    document.addEventListener('resume', () => this.#requestLock(), { signal });
    window.addEventListener('pagehide', () => this.#resign(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#requestLock(), { signal });
  }

  /** Waits for the lock, or takes it, and is the leader while it holds it. */
  #requestLock(steal = false): void {
    if (this.#ended.signal.aborted || this.#connection) return;
    if (!navigator.locks) {
      this.#lead();
      return;
    }
    this.#waiting?.abort();
    const waiting = new AbortController();
    this.#waiting = waiting;
    const leadUntilReleased = () =>
      new Promise<void>((resolve) => {
        this.#releaseLock = resolve;
        this.#lead();
      });
    // `signal` and `steal` exclude each other.
    const options = steal ? { steal } : { signal: waiting.signal };
    navigator.locks.request(this.#options.name, options, leadUntilReleased).catch(() => {
      if (waiting.signal.aborted) return;
      // Another tab took the lock.
      this.#disconnect();
      this.#requestLock();
    });
  }

  #lead(): void {
    this.#connect();
    this.#send({ kind: 'leader' });
  }

  /** Opens the connection as the leader. Sends all that it reports to the other tabs, and to the options of this tab. */
  #connect(lostAt = this.#status.lostAt): void {
    const { url, userId } = this.#options;
    this.#connection = new LiveConnection({
      ...{ url, userId, lostAt },
      onChange: (table) => {
        this.#send({ kind: 'change', table });
        this.#options.onChange(table);
      },
      onStatus: (status) => {
        this.#send({ kind: 'status', status });
        this.#setStatus(status);
      },
      onPresence: (presence) => {
        this.#presence = presence;
        this.#send({ kind: 'presence', presence });
        this.#options.onPresence(presence);
      },
      onChannel: (name, update) => {
        this.#send({ kind: 'channel', name, update });
        this.#options.onChannel(name, update);
      },
    });
    this.#updateConnection();
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#releaseLock = undefined;
  }

  /** Gives up the connection and the lock. */
  #resign(): void {
    // A frozen page that waits would get the lock without noticing it.
    this.#waiting?.abort();
    const release = this.#releaseLock;
    this.#disconnect();
    release?.();
    this.#setStatus({ ...initialStatus, lostAt: Date.now() });
  }

  /**
   * Sets what the connection of the leader reads: the tables, locations and channels of all tabs. Removes tabs that have not
   * announced themselves for `tabExpiry`.
   */
  #updateConnection(): void {
    if (!this.#connection) return;
    for (const [tab, { at }] of this.#otherTabs) if (Date.now() - at > tabExpiry) this.#otherTabs.delete(tab);
    const contents = [this.#content, ...this.#otherTabs.values()];
    const tables = new Map(
      contents.flatMap((content) => content.tables.map((table) => [getLiveTableId(table), table])),
    );
    this.#connection.setTables([...tables.values()]);
    const tabs = [[this.#tab, this.#content] as const, ...this.#otherTabs];
    const locations = tabs.flatMap(([tab, { location }]) => (location ? { tab, location } : []));
    this.#connection.setLocations(locations, readPresenceMode());
    this.#connection.setUserChannels(contents.flatMap(({ channels }) => channels));
  }

  /** Replaces a leader that does not respond, or that is hidden and works badly. Only visible tabs do. */
  #checkLeader(): void {
    if (this.#connection || document.hidden || !this.#channel) return;
    const askedAt = Date.now();
    this.#send({ kind: 'ping' });
    setTimeout(() => {
      if (this.#respondedAt < askedAt && !this.#connection && !document.hidden) this.#requestLock(true);
    }, responseTimeout);
  }

  /** Handles a message of another tab. Those of kind content, send and ping are for the leader, the others are from it. */
  #receive(message: TabMessage): void {
    switch (message.kind) {
      case 'content':
        this.#otherTabs.set(message.tab, { ...message, at: Date.now() });
        if (!this.#connection) break;
        this.#updateConnection();
        this.#send({ kind: 'status', status: this.#status });
        this.#send({ kind: 'presence', presence: this.#presence });
        break;
      case 'leader':
        this.#respondedAt = Date.now();
        this.#announce();
        break;
      case 'status':
        this.#setStatus(message.status);
        break;
      case 'presence':
        this.#options.onPresence(message.presence);
        break;
      case 'change':
        this.#options.onChange(message.table);
        break;
      case 'channel':
        this.#options.onChannel(message.name, message.update);
        break;
      case 'send':
        void this.#sendFor(message);
        break;
      case 'sent':
        this.#sending.get(message.id)?.(message.result);
        break;
      case 'ping':
        if (this.#connection) this.#send({ kind: 'pong', shouldBeReplaced: this.#shouldBeReplaced() });
        break;
      case 'pong':
        this.#respondedAt = Date.now();
        if (message.shouldBeReplaced && !document.hidden) this.#requestLock(true);
    }
  }

  /** Sends a broadcast of another tab, if this tab has the connection. */
  async #sendFor({ id, name, event, payload }: TabMessage & { kind: 'send' }): Promise<void> {
    const result = await this.#connection?.send(name, event, payload);
    if (result) this.#send({ kind: 'sent', id, result });
  }

  /** Whether a visible tab should take the lock from this leader: it is hidden, and has no open connection or is hidden for too long. */
  #shouldBeReplaced(): boolean {
    if (!document.hidden) return false;
    return this.#status.connection !== 'open' || Date.now() - this.#hiddenSince > maxHiddenTime;
  }

  #announce(): void {
    this.#send({ kind: 'content', tab: this.#tab, ...this.#content });
  }

  #send(message: TabMessage): void {
    if (!this.#ended.signal.aborted) this.#channel?.postMessage(message);
  }

  #setStatus(status: LiveStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }
}
