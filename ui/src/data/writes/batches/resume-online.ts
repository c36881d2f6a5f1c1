import { toApiError } from '@/lib/api';
import { onConnectionChange } from '@/lib/connection';
import type { BatchState } from './batch-job';

/** A job that may be paused. */
interface ResumableJob {
  snapshot: () => BatchState<unknown>;
  resume: () => void;
}

/** Goes on by itself when the network is back, where nothing is in doubt; answers how to stop that. */
export function resumeWhenOnline(job: ResumableJob): () => void {
  return onConnectionChange(({ state }) => {
    const { jobError } = job.snapshot();
    if (state !== 'online' || jobError === null || jobError.doubt !== null) return;
    if (['offline', 'unreachable'].includes(toApiError(jobError.error).code)) job.resume();
  });
}
