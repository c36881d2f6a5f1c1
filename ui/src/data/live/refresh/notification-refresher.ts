import type { QueryClient } from '@tanstack/react-query';
import { notificationQueries } from '@/data/follows/follow-queries';
import { rowKeys } from '@/data/rows/row-keys';

/** Milliseconds for which a hidden page collects changes: a notification is not urgent. */
const collectDelay = 3_000;

/** Reads what notifies the user of changed tables again while the page is hidden: follows, mentions and assignments. */
export class NotificationRefresher {
  readonly #client: QueryClient;
  readonly #changed = new Map<string, readonly unknown[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Reads the notifications of a table again, soon. */
  refresh(table: { schema: string; name: string }): void {
    const key = rowKeys.table(table);
    this.#changed.set(JSON.stringify(key), key);
    this.#timer ??= setTimeout(() => this.#read(), collectDelay);
  }

  /** Ends the timer. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #read(): void {
    this.#timer = undefined;
    for (const queryKey of this.#changed.values())
      void this.#client.invalidateQueries({
        queryKey,
        predicate: ({ queryKey: key }) => notificationQueries.includes(String(key[3])),
      });
    this.#changed.clear();
  }
}
