import { useState } from 'react';
import { Link } from 'wouter';
import { formatRecord } from '@/data/query/table-page-state';
import { headingOf } from '@/data/values/value.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { BulkState, RowOutcome, RowResult } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { type BulkVerb, describeOutcome, listOutcomes } from './bulk-report.utils';

/** Rows that are listed; the download has all. */
const maxShownRows = 200;

export interface BulkReportProps {
  job: BulkJob;
  state: BulkState;
  verb: BulkVerb;
}

/** What became of each row, by its fate. */
export function BulkReport({ job, state, verb }: BulkReportProps) {
  const [chosen, setChosen] = useState<RowOutcome | 'all'>();
  const there = listOutcomes(state);
  if (there.length === 0) return null;
  const shown = chosen ?? there.find(isProblem) ?? 'all';
  const underWay = state.phase === 'running';
  const results = job.results().filter(({ outcome }) => shown === 'all' || outcome === shown);
  return (
    <>
      <fieldset className={styles.outcomes} aria-label="Show rows that were">
        {there.length > 1 && (
          <OutcomeFilter isPressed={shown === 'all'} label="All" onPress={() => setChosen('all')} />
        )}
        {there.map((fate) => (
          <OutcomeFilter
            key={fate}
            isPressed={shown === fate}
            tone={isProblem(fate) ? 'danger' : undefined}
            label={`${describeOutcome(fate, verb)} ${formatCount(state.counts[fate])}`}
            onPress={() => setChosen(fate)}
          />
        ))}
      </fieldset>
      {!underWay && results.length > 0 && (
        <ResultTable results={results} verb={verb} showOutcomes={shown === 'all'} />
      )}
      {!underWay && results.length > maxShownRows && (
        <p className={styles.note}>
          The first {formatCount(maxShownRows)} of {formatCount(results.length)}; the report to download has
          all.
        </p>
      )}
    </>
  );
}

function isProblem(fate: RowOutcome): boolean {
  return fate !== 'saved' && fate !== 'unchanged';
}

interface OutcomeFilterProps {
  isPressed: boolean;
  tone?: 'danger' | undefined;
  label: string;
  onPress: () => void;
}

function OutcomeFilter({ isPressed, tone, label, onPress }: OutcomeFilterProps) {
  return (
    <button
      type="button"
      className={styles.outcome}
      aria-pressed={isPressed}
      data-tone={tone}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

interface ResultTableProps {
  results: readonly RowResult[];
  verb: BulkVerb;
  /** Rows of several fates: each says its own. */
  showOutcomes: boolean;
}

function ResultTable({ results, verb, showOutcomes }: ResultTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.tableFrame} aria-label="Result by row" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.slice(0, maxShownRows).map((result, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the report only grows
            <tr key={i}>
              <th scope="row">
                <RecordHeading result={result} deleted={verb === 'delete'} />
              </th>
              <td>
                {(showOutcomes || !result.reason) && describeOutcome(result.outcome, verb)}
                {result.reason && (
                  <span className={showOutcomes ? styles.reason : undefined} dir="auto">
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

function RecordHeading({ result: { row, outcome }, deleted }: { result: RowResult; deleted: boolean }) {
  const { table } = useTable();
  const key = keyOf(table, row);
  const name = <bdi>{headingOf(table, row)}</bdi>;
  if (!key || outcome === 'missing' || (deleted && outcome === 'saved')) return name;
  return <Link href={hrefs.record(table.schema, table.name, formatRecord(key))}>{name}</Link>;
}
