import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as m from 'framer-motion/m';
import { SearchX, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { ErrorNotice } from '@/components/error-notice';
import { IconButton } from '@/components/icon-button';
import { Skeleton } from '@/components/skeleton';
import { duration, easing } from '@/lib/motion';
import type { KeyValue, PageState } from '../../api/address/page-state.utils';
import { keyProblem } from '../../api/address/record-key.utils';
import { keyOf, keyText } from '../../api/changes/guards.utils';
import type { Pages } from '../../api/paging/pages';
import { recordQuery } from '../../api/record';
import type { Relation } from '../../api/relations/references';
import type { Row } from '../../api/row';
import { useTable } from '../table-context';
import type { ChangePageState } from '../use-page-state';
import { NoNewRecord } from './no-new-record';
import { RecordEditor } from './record-editor';
import { copyOf, type EnteredFields } from './record-form.utils';
import styles from './record-place.module.css';
import { ReturnToRows, recordPlaceId } from './return-to-rows';

/** Rows in the order in which they are shown. */
export type RowSequence = Pick<Pages, 'findIndex' | 'rowAt'>;

export interface RecordPlaceProps {
  state: PageState;
  change: ChangePageState;
  /** The rows around it, to step through. */
  sequence: RowSequence;
  relations: ReadonlyMap<string, Relation>;
  /** It has the page for itself, instead of a panel beside the rows. */
  full: boolean;
  onDelete: ((row: Row) => void) | undefined;
  /** What a new record starts from, unless it is a copy. */
  start?: EnteredFields | undefined;
}

/** A file that is dragged over a record is not one to import into its table. */
function stopFiles(event: DragEvent) {
  if (!event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.stopPropagation();
}

const noImport = {
  onDragEnter: stopFiles,
  onDragOver: stopFiles,
  onDragLeave: stopFiles,
  onDrop: stopFiles,
};

/** Where the open record stands: a panel over its table, or a page. Nothing while none is open. */
export function RecordPlace(props: RecordPlaceProps) {
  const { state, full } = props;
  if (!state.record) return null;
  return (
    <m.aside
      className={styles.place}
      data-full={full || undefined}
      id={recordPlaceId}
      tabIndex={-1}
      aria-label="Record"
      {...noImport}
      initial={{ opacity: 0, x: full ? 0 : 20 }}
      animate={{ opacity: 1, x: 0, transition: { duration: duration.base, ease: easing.out } }}
    >
      <ReturnToRows card={Array.isArray(state.record) ? keyText(state.record) : undefined} />
      {state.record !== 'new' ? (
        <NamedRecord {...props} recordKey={state.record} />
      ) : state.copy ? (
        <CopiedRecord {...props} original={state.copy} />
      ) : (
        <NewRecord {...props} />
      )}
    </m.aside>
  );
}

function useClose({ change }: RecordPlaceProps) {
  return () => change({ record: undefined, full: false });
}

interface NewRecordProps extends RecordPlaceProps {
  original?: Row | undefined;
}

function NewRecord(props: NewRecordProps) {
  const { change, relations, full, start, original } = props;
  const { table } = useTable();
  const close = useClose(props);
  if (!table.privileges.insert) {
    return (
      <Framed onClose={close}>
        <NoNewRecord onClose={close} />
      </Framed>
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
      onMoved={(key) => change({ record: key }, { replace: true })}
    />
  );
}

/** A new record that starts from another one's values. */
function CopiedRecord(props: RecordPlaceProps & { original: readonly KeyValue[] }) {
  const { table } = useTable();
  const close = useClose(props);
  // As it was when the copy began: what others change meanwhile is no part of it.
  const { data, isPending } = useQuery({ ...recordQuery(table, props.original), staleTime: Infinity });
  const start = useMemo(() => (data ? copyOf(table, data) : undefined), [table, data]);
  if (isPending) return <RecordSkeleton onClose={close} />;
  return <NewRecord {...props} start={start} original={data ?? undefined} />;
}

interface OpenRecordProps extends RecordPlaceProps {
  recordKey: readonly KeyValue[];
}

/** The record that the address names, if it can name one. */
function NamedRecord(props: OpenRecordProps) {
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
  const { recordKey, change, sequence, relations, full, state, onDelete } = props;
  const { table } = useTable();
  const close = useClose(props);
  useFollowKey(recordKey, (key) => change({ record: key }, { replace: true }));
  // The record before stays until the next is there: stepping through rows doesn't flicker.
  const { data, isPending, error, refetch } = useQuery({
    ...recordQuery(table, recordKey),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <RecordSkeleton onClose={close} />;
  if (error) {
    return (
      <Framed onClose={close}>
        <ErrorNotice error={error} title="The record could not be read." onRetry={() => void refetch()} />
      </Framed>
    );
  }
  if (!data) {
    return (
      <NoRecord title="This record isn’t there" onClose={close}>
        It was deleted, its key changed, or your role may not see it.
      </NoRecord>
    );
  }
  const key = keyText(recordKey);
  const index = sequence.findIndex((row) => keyText(keyOf(table, row) ?? []) === key);
  const step = (by: number) => {
    const next = index >= 0 ? sequence.rowAt(index + by) : undefined;
    const nextKey = next && keyOf(table, next);
    return nextKey ? () => change({ record: nextKey }, { replace: true }) : undefined;
  };
  return (
    <RecordEditor
      key={keyText(keyOf(table, data) ?? [])}
      row={data}
      relations={relations}
      full={full}
      onClose={close}
      onMoved={(moved) => change({ record: moved }, { replace: true })}
      onPrevious={step(-1)}
      onNext={step(1)}
      onToggleFull={() => change({ full: !state.full })}
      onDelete={onDelete && (() => onDelete(data))}
      onDuplicate={table.privileges.insert ? () => change({ record: 'new', copy: recordKey }) : undefined}
    />
  );
}

/** The address follows a record whose key is changed: in the grid, by undo, or when an edit that waited is sent. */
function useFollowKey(recordKey: readonly KeyValue[], onMoved: (key: readonly KeyValue[]) => void) {
  const { table, edits } = useTable();
  const moved = useEffectEvent((wasKey: string, now: Row) => {
    const key = keyOf(table, now);
    if (key && wasKey === keyText(recordKey)) onMoved(key);
  });
  useEffect(() => edits.onMoved((wasKey, now) => moved(wasKey, now)), [edits]);
}

function NoRecord({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Framed onClose={onClose}>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={title}
        action={<Button onClick={onClose}>Close</Button>}
      >
        {children}
      </EmptyState>
    </Framed>
  );
}

function Framed({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <>
      <div className={styles.bar}>
        <IconButton label="Close" keys="escape" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </>
  );
}

function RecordSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <Framed onClose={onClose}>
      <div className={styles.skeleton} aria-busy>
        <Skeleton width="55%" height={22} />
        {[1, 2, 3, 4, 5].map((line) => (
          <span key={line} className={styles.skeletonField}>
            <Skeleton width="28%" height={10} />
            <Skeleton height="var(--control)" />
          </span>
        ))}
      </div>
    </Framed>
  );
}
