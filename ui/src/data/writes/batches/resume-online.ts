import { toApiError } from '@/lib/api';
import { onConnectionChange } from '@/lib/connection';
import type { BatchState } from './batch-job';

/** A job that may be paused. */
interface Resumable {
  state: () => BatchState<unknown>;
  resume: () => void;
}

/** Goes on by itself when the network is back, where nothing is in doubt; answers how to stop that. */
export function resumedOnline(job: Resumable): () => void {
  return onConnectionChange(({ state }) => {
    const { trouble } = job.state();
    if (state !== 'online' || trouble === null || trouble.doubt !== null) return;
    if (['offline', 'unreachable'].includes(toApiError(trouble.error).code)) job.resume();
  });
}
