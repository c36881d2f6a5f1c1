import { ExternalStore } from '@/lib/external-store';
import type { PresentUser } from './presence/presence';

/** A tab of another user that this page follows. */
export interface Followed {
  user: PresentUser;
  tab: string;
}

/** The user and the tab that this page follows; undefined if it follows nobody. */
export class FollowStore extends ExternalStore<Followed | undefined> {
  constructor() {
    super(undefined);
  }

  start(followed: Followed): void {
    this.setSnapshot(followed);
  }

  stop(): void {
    this.setSnapshot(undefined);
  }
}
