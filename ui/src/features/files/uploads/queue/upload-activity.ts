import { ExternalStore } from '@/lib/external-store';

/** Whether files were uploaded since the page was loaded. The app's start imports only this, not the queue. */
class UploadActivity extends ExternalStore<boolean> {
  /** Reports that there are uploads. */
  start() {
    this.setSnapshot(true);
  }
}

/** Reports when the upload panel is needed. */
export const uploadActivity = new UploadActivity(false);
