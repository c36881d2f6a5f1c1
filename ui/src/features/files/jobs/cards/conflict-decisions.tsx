import { Button } from '@/components/controls/button';
import type { FileJobRecord } from '../file-job.types';
import { fileJobs } from '../file-jobs';
import { jobsMessages } from '../jobs-messages';
import styles from './conflict-decisions.module.css';
import { describeConflicts } from './describe-job';

const messages = jobsMessages.conflicts;

export interface ConflictDecisionsProps {
  /** A job that has ended. */
  record: FileJobRecord;
  bucketTitle: string;
}

/** Asks once for all files of a job whose new names exist. */
export function ConflictDecisions({ record, bucketTitle }: ConflictDecisionsProps) {
  const { exists } = record.counts;
  return (
    <fieldset className={styles.question}>
      <legend>{describeConflicts(record, bucketTitle)}</legend>
      <div className={styles.choices}>
        <Button size="sm" onClick={() => void fileJobs.resolveConflicts(record.id, 'replace')}>
          {messages.replace(exists)}
        </Button>
        <Button size="sm" onClick={() => void fileJobs.resolveConflicts(record.id, 'keep-both')}>
          {messages.keepBoth(exists)}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => void fileJobs.resolveConflicts(record.id, 'skip')}>
          {messages.skip(exists)}
        </Button>
      </div>
    </fieldset>
  );
}
