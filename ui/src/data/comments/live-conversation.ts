import type { ChannelPhase, ChannelUpdate } from '@/data/channels/channel';
import type { ChannelHub } from '@/data/channels/channel-hub';
import type { PresentUser } from '@/data/live/presence/presence';
import { ExternalStore } from '@/lib/external-store';
import { createUUID } from '@/lib/text/create-uuid';
import { type CommentedRecord, maxCommentLength } from './project-comments';

/** Events of a conversation's channel: the user writes; a message that is not stored. */
const typingEvent = 'typing';
const messageEvent = 'message';

/** Milliseconds between two reports that the user writes, and until others no longer show it. */
const typingInterval = 2_500;
const typingExpiry = 6_000;

/** Maximum number of messages of a conversation that the page retains. */
const maxMessages = 200;

/** Maximum number of characters of a topic, without the prefix `realtime:`. */
const maxTopicLength = 245;

/** A message that is not stored: only users who had the record open received it. */
export interface LiveMessage {
  id: string;
  body: string;
  user: PresentUser;
  sentAt: Date;
}

export interface LiveConversationState {
  /** `off`: the conversation has no channel. */
  phase: ChannelPhase | 'off';
  /** The other users who write at the moment. */
  typing: readonly PresentUser[];
  /** Oldest first. */
  messages: readonly LiveMessage[];
}

/** The messages of each conversation of this page, by topic. They are lost when the page closes. */
const messagesByTopic = new Map<string, readonly LiveMessage[]>();

/** Returns the topic of a record's conversation; undefined if its key is too long. */
export function formatConversationTopic({ schema, table, key }: CommentedRecord): string | undefined {
  const topic = `tableside:comments:${[schema, table, key].map(encodeURIComponent).join(':')}`;
  return topic.length <= maxTopicLength ? topic : undefined;
}

/** The channel of a record's conversation: who writes, and messages that are not stored. The server adds the users. */
export class LiveConversation extends ExternalStore<LiveConversationState> {
  readonly #hub: ChannelHub;
  readonly #topic: string;
  readonly #user: PresentUser;
  readonly #expiries = new Map<string, ReturnType<typeof setTimeout>>();
  #typingSentAt = 0;

  constructor(hub: ChannelHub, topic: string, user: PresentUser) {
    super({ phase: 'off', typing: [], messages: messagesByTopic.get(topic) ?? [] });
    this.#hub = hub;
    this.#topic = topic;
    this.#user = user;
  }

  /** Joins the channel. Returns the function that leaves it. */
  open(isPrivate: boolean): () => void {
    this.#set({ phase: 'joining' });
    const close = this.#hub.open({ name: this.#topic, isPrivate, attempt: 0 }, (update) =>
      this.#receive(update),
    );
    return () => {
      close();
      for (const timer of this.#expiries.values()) clearTimeout(timer);
      this.#expiries.clear();
      this.#set({ phase: 'off', typing: [] });
    };
  }

  /** Reports that the user writes, at most once in some seconds. */
  reportTyping(): void {
    if (this.snapshot().phase !== 'joined' || Date.now() - this.#typingSentAt < typingInterval) return;
    this.#typingSentAt = Date.now();
    void this.#hub.send(this.#topic, typingEvent, {});
  }

  /** Reports that the user no longer writes: the comment is stored. */
  endTyping(): void {
    if (this.#typingSentAt === 0) return;
    this.#typingSentAt = 0;
    void this.#hub.send(this.#topic, typingEvent, { ended: true });
  }

  /** Sends a message. Returns whether the server confirmed it. */
  async send(body: string): Promise<boolean> {
    const result = await this.#hub.send(this.#topic, messageEvent, { id: createUUID(), body });
    this.#typingSentAt = 0;
    return result === 'ok';
  }

  /** Applies a message or a status of the channel. Ignores messages without a user, and events of other apps. */
  #receive(update: ChannelUpdate): void {
    if (update.kind === 'status') {
      this.#set({ phase: update.status.phase });
      return;
    }
    const { event, payload, isOwn, at } = update.message;
    const { id, body, ended, user: sender } = (payload ?? {}) as Record<string, unknown>;
    // Messages without a user did not pass a server of the project.
    const user = isOwn ? this.#user : readUser(sender);
    if (!user) return;
    if (event === typingEvent && ended === true) this.#endTyping(user.id);
    else if (event === typingEvent && user.id !== this.#user.id) this.#setTyping(user);
    if (event !== messageEvent || typeof id !== 'string' || typeof body !== 'string') return;
    const messages = [
      ...this.snapshot().messages,
      { id, user, body: body.slice(0, maxCommentLength), sentAt: new Date(at) },
    ].slice(-maxMessages);
    messagesByTopic.set(this.#topic, messages);
    this.#endTyping(user.id);
    this.#set({ messages });
  }

  #setTyping(user: PresentUser): void {
    clearTimeout(this.#expiries.get(user.id));
    this.#expiries.set(
      user.id,
      setTimeout(() => this.#endTyping(user.id), typingExpiry),
    );
    const others = this.snapshot().typing.filter(({ id }) => id !== user.id);
    this.#set({ typing: [...others, user] });
  }

  #endTyping(userId: string): void {
    clearTimeout(this.#expiries.get(userId));
    this.#expiries.delete(userId);
    const { typing } = this.snapshot();
    if (typing.some(({ id }) => id === userId))
      this.#set({ typing: typing.filter(({ id }) => id !== userId) });
  }

  #set(change: Partial<LiveConversationState>): void {
    this.setSnapshot({ ...this.snapshot(), ...change });
  }
}

function readUser(value: unknown): PresentUser | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, name, avatarUrl } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  return { id, name, avatarUrl: typeof avatarUrl === 'string' ? avatarUrl : '' };
}
