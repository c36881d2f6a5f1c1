import { CircleAlert, CircleCheck } from 'lucide-react';
import { Spinner } from '@/components/feedback/spinner';
import { plural } from '@/lib/format';
import styles from '../page/import-page.module.css';
import type { CheckResult } from '../types';
import { RefusalTable } from './refusal-table';

export interface CheckReportProps {
  checking: boolean;
  result: CheckResult | undefined;
  header: boolean;
}

/** What the schema says of the rows, before the database is asked. */
export function CheckReport({ checking, result, header }: CheckReportProps) {
  return (
    <div className={styles.check}>
      <p role="status" data-tone={result && result.refused > 0 ? 'warn' : 'ok'}>
        {checking ? (
          <>
            <Spinner size={14} label="" /> Checking every row…
          </>
        ) : (
          result && (
            <>
              {result.refused > 0 ? (
                <CircleAlert size={14} aria-hidden />
              ) : (
                <CircleCheck size={14} aria-hidden />
              )}{' '}
              {result.refused === 0
                ? `${plural(result.good, 'row')} can be sent.`
                : `${plural(result.good, 'row')} can be sent, ${plural(result.refused, 'row')} can’t:`}
            </>
          )
        )}
      </p>
      {!checking && result && result.refused > 0 && (
        <RefusalTable label="Rows that can’t be sent" refusals={result.refusals} header={header} />
      )}
    </div>
  );
}
