import { Undo2 } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { openRun } from '@/data/actions/open-action';
import type { ActionRun } from '@/data/actions/runs/run.types';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { actionMenusMessages as messages } from '@/table/actions/action-menus-messages';
import { useUndoRun } from '@/table/actions/use-undo-run';
import styles from './change-item.module.css';
import { ItemHeader } from './item-header';

export interface RunItemProps {
  run: ActionRun;
  /** Called when a link is followed or the report opens, to close the list. */
  onLeave: () => void;
}

/** A run of an action: the time, the result or the error, and a button to undo it if the action has an inverse. */
export function RunItem({ run, onLeave }: RunItemProps) {
  const schema = useSchema();
  const undo = useUndoRun()(run);
  const table = run.table ? findTable(schema, run.table.schema, run.table.name) : undefined;
  const state = run.isUndone ? messages.undoneState : messages.states[run.state];
  const text = run.note || run.error?.message || describeCounts(run);
  const isUnknownCall = run.state === 'unknown' && !run.counts;
  return (
    <li className={styles.item} data-undone={run.isUndone || undefined}>
      <ItemHeader
        title={run.title}
        rowsText={run.subject === '' ? undefined : run.subject}
        href={
          table && run.rowKey ? hrefs.record(table.schema, table.name, formatRecord(run.rowKey)) : undefined
        }
        tableTitle={table?.title ?? messages.table}
        time={run.at}
        status={
          state !== '' && (
            <span className={styles.state} role="status">
              {run.state === 'running' && <Spinner size={12} label="" />}
              {state}
            </span>
          )
        }
        onLeave={onLeave}
      >
        {run.counts && (
          <Button
            size="sm"
            onClick={() => {
              onLeave();
              openRun(run.id);
            }}
          >
            {messages.show}
          </Button>
        )}
        {undo && (
          <Button size="sm" icon={<Undo2 aria-hidden />} onClick={undo.onClick}>
            {undo.label}
          </Button>
        )}
      </ItemHeader>
      {text !== '' && (
        <p className={styles.note} dir="auto">
          {text}
        </p>
      )}
      {isUnknownCall && <p className={styles.note}>{messages.unknownAdvice}</p>}
    </li>
  );
}

/** Returns how far a run over many rows came; '' for a single call. */
function describeCounts({ counts, state }: ActionRun): string {
  if (!counts || state === 'running') return '';
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return messages.counts(counts.done, total);
}
