import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from 'framer-motion/client';
import { type ComponentType, type DragEvent, useEffect, useEffectEvent, useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { findKeyProblem } from '@/data/query/page-state/record-key.utils';
import type { KeyValue, TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import { copyRow, type EnteredFields } from '@/data/rows/record-form.utils';
import { completeRowQuery, recordQuery } from '@/data/rows/record-query';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { isRetryable } from '@/data/writes/batches/classify-response';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { toApiError } from '@/lib/api';
import { duration, easing } from '@/lib/browser/theme/motion';
import { isOutage } from '@/lib/requests/retry-failed-queries';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { RowFocusReturn, recordPanelId } from '@/table/view/row-focus-return';
import { type RowSequence, useAdjacentRecords } from '@/table/view/use-adjacent-records';
import { InsertNotAllowed } from './insert-not-allowed';
import type { ConversationProps } from './record-body';
import { RecordEditor } from './record-editor';
import { NoRecord, RecordFrame, RecordSkeleton } from './record-frame';
import { recordMessages } from './record-messages';
import styles from './record-panel.module.css';

const messages = recordMessages.panel;

export interface RecordPanelProps {
  state: TablePageState;
  change: ChangePageState;
  /** The loaded rows of the view, for the buttons to the previous and next record. */
  sequence: RowSequence;
  /** The filters and order of the view. */
  rowsView: RowsView;
  relations: ReadonlyMap<string, Relation>;
  /** The record has the whole page instead of a panel. */
  full: boolean;
  onDelete: ((row: Row) => void) | undefined;
  /** Shows the comments on a record. */
  Conversation?: ComponentType<ConversationProps> | undefined;
  /** The initial values of a new record that is not a copy. */
  start?: EnteredFields | undefined;
}

/** Prevents that a file that is dropped on a record is imported into the table. */
function blockFileDrop(event: DragEvent) {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.stopPropagation();
}

const fileDropBlockers = {
  onDragEnter: blockFileDrop,
  onDragOver: blockFileDrop,
  onDragLeave: blockFileDrop,
  onDrop: blockFileDrop,
};

/** The open record, as a panel over its table or as a page. Renders nothing if no record is open. */
export function RecordPanel(props: RecordPanelProps) {
  const { state, full } = props;
  if (!state.record) return null;
  return (
    <m.aside
      className={styles.panel}
      data-full={full || undefined}
      id={recordPanelId}
      tabIndex={-1}
      aria-label={messages.label}
      {...fileDropBlockers}
      initial={{ opacity: 0, x: full ? 0 : 20 }}
      animate={{ opacity: 1, x: 0, transition: { duration: duration.base, ease: easing.out } }}
    >
      <RowFocusReturn cardKey={Array.isArray(state.record) ? formatKeyText(state.record) : undefined} />
      {state.record !== 'new' ? (
        <CheckedRecord {...props} recordKey={state.record} />
      ) : state.copy ? (
        <RecordCopy {...props} original={state.copy} />
      ) : (
        <NewRecord {...props} />
      )}
    </m.aside>
  );
}

function useClose({ change }: RecordPanelProps) {
  return () => change({ record: undefined, isFullPanel: false });
}

interface NewRecordProps extends RecordPanelProps {
  original?: Row | undefined;
}

function NewRecord(props: NewRecordProps) {
  const { change, relations, full, start, original } = props;
  const { table } = useTable();
  const close = useClose(props);
  if (!table.privileges.insert) {
    return (
      <RecordFrame onClose={close}>
        <InsertNotAllowed onClose={close} />
      </RecordFrame>
    );
  }
  return (
    <RecordEditor
      key={start ? JSON.stringify(start) : 'new'}
      row={undefined}
      {...{ start, original }}
      relations={relations}
      full={full}
      onClose={close}
      onKeyChange={(key) => change({ record: key }, { replace: true })}
    />
  );
}

/** A new record with the values of an existing record. */
function RecordCopy(props: RecordPanelProps & { original: readonly KeyValue[] }) {
  const { table } = useTable();
  const close = useClose(props);
  // The copy has the values that the row had when the copy was opened, without later changes.
  const { data, isPending } = useQuery({ ...completeRowQuery(table, props.original), staleTime: Infinity });
  const start = useMemo(() => (data ? copyRow(table, data) : undefined), [table, data]);
  if (isPending) return <RecordSkeleton onClose={close} />;
  return <NewRecord {...props} start={start} original={data ?? undefined} />;
}

interface OpenRecordProps extends RecordPanelProps {
  recordKey: readonly KeyValue[];
}

/** The record with the key in the URL, if the key is valid for the table. */
function CheckedRecord(props: OpenRecordProps) {
  const { table } = useTable();
  const close = useClose(props);
  const problem = findKeyProblem(table, props.recordKey);
  if (problem === undefined) return <OpenRecord {...props} />;
  return (
    <NoRecord title={messages.invalidKey} onClose={close}>
      {problem}
    </NoRecord>
  );
}

function OpenRecord(props: OpenRecordProps) {
  const { recordKey, change } = props;
  const { table } = useTable();
  const close = useClose(props);
  useKeyChange(recordKey, (key) => change({ record: key }, { replace: true }));
  // Shows the previous record until the next record is loaded, to prevent flicker.
  const { data, isPending, error, refetch } = useQuery({
    ...recordQuery(table, recordKey),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <RecordSkeleton onClose={close} />;
  // Keeps showing the loaded record during an outage, because it can contain unsaved input.
  if (error && (data === undefined || !(isOutage(error) || isRetryable(toApiError(error))))) {
    return (
      <RecordFrame onClose={close}>
        <ErrorNotice error={error} title={messages.loadFailed} onRetry={() => void refetch()} />
      </RecordFrame>
    );
  }
  if (!data) {
    return (
      <NoRecord title={messages.notFound} onClose={close}>
        {messages.notFoundHint}
      </NoRecord>
    );
  }
  return <LoadedRecord {...props} row={data} onClose={close} />;
}

interface LoadedRecordProps extends OpenRecordProps {
  row: Row;
  onClose: () => void;
}

function LoadedRecord(props: LoadedRecordProps) {
  const { row, recordKey, change, sequence, rowsView, relations, full, state, onClose, onDelete } = props;
  const { Conversation } = props;
  const { table } = useTable();
  // The order of cards on a board and of events in a calendar differs from the order of the query.
  const hasQueryOrder = state.view.kind === 'grid' || state.view.kind === 'gallery';
  const { previous, next } = useAdjacentRecords(sequence, hasQueryOrder ? rowsView : undefined, row);
  const goTo = (key: readonly KeyValue[] | undefined) =>
    key && (() => change({ record: key }, { replace: true }));
  return (
    <RecordEditor
      key={formatKeyText(getRowKey(table, row) ?? [])}
      row={row}
      relations={relations}
      full={full}
      Conversation={Conversation}
      onClose={onClose}
      onKeyChange={(key) => change({ record: key }, { replace: true })}
      onPrevious={goTo(previous)}
      onNext={goTo(next)}
      onToggleFull={() => change({ isFullPanel: !state.isFullPanel })}
      onDelete={onDelete && (() => onDelete(row))}
      onDuplicate={table.privileges.insert ? () => change({ record: 'new', copy: recordKey }) : undefined}
    />
  );
}

/** Calls `onChange` when the key of the open record changes: in the grid, by undo, or when a queued edit is sent. */
function useKeyChange(recordKey: readonly KeyValue[], onChange: (key: readonly KeyValue[]) => void) {
  const { table, edits } = useTable();
  const handleChange = useEffectEvent((previousKey: string, row: Row) => {
    const key = getRowKey(table, row);
    if (key && previousKey === formatKeyText(recordKey)) onChange(key);
  });
  useEffect(() => edits.onKeyChange((previousKey, row) => handleChange(previousKey, row)), [edits]);
}
