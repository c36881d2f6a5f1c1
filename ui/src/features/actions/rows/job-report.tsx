import { useState } from 'react';
import { Link } from 'wouter';
import {
  type ActionRun,
  type ItemOutcome,
  itemOutcomes,
  type RunCounts,
  type RunItem,
} from '@/data/actions/runs/run.types';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { hrefs } from '@/lib/routes';
import jobStyles from '@/table/jobs/job-report.module.css';
import { OutcomeFilter } from '@/table/jobs/outcome-filter';
import { actionsMessages } from '../actions-messages';
import styles from './job.module.css';

const messages = actionsMessages.job;

/** Maximum number of listed rows. The downloaded report contains all rows. */
const maxListedRows = 200;

/** The colors of the outcomes that are problems. */
const problemTones: Partial<Record<ItemOutcome, 'danger' | 'warn'>> = { failed: 'danger', unknown: 'warn' };

export interface JobReportProps {
  run: ActionRun;
  items: readonly RunItem[];
  counts: RunCounts;
  isRunning: boolean;
}

/** The outcome of each row, with a filter by outcome. Selects unknown and failed rows first. */
export function JobReport({ run, items, counts, isRunning }: JobReportProps) {
  const [chosen, setChosen] = useState<ItemOutcome | 'all'>();
  const outcomes = itemOutcomes.filter((outcome) => counts[outcome] > 0);
  const problem = (['unknown', 'failed'] as const).find((outcome) => counts[outcome] > 0);
  const selected = chosen ?? problem ?? 'all';
  const listed = isRunning ? [] : items.filter(({ outcome }) => selected === 'all' || outcome === selected);
  return (
    <>
      <fieldset className={jobStyles.outcomes} aria-label={messages.filter}>
        <OutcomeFilter isPressed={selected === 'all'} label={messages.all} onPress={() => setChosen('all')} />
        {outcomes.map((outcome) => (
          <OutcomeFilter
            key={outcome}
            isPressed={selected === outcome}
            tone={problemTones[outcome]}
            label={messages.outcomeCount(messages.outcomes[outcome], counts[outcome])}
            onPress={() => setChosen(outcome)}
          />
        ))}
      </fieldset>
      {listed.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard user must be able to scroll the list
        <section className={jobStyles.tableFrame} aria-label={messages.result} tabIndex={0}>
          <table className={jobStyles.table}>
            <thead>
              <tr>
                <th scope="col">{messages.record}</th>
                <th scope="col">{messages.result}</th>
              </tr>
            </thead>
            <tbody>
              {listed.slice(0, maxListedRows).map((item) => (
                <ReportLine key={item.index} run={run} item={item} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {listed.length > maxListedRows && (
        <p className={styles.note}>{messages.truncated(maxListedRows, listed.length)}</p>
      )}
    </>
  );
}

function ReportLine({ run: { table }, item }: { run: ActionRun; item: RunItem }) {
  const heading = <bdi>{item.heading}</bdi>;
  return (
    <tr>
      <th scope="row">
        {table && item.key.length > 0 ? (
          <Link href={hrefs.record(table.schema, table.name, formatRecord(item.key))}>{heading}</Link>
        ) : (
          heading
        )}
      </th>
      <td>
        <span data-outcome={item.outcome}>{messages.outcomes[item.outcome]}</span>
        {item.note !== '' && (
          <span className={jobStyles.reason} dir="auto">
            {item.note}
          </span>
        )}
      </td>
    </tr>
  );
}
