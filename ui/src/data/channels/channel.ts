/** A channel that the user opens by its name. The channels of the app itself have the prefix `tableside:`. */
export interface ChannelRef {
  name: string;
  /** Whether policies on `realtime.messages` decide who can join. */
  isPrivate: boolean;
  /** Counts the attempts of the user to join: a rejected channel is joined again when the number changes. */
  attempt: number;
}

/** `rejected`: the relay or the backend did not accept the join. */
export type ChannelPhase = 'joining' | 'joined' | 'reconnecting' | 'rejected';

/** A client of a channel that reported its presence. */
export interface ChannelUser {
  /** Identifies the client: a user with two browsers has two. */
  id: string;
  name: string;
  avatarUrl: string;
}

export interface ChannelStatus {
  phase: ChannelPhase;
  /** The reason of the rejection, as the server sent it. */
  reason: string;
  users: readonly ChannelUser[];
}

export const initialChannelStatus: ChannelStatus = { phase: 'joining', reason: '', users: [] };

/** A broadcast message. */
export interface ChannelMessage {
  event: string;
  payload: unknown;
  /** In milliseconds since 1970: when this browser received it, or the server confirmed it. */
  at: number;
  /** Whether this browser sent it. */
  isOwn: boolean;
}

export type ChannelUpdate =
  | { kind: 'status'; status: ChannelStatus }
  | { kind: 'message'; message: ChannelMessage };

/** Milliseconds after which a channel is joined again that the backend rejected or closed. */
export const rejoinDelay = 30_000;

/** The result of sending a message: `ok` if the server confirmed it. */
export type SendResult = 'ok' | 'error' | 'timed out';

/** The form of a name that the relay accepts: printable ASCII without spaces at the ends. */
const namePattern = /^[!-~]([ -~]{0,98}[!-~])?$/;

/** Returns why a name can't be the name of a channel; undefined if it can. The relay checks the same (`server/relay/topic.go`). */
export function checkChannelName(name: string): 'empty' | 'characters' | 'reserved' | undefined {
  if (name === '') return 'empty';
  if (name.startsWith('tableside:')) return 'reserved';
  return namePattern.test(name) ? undefined : 'characters';
}
