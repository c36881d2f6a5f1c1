import type { QueryClient } from '@tanstack/react-query';
import type { Table } from '@/lib/api.gen';
import { Edits } from './edits';
import { History } from './history';
import { writeRows } from './write-rows';

/** What one signed-in person changes while the page lives, over all tables. */
export class Visit {
  readonly history: History;
  readonly #client: QueryClient;
  readonly #write: typeof writeRows;
  readonly #edits = new Map<string, Edits>();

  constructor(client: QueryClient, write: typeof writeRows = writeRows) {
    this.#client = client;
    this.#write = write;
    this.history = new History((table, writes, onProgress) => this.edits(table).replay(writes, onProgress));
  }

  /** The edits of a table: the same ones whenever one comes back to it. */
  edits(table: Table): Edits {
    const name = JSON.stringify([table.schema, table.name]);
    const known = this.#edits.get(name);
    known?.adopt(table);
    if (known) return known;
    const edits = new Edits(table, this.#client, { history: this.history, write: this.#write });
    this.#edits.set(name, edits);
    return edits;
  }
}
