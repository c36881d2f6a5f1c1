import { checkChannelName } from '@/data/channels/channel';
import { ExternalStore } from '@/lib/external-store';

const storageKey = 'tableside.channels';

/** Maximum number of channels in the list. */
const maxChannels = 8;

export interface RecentChannel {
  name: string;
  isPrivate: boolean;
}

/** The channels that the user joined in this browser, newest first. */
class RecentChannels extends ExternalStore<readonly RecentChannel[]> {
  constructor() {
    super(readStored());
  }

  add(channel: RecentChannel): void {
    this.#store([channel, ...this.snapshot().filter(({ name }) => name !== channel.name)]);
  }

  remove(name: string): void {
    this.#store(this.snapshot().filter((channel) => channel.name !== name));
  }

  #store(channels: readonly RecentChannel[]): void {
    const stored = channels.slice(0, maxChannels);
    this.setSnapshot(stored);
    try {
      localStorage.setItem(storageKey, JSON.stringify(stored));
    } catch {
      // Storage is blocked: the list ends with the page.
    }
  }
}

function readStored(): readonly RecentChannel[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isChannel).slice(0, maxChannels) : [];
  } catch {
    return [];
  }
}

function isChannel(value: Partial<RecentChannel> | null): value is RecentChannel {
  return (
    typeof value?.name === 'string' &&
    checkChannelName(value.name) === undefined &&
    typeof value.isPrivate === 'boolean'
  );
}

export const recentChannels = new RecentChannels();
