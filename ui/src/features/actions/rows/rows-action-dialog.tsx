import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Dialog } from '@/components/overlays/dialog';
import { listFormArguments } from '@/data/actions/arguments/action-body';
import type { ActionRequestOptions, ActionSubject } from '@/data/actions/open-action';
import { findRowNoun, getRowHeading } from '@/data/titles/row-titles';
import type { Table } from '@/lib/api.gen';
import { formatPlural } from '@/lib/text/format';
import { actionsMessages } from '../actions-messages';
import { ArgumentFields } from '../form/argument-fields';
import { useArgumentEntries } from '../form/use-argument-entries';
import { ActionDialog } from '../host/action-dialog';
import styles from '../host/action-view.module.css';
import { JobDialog } from './job-dialog';
import { useJobPlan } from './use-job-plan';
import { maxRunRows, type ScopeRows, useScopeRows } from './use-scope-rows';

const messages = actionsMessages.rows;

export interface RowsActionDialogProps extends ActionRequestOptions {
  subject: Extract<ActionSubject, { kind: 'rows' }>;
  onClose: () => void;
}

/** Number of rows from which the user must type their count. */
const confirmationThreshold = 1_000;

/** The number of rows that are named. */
const sampleSize = 3;

/** Formats a count with the noun of the table's rows: '12 products'. */
function formatRows(table: Table, count: number): string {
  const noun = findRowNoun(table);
  return noun === undefined
    ? actionsMessages.result.rows(count)
    : formatPlural(count, noun, table.title.toLowerCase());
}

/** An action on many rows: reads the rows, shows their count and the form, and then runs the action. */
export function RowsActionDialog(props: RowsActionDialogProps) {
  const { action, subject, onDone, onClose } = props;
  const { table, offer, rows: scope } = subject;
  const found = useScopeRows(table, offer, scope);
  const [runId, setRunId] = useState<string>();
  if (runId !== undefined) return <JobDialog runId={runId} onClose={onClose} />;
  if (!found.data || found.data.rows.length === 0) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={action.title}
        footer={<Button onClick={onClose}>{actionsMessages.form.close}</Button>}
      >
        <ScopeStatus found={found} />
      </Dialog>
    );
  }
  if (offer.scope === 'selection') {
    return <ActionDialog {...props} rows={found.data.rows} />;
  }
  return (
    <RowsForm
      {...props}
      found={found.data}
      onStarted={(id) => {
        setRunId(id);
        onDone?.();
      }}
    />
  );
}

function ScopeStatus({ found }: { found: ReturnType<typeof useScopeRows> }) {
  if (found.error) {
    return (
      <ErrorNotice error={found.error} title={messages.collectFailed} onRetry={() => void found.refetch()} />
    );
  }
  if (!found.data) {
    return (
      <p className={styles.running} role="status">
        <Spinner size={14} label="" /> {messages.collecting(found.readCount)}
      </p>
    );
  }
  return <p>{found.data.isTooLarge ? messages.tooMany(maxRunRows) : messages.nothing}</p>;
}

interface RowsFormProps extends RowsActionDialogProps {
  found: ScopeRows;
  onStarted: (runId: string) => void;
}

/** The form of an action that runs once for each row. */
function RowsForm({ action, subject, found, onStarted, onClose }: RowsFormProps) {
  const { table, offer } = subject;
  const { rows } = found;
  const formId = useId();
  const entries = useArgumentEntries(listFormArguments(action, offer));
  const start = useJobPlan(action);
  const [isStarting, setStarting] = useState(false);
  const [typed, setTyped] = useState('');
  const count = formatRows(table, rows.length);
  const mustType = rows.length >= confirmationThreshold || (action.danger && rows.length > 1);
  const isConfirmed = !mustType || typed.replace(/\D/g, '') === String(rows.length);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = entries.submit();
    if (!checked || !isConfirmed || isStarting) return;
    setStarting(true);
    onStarted(await start({ table, offer, rows, texts: checked.texts, subject: count }));
  };
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={messages.title(action.title, count)}
      role={action.danger ? 'alertdialog' : 'dialog'}
      footer={
        <>
          <Button onClick={onClose}>{actionsMessages.form.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={action.danger ? 'danger' : 'primary'}
            disabled={!isConfirmed}
            pending={isStarting}
          >
            {messages.submit(action.label, count)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.view} onSubmit={(event) => void submit(event)}>
        {action.description !== '' && <p className={styles.help}>{action.description}</p>}
        <RowsText {...{ table, found }} title={action.label} />
        {entries.args.length > 0 && <ArgumentFields entries={entries} />}
        {action.confirm !== null && (
          <p className={styles.confirm}>{action.confirm || actionsMessages.form.confirm}</p>
        )}
        {mustType && <CountField {...{ typed, setTyped }} rowCount={rows.length} />}
      </form>
    </Dialog>
  );
}

/** The input in which the user confirms the action by the number of rows. */
function CountField(props: { rowCount: number; typed: string; setTyped: (typed: string) => void }) {
  return (
    <Field label={messages.typeCount(props.rowCount)}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={props.typed}
        onChange={(event) => props.setTyped(event.target.value)}
      />
    </Field>
  );
}

/** Names the first rows, and counts the others and those that are left out. */
function RowsText({ table, found, title }: { table: Table; found: ScopeRows; title: string }) {
  const { rows, skippedCount, missingCount } = found;
  const sample = rows.slice(0, sampleSize).map((row) => getRowHeading(table, row));
  return (
    <div className={styles.subject}>
      <p>{messages.runs(title, <strong>{formatRows(table, rows.length)}</strong>)}</p>
      <p dir="auto">
        {sample.join(', ')}
        {rows.length > sample.length && messages.more(rows.length - sample.length)}
      </p>
      {skippedCount > 0 && <p>{messages.skipped(skippedCount)}</p>}
      {missingCount > 0 && <p>{messages.missing(missingCount)}</p>}
    </div>
  );
}
