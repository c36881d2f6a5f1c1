import { type ReceivedPresence, readPresence } from './presence/presence-wire';

/** Maximum number of clients of a channel whose locations are stored. */
const maxClients = 500;

interface Client {
  current: ReceivedPresence;
  /** The references of its presences: it has left when there is none. */
  refs: Set<string>;
}

/**
 * The other browsers in a presence channel: their presences, and the newer locations of their broadcasts. The
 * `presenceState()` of realtime-js 2.109 can't be used: it changes the references in its own state, so that it misses the
 * end of a presence that was updated.
 */
export class PresentClients {
  readonly #clients = new Map<string, Client>();
  readonly #byRef = new Map<string, Client>();

  /** Adds a presence. Returns whether its browser is new. */
  add(ref: string, meta: unknown): boolean {
    const client = this.update(meta);
    if (!client) return false;
    client.refs.add(ref);
    this.#byRef.set(ref, client);
    return client.refs.size === 1;
  }

  /** Removes a presence. */
  remove(ref: string): void {
    const client = this.#byRef.get(ref);
    if (!client) return;
    this.#byRef.delete(ref);
    client.refs.delete(ref);
    if (client.refs.size === 0) this.#clients.delete(keyOf(client.current));
  }

  /** Sets the locations of a browser, unless they are older than the known ones. A broadcast can arrive before the presence. */
  update(message: unknown): Client | undefined {
    const received = readPresence(message);
    if (!received) return undefined;
    const key = keyOf(received);
    const known = this.#clients.get(key);
    if (known) {
      if (received.n > known.current.n) known.current = received;
      return known;
    }
    if (this.#clients.size >= maxClients) return undefined;
    const client: Client = { current: received, refs: new Set() };
    this.#clients.set(key, client);
    return client;
  }

  /** Returns the tabs of all users except one. */
  list(exceptUser: string): Pick<ReceivedPresence, 'users' | 'moves'> {
    const present = [...this.#clients.values()].filter(
      ({ current, refs }) => refs.size > 0 && current.user.id !== exceptUser,
    );
    return {
      users: present.flatMap(({ current }) => current.users),
      moves: present.flatMap(({ current }) => current.moves),
    };
  }
}

function keyOf({ user, browser }: ReceivedPresence): string {
  return `${user.id} ${browser}`;
}
