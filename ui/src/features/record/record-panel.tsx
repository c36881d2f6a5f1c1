import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from 'framer-motion/m';
import { type DragEvent, useEffect, useEffectEvent, useMemo } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { keyProblem } from '@/data/query/record-key.utils';
import type { KeyValue, TablePageState } from '@/data/query/table-page-state';
import type { Relation } from '@/data/relations/references';
import { copyRow, type EnteredFields } from '@/data/rows/record-form.utils';
import { recordQuery } from '@/data/rows/record-query';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { isRetryable } from '@/data/writes/batches/classify-response';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { toApiError } from '@/lib/api';
import { duration, easing } from '@/lib/browser/motion';
import { isOutage } from '@/lib/retry-failed-queries';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { RowFocusReturn, recordPanelId } from '@/table/view/row-focus-return';
import { type RowSequence, useAdjacentRecords } from '@/table/view/use-adjacent-records';
import { InsertNotAllowed } from './insert-not-allowed';
import { RecordEditor } from './record-editor';
import { NoRecord, RecordFrame, RecordSkeleton } from './record-frame';
import styles from './record-panel.module.css';

export interface RecordPanelProps {
  state: TablePageState;
  change: ChangePageState;
  /** The rows around it, to step through. */
  sequence: RowSequence;
  /** Which rows those are, and in which order. */
  rowsView: RowsView;
  relations: ReadonlyMap<string, Relation>;
  /** It has the page for itself, instead of a panel beside the rows. */
  full: boolean;
  onDelete: ((row: Row) => void) | undefined;
  /** What a new record starts from, unless it is a copy. */
  start?: EnteredFields | undefined;
}

/** A file that is dragged over a record is not one to import into its table. */
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

/** Where the open record stands: a panel over its table, or a page. Nothing while none is open. */
export function RecordPanel(props: RecordPanelProps) {
  const { state, full } = props;
  if (!state.record) return null;
  return (
    <m.aside
      className={styles.panel}
      data-full={full || undefined}
      id={recordPanelId}
      tabIndex={-1}
      aria-label="Record"
      {...fileDropBlockers}
      initial={{ opacity: 0, x: full ? 0 : 20 }}
      animate={{ opacity: 1, x: 0, transition: { duration: duration.base, ease: easing.out } }}
    >
      <RowFocusReturn cardKey={Array.isArray(state.record) ? keyText(state.record) : undefined} />
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

/** A new record that starts from another one's values. */
function RecordCopy(props: RecordPanelProps & { original: readonly KeyValue[] }) {
  const { table } = useTable();
  const close = useClose(props);
  // As it was when the copy began: what others change meanwhile is no part of it.
  const { data, isPending } = useQuery({ ...recordQuery(table, props.original), staleTime: Infinity });
  const start = useMemo(() => (data ? copyRow(table, data) : undefined), [table, data]);
  if (isPending) return <RecordSkeleton onClose={close} />;
  return <NewRecord {...props} start={start} original={data ?? undefined} />;
}

interface OpenRecordProps extends RecordPanelProps {
  recordKey: readonly KeyValue[];
}

/** The record that the address names, if it can name one. */
function CheckedRecord(props: OpenRecordProps) {
  const { table } = useTable();
  const close = useClose(props);
  const problem = keyProblem(table, props.recordKey);
  if (problem === undefined) return <OpenRecord {...props} />;
  return (
    <NoRecord title="This address names no record" onClose={close}>
      {problem}
    </NoRecord>
  );
}

function OpenRecord(props: OpenRecordProps) {
  const { recordKey, change } = props;
  const { table } = useTable();
  const close = useClose(props);
  useKeyChange(recordKey, (key) => change({ record: key }, { replace: true }));
  // The record before stays until the next is there: stepping through rows doesn't flicker.
  const { data, isPending, error, refetch } = useQuery({
    ...recordQuery(table, recordKey),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <RecordSkeleton onClose={close} />;
  // What was read stays while only the way to it fails: somebody may be typing.
  if (error && (data === undefined || !(isOutage(error) || isRetryable(toApiError(error))))) {
    return (
      <RecordFrame onClose={close}>
        <ErrorNotice error={error} title="The record could not be read." onRetry={() => void refetch()} />
      </RecordFrame>
    );
  }
  if (!data) {
    return (
      <NoRecord title="This record isn’t there" onClose={close}>
        It was deleted, its key changed, or your role may not see it.
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
  const { table } = useTable();
  // On a board or in a calendar rows stand in an order of the page's own.
  const ordered = state.view.kind === 'grid' || state.view.kind === 'gallery';
  const { previous, next } = useAdjacentRecords(sequence, ordered ? rowsView : undefined, row);
  const goTo = (key: readonly KeyValue[] | undefined) =>
    key && (() => change({ record: key }, { replace: true }));
  return (
    <RecordEditor
      key={keyText(keyOf(table, row) ?? [])}
      row={row}
      relations={relations}
      full={full}
      onClose={onClose}
      onKeyChange={(moved) => change({ record: moved }, { replace: true })}
      onPrevious={goTo(previous)}
      onNext={goTo(next)}
      onToggleFull={() => change({ isFullPanel: !state.isFullPanel })}
      onDelete={onDelete && (() => onDelete(row))}
      onDuplicate={table.privileges.insert ? () => change({ record: 'new', copy: recordKey }) : undefined}
    />
  );
}

/** The address follows a record whose key is changed: in the grid, by undo, or when an edit that waited is sent. */
function useKeyChange(recordKey: readonly KeyValue[], onMoved: (key: readonly KeyValue[]) => void) {
  const { table, edits } = useTable();
  const moved = useEffectEvent((wasKey: string, now: Row) => {
    const key = keyOf(table, now);
    if (key && wasKey === keyText(recordKey)) onMoved(key);
  });
  useEffect(() => edits.onKeyChange((wasKey, now) => moved(wasKey, now)), [edits]);
}
