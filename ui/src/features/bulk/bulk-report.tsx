import { useState } from 'react';
import { Link } from 'wouter';
import { formatRecord } from '@/data/query/page-state.utils';
import { headingOf } from '@/data/values/value.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { BulkState, Fate, RowResult } from '@/data/writes/bulk/bulk.types';
import type { BulkJob } from '@/data/writes/bulk/bulk-job';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useTable } from '@/table/table-context';
import styles from './bulk.module.css';
import { fateInWords, fatesThatWere, type Verb } from './bulk-report.utils';

/** Rows that are listed; the download has all. */
const shownRows = 200;

export interface BulkReportProps {
  job: BulkJob;
  state: BulkState;
  verb: Verb;
}

/** What became of each row, by its fate. */
export function BulkReport({ job, state, verb }: BulkReportProps) {
  const [chosen, setChosen] = useState<Fate | 'all'>();
  const there = fatesThatWere(state);
  if (there.length === 0) return null;
  const shown = chosen ?? there.find(isProblem) ?? 'all';
  const underWay = state.phase === 'running';
  const results = job.results().filter(({ fate }) => shown === 'all' || fate === shown);
  return (
    <>
      <fieldset className={styles.fates} aria-label="Show rows that were">
        {there.length > 1 && (
          <FateFilter pressed={shown === 'all'} label="All" onPress={() => setChosen('all')} />
        )}
        {there.map((fate) => (
          <FateFilter
            key={fate}
            pressed={shown === fate}
            tone={isProblem(fate) ? 'danger' : undefined}
            label={`${fateInWords(fate, verb)} ${formatCount(state.counts[fate])}`}
            onPress={() => setChosen(fate)}
          />
        ))}
      </fieldset>
      {!underWay && results.length > 0 && (
        <ResultTable results={results} verb={verb} mixed={shown === 'all'} />
      )}
      {!underWay && results.length > shownRows && (
        <p className={styles.note}>
          The first {formatCount(shownRows)} of {formatCount(results.length)}; the report to download has all.
        </p>
      )}
    </>
  );
}

function isProblem(fate: Fate): boolean {
  return fate !== 'changed' && fate !== 'same';
}

interface FateFilterProps {
  pressed: boolean;
  tone?: 'danger' | undefined;
  label: string;
  onPress: () => void;
}

function FateFilter({ pressed, tone, label, onPress }: FateFilterProps) {
  return (
    <button type="button" className={styles.fate} aria-pressed={pressed} data-tone={tone} onClick={onPress}>
      {label}
    </button>
  );
}

interface ResultTableProps {
  results: readonly RowResult[];
  verb: Verb;
  /** Rows of several fates: each says its own. */
  mixed: boolean;
}

function ResultTable({ results, verb, mixed }: ResultTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.frame} aria-label="Result by row" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {results.slice(0, shownRows).map((result, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the report only grows
            <tr key={i}>
              <th scope="row">
                <RecordName result={result} deleted={verb === 'delete'} />
              </th>
              <td>
                {(mixed || !result.reason) && fateInWords(result.fate, verb)}
                {result.reason && (
                  <span className={mixed ? styles.reason : undefined} dir="auto">
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

function RecordName({ result: { row, fate }, deleted }: { result: RowResult; deleted: boolean }) {
  const { table } = useTable();
  const key = keyOf(table, row);
  const name = <bdi>{headingOf(table, row)}</bdi>;
  if (!key || fate === 'gone' || (deleted && fate === 'changed')) return name;
  return <Link href={hrefs.record(table.schema, table.name, formatRecord(key))}>{name}</Link>;
}
