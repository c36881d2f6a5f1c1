import { ExternalStore, Listeners } from '@/lib/external-store';
import type { ChannelRef, ChannelUpdate, SendResult } from './channel';

/** Sends a broadcast. Never rejects. */
export type ChannelSender = (name: string, event: string, payload: unknown) => Promise<SendResult>;

/** The channels that this page has open. It connects pages with the code of the connection, which loads later. */
export class ChannelHub extends ExternalStore<readonly ChannelRef[]> {
  readonly #listeners = new Map<string, Listeners<[ChannelUpdate]>>();
  #sender: ChannelSender | undefined;

  constructor() {
    super([]);
  }

  /** Opens a channel and calls the listener with each update. Returns the function that closes it. */
  open(ref: ChannelRef, listener: (update: ChannelUpdate) => void): () => void {
    const listeners = this.#listeners.get(ref.name) ?? new Listeners<[ChannelUpdate]>();
    this.#listeners.set(ref.name, listeners);
    const remove = listeners.add(listener);
    this.setSnapshot([...this.snapshot(), ref]);
    return () => {
      remove();
      this.setSnapshot(this.snapshot().filter((other) => other !== ref));
    };
  }

  /** Passes an update to the listeners of a channel. */
  dispatch(name: string, update: ChannelUpdate): void {
    this.#listeners.get(name)?.notify(update);
  }

  /** Sends a broadcast to a channel that is open. */
  async send(name: string, event: string, payload: unknown): Promise<SendResult> {
    return this.#sender ? this.#sender(name, event, payload) : 'error';
  }

  /** Sets what sends broadcasts; undefined without a connection. */
  setSender(sender: ChannelSender | undefined): void {
    this.#sender = sender;
  }
}
