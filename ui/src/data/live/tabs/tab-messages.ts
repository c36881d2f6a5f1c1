import type { ChannelRef, ChannelUpdate, SendResult } from '@/data/channels/channel';
import type { LiveStatus, LiveTable } from '../live-status';
import type { PageLocation, PresenceState } from '../presence/presence';

/** The tables, the location and the channels that a tab shows. */
export interface TabContent {
  tables: readonly LiveTable[];
  location: PageLocation | undefined;
  channels: readonly ChannelRef[];
}

export const noContent: TabContent = { tables: [], location: undefined, channels: [] };

/** A message between the tabs of a browser. */
export type TabMessage =
  | ({ kind: 'content'; tab: string } & TabContent)
  | { kind: 'leader' }
  | { kind: 'status'; status: LiveStatus }
  | { kind: 'presence'; presence: PresenceState }
  | { kind: 'change'; table: LiveTable }
  | { kind: 'channel'; name: string; update: ChannelUpdate }
  | { kind: 'send'; id: string; name: string; event: string; payload: unknown }
  | { kind: 'sent'; id: string; result: SendResult }
  | { kind: 'ping' }
  | { kind: 'pong'; shouldBeReplaced: boolean };
