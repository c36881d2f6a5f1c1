import { ExternalStore } from '@/lib/external-store';

/** Whether there were jobs over files since the page was loaded. The app's start imports only this, not the jobs. */
class FileJobActivity extends ExternalStore<boolean> {
  /** Reports that there is a job. */
  start() {
    if (!this.snapshot()) this.setSnapshot(true);
  }
}

/** Reports when the cards of the jobs are needed. */
export const fileJobActivity = new FileJobActivity(false);
