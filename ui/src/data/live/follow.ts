import { ExternalStore } from '@/lib/external-store';
import type { PresentUser } from './presence/presence';

/** A tab of another user that this page follows. */
export interface Followed {
  user: PresentUser;
  tab: string;
}

/** Whom this page follows; undefined if nobody. */
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
