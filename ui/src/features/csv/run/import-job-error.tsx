import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { formatCount } from '@/lib/format';
import type { TableAccess } from '../csv.types';
import styles from '../page/import-page.module.css';
import type { ImportJobState } from './import-job';

export interface ImportJobErrorProps {
  table: Table;
  access: TableAccess;
  jobError: NonNullable<ImportJobState['jobError']>;
  hasHeader: boolean;
  onResume: (assumeIn?: boolean) => void;
}

/** Why an import paused by itself, and what can be done. */
export function ImportJobError({ table, access, jobError, hasHeader, onResume }: ImportJobErrorProps) {
  const { error, doubt } = jobError;
  const number = (row: number) => formatCount(row + (hasHeader ? 2 : 1));
  return (
    <div className={styles.jobError}>
      <ErrorNotice error={error} text={access.describeError(table, toApiError(error))} />
      {doubt && (
        <p>
          Rows {number(doubt[0])} to {number(doubt[1])} were on their way, and nobody answered whether they
          went in. Look in the table: sending rows that are in would double them.
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onResume()}>
          {doubt ? 'They are not in: send them again' : 'Resume'}
        </Button>
        {doubt && <Button onClick={() => onResume(true)}>They are in: go on</Button>}
      </div>
    </div>
  );
}
