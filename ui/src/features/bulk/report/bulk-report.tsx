import { useState } from 'react';
import { Link } from 'wouter';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getRowHeading } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { BulkState, RowOutcome, RowResult } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { hrefs } from '@/lib/routes';
import jobStyles from '@/table/jobs/job-report.module.css';
import { OutcomeFilter } from '@/table/jobs/outcome-filter';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { type BulkVerb, describeOutcome, listOutcomes } from './bulk-report.utils';

/** Maximum number of listed rows. The downloaded report contains all rows. */
const maxListedRows = 200;

const messages = bulkMessages.report;

export interface BulkReportProps {
  job: BulkJob;
  state: BulkState;
  verb: BulkVerb;
}

/** The outcome of each row, with a filter by outcome. Selects the first outcome that is a problem. */
export function BulkReport({ job, state, verb }: BulkReportProps) {
  const [chosen, setChosen] = useState<RowOutcome | 'all'>();
  const outcomes = listOutcomes(state);
  if (outcomes.length === 0) return null;
  const selectedOutcome = chosen ?? outcomes.find(isProblem) ?? 'all';
  const isRunning = state.phase === 'running';
  const results = job
    .results()
    .filter(({ outcome }) => selectedOutcome === 'all' || outcome === selectedOutcome);
  return (
    <>
      <fieldset className={jobStyles.outcomes} aria-label={messages.filter}>
        {outcomes.length > 1 && (
          <OutcomeFilter
            isPressed={selectedOutcome === 'all'}
            label={messages.all}
            onPress={() => setChosen('all')}
          />
        )}
        {outcomes.map((outcome) => (
          <OutcomeFilter
            key={outcome}
            isPressed={selectedOutcome === outcome}
            tone={isProblem(outcome) ? 'danger' : undefined}
            label={messages.outcomeCount(describeOutcome(outcome, verb), state.counts[outcome])}
            onPress={() => setChosen(outcome)}
          />
        ))}
      </fieldset>
      {!isRunning && results.length > 0 && (
        <ResultTable results={results} verb={verb} showOutcomes={selectedOutcome === 'all'} />
      )}
      {!isRunning && results.length > maxListedRows && (
        <p className={styles.note}>{messages.truncated(maxListedRows, results.length)}</p>
      )}
    </>
  );
}

function isProblem(outcome: RowOutcome): boolean {
  return outcome !== 'saved' && outcome !== 'unchanged';
}

interface ResultTableProps {
  results: readonly RowResult[];
  verb: BulkVerb;
  /** The rows have different outcomes, so that each row shows its own. */
  showOutcomes: boolean;
}

function ResultTable({ results, verb, showOutcomes }: ResultTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard user must be able to scroll the list
    <section className={jobStyles.tableFrame} aria-label={messages.label} tabIndex={0}>
      <table className={jobStyles.table}>
        <thead>
          <tr>
            <th scope="col">{messages.record}</th>
            <th scope="col">{messages.result}</th>
          </tr>
        </thead>
        <tbody>
          {results.slice(0, maxListedRows).map((result, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results are only appended
            <tr key={i}>
              <th scope="row">
                <RecordHeading result={result} isDelete={verb === 'delete'} />
              </th>
              <td>
                {(showOutcomes || !result.reason) && describeOutcome(result.outcome, verb)}
                {result.reason && (
                  <span className={showOutcomes ? jobStyles.reason : undefined} dir="auto">
                    {result.reason}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The heading of a row, as a link to its record if the row exists. */
function RecordHeading({ result: { row, outcome }, isDelete }: { result: RowResult; isDelete: boolean }) {
  const { table } = useTable();
  const key = getRowKey(table, row);
  const heading = <bdi>{getRowHeading(table, row)}</bdi>;
  if (!key || outcome === 'missing' || (isDelete && outcome === 'saved')) return heading;
  return <Link href={hrefs.record(table.schema, table.name, formatRecord(key))}>{heading}</Link>;
}
