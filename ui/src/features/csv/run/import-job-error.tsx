import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import styles from '../page/import-page.module.css';
import { getRowNumber } from '../tables/rejection-table';
import type { ImportJobState } from './import-job';

const messages = csvMessages.job;

export interface ImportJobErrorProps {
  table: Table;
  access: TableAccess;
  jobError: NonNullable<ImportJobState['jobError']>;
  hasHeader: boolean;
  /** Continues the import. With true, rows whose outcome is unknown count as imported. */
  onResume: (assumeDone?: boolean) => void;
}

/** Shows why an import was paused by an error, and the actions that continue it. */
export function ImportJobError({ table, access, jobError, hasHeader, onResume }: ImportJobErrorProps) {
  const { error, unconfirmed: uncertainRows } = jobError;
  return (
    <div className={styles.jobError}>
      <ErrorNotice error={error} text={access.describeError(table, toApiError(error))} />
      {uncertainRows && (
        <p>
          {messages.uncertainRows(
            getRowNumber(uncertainRows[0], hasHeader),
            getRowNumber(uncertainRows[1], hasHeader),
          )}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => onResume()}>
          {uncertainRows ? messages.sendAgain : messages.resume}
        </Button>
        {uncertainRows && <Button onClick={() => onResume(true)}>{messages.skipImported}</Button>}
      </div>
    </div>
  );
}
