import { createContext } from 'react';
import { ChannelHub } from '@/data/channels/channel-hub';
import type { SegmentPage } from '@/data/paging/segments/page-plan';
import type { RowsView } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import { FollowStore } from './follow';
import { initialStatus, type LiveStatus } from './live-status';
import { PresenceStore } from './presence/presence';
import { ChangedCells } from './refresh/changed-cells';

/** Changes that a view does not show yet, because its rows would move while the user reads them. */
export interface HeldChanges {
  /** The number of new rows among the loaded ones; 0 if rows only moved. */
  newRows: number;
}

/** A view that shows pages of rows. */
export interface RowsReader {
  table: Table;
  view: RowsView;
  /** Whether rows must not move, because the user has scrolled or works in a cell. */
  isReading: () => boolean;
  /** The loaded pages, in order and without gaps. */
  listPages: () => readonly SegmentPage[];
  /** Shows that changes are held; undefined if the view is up to date. */
  setHeld: (held: HeldChanges | undefined) => void;
}

class StatusStore extends ExternalStore<LiveStatus> {
  set(status: LiveStatus): void {
    this.setSnapshot(status);
  }
}

class CountedTableStore extends ExternalStore<readonly Table[]> {
  set(tables: readonly Table[]): void {
    this.setSnapshot(tables);
  }
}

/** The state of live updates that components read. It exists before the code of the connection is loaded. */
export class LiveState {
  readonly status = new StatusStore(initialStatus);
  readonly cells = new ChangedCells();
  readonly presence = new PresenceStore();
  readonly follow = new FollowStore();
  readonly channels = new ChannelHub();
  readonly readers = new Set<RowsReader>();
  /** The tables whose numbers of rows the page shows. */
  readonly counted = new CountedTableStore([]);

  /** Adds a view. Returns the function that removes it. */
  addReader(reader: RowsReader): () => void {
    this.readers.add(reader);
    return () => this.readers.delete(reader);
  }
}

/** The live state of the app. The default is a state without a connection. */
export const LiveContext = createContext(new LiveState());
