import { CircleAlert, CircleCheck } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import { formatPlural } from '@/lib/format';
import type { CheckResult } from '../csv.types';
import styles from '../page/import-page.module.css';
import { RejectionTable } from './rejection-table';

export interface CheckReportProps {
  isChecking: boolean;
  result: CheckResult | undefined;
  hasHeader: boolean;
}

/** What the schema says of the rows, before the database is asked. */
export function CheckReport({ isChecking, result, hasHeader }: CheckReportProps) {
  return (
    <div className={styles.check}>
      <p role="status" data-tone={result && result.rejectedCount > 0 ? 'warn' : 'ok'}>
        {isChecking ? (
          <>
            <Spinner size={14} label="" /> Checking every row…
          </>
        ) : (
          result && (
            <>
              {result.rejectedCount > 0 ? (
                <CircleAlert size={14} aria-hidden />
              ) : (
                <CircleCheck size={14} aria-hidden />
              )}{' '}
              {result.rejectedCount === 0
                ? `${formatPlural(result.validCount, 'row')} can be sent.`
                : `${formatPlural(result.validCount, 'row')} can be sent, ${formatPlural(result.rejectedCount, 'row')} can’t:`}
            </>
          )
        )}
      </p>
      {!isChecking && result && result.rejectedCount > 0 && (
        <RejectionTable
          label="Rows that can’t be sent"
          rejections={result.rejections}
          hasHeader={hasHeader}
        />
      )}
    </div>
  );
}
