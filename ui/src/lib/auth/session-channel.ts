import { Listeners } from '@/lib/external-store';

/** An event that a tab reports to the other tabs of this browser. */
export type SessionEvent =
  /** A page was opened for this user, e.g. by the link of a mail. A page without a user may wait for that. */
  | { kind: 'opened'; userId: string }
  /** The session changed: sign-in, another user, a second factor, an upgrade. */
  | { kind: 'changed' }
  /** The user signed out. */
  | { kind: 'signed-out'; userId: string }
  /** The app was locked, because nobody used it. */
  | { kind: 'locked' };

const listeners = new Listeners<[event: SessionEvent]>();
let channel: BroadcastChannel | undefined;

function getChannel(): BroadcastChannel | undefined {
  if (!channel && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel('tableside:session');
    channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => listeners.notify(data);
  }
  return channel;
}

/** Reports an event to the other tabs. */
export function announceSession(event: SessionEvent): void {
  getChannel()?.postMessage(event);
}

/** Calls the listener on each event of another tab. Returns a function that removes it. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  getChannel();
  return listeners.add(listener);
}
