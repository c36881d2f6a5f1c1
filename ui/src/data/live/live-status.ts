import type { LiveSource, Table } from '@/lib/api.gen';

/** A table of which the backend reports changes. */
export interface LiveTable {
  schema: string;
  name: string;
  source: LiveSource;
}

/** `failed`: the backend rejected the channel, for example because the table is no longer in the publication. */
export type ChannelState = 'joining' | 'joined' | 'failed';

/** The connection of this browser to the realtime service, and the channels of the tables, by `getLiveTableId`. */
export interface LiveStatus {
  /** `off`: not started yet, or signed out. */
  connection: 'off' | 'connecting' | 'open' | 'reconnecting';
  /** When the connection was lost, in milliseconds since 1970: until then, the page was up to date. Undefined while it is open. */
  lostAt: number | undefined;
  channels: Readonly<Record<string, ChannelState>>;
}

export const initialStatus: LiveStatus = { connection: 'off', lostAt: undefined, channels: {} };

/** Identifies a table in maps and messages. */
export function getLiveTableId({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return JSON.stringify([schema, name]);
}
