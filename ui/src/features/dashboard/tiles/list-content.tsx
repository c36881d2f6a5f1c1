import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { VisuallyHidden } from '@/components/visually-hidden';
import { maxTileRows, tileRowsQuery } from '@/data/dashboards/tile-rows-query';
import { listDefaultFields } from '@/data/layouts/views.utils';
import { formatRecord, type TablePageState } from '@/data/query/page-state/table-page-state';
import { getReferencedKey, type Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import { getRowHeading, isTitleColumn } from '@/data/titles/row-titles';
import { isOverdue } from '@/data/values/formats/due-dates';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column, Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { OverdueMark } from '@/table/cells/overdue-mark';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useTitleFormat } from '@/table/cells/references/use-referenced-title';
import { RowValue } from '@/table/cells/values/row-value';
import { useRelations } from '@/table/use-relations';
import { useRowsView } from '@/table/view/use-rows-view';
import { dashboardMessages } from '../dashboard-messages';
import styles from './tile.module.css';

const messages = dashboardMessages.tile;
const noColumns: readonly Column[] = [];

export interface ListContentProps {
  table: Table;
  state: TablePageState;
  title: string;
  /** The query string of the table's page. */
  query: string;
  /** Whether there is space for two fields beside the title. */
  isWide: boolean;
}

/** The first records of a view, each a link to the record, and a link to all of them. */
export function ListContent({ table, state, title, query, isWide }: ListContentProps) {
  const relations = useRelations(table);
  const { filters, order } = useRowsView(table, state, noColumns, relations);
  const { data, error, isPending, refetch } = useQuery(tileRowsQuery(table, filters, order));
  if (isPending) {
    return (
      <div className={styles.placeholder} role="status" aria-busy="true" aria-label={messages.loading}>
        {[70, 55, 80, 60].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={12} />
        ))}
      </div>
    );
  }
  if (!data) {
    return <ErrorNotice error={error} title={messages.loadFailed(title)} onRetry={() => void refetch()} />;
  }
  if (data.rows.length === 0) return <p className={styles.notice}>{messages.noRecords}</p>;
  const hasMore = data.total === undefined ? data.rows.length === maxTileRows : data.total > data.rows.length;
  const fields = chooseFields(table, state, relations).slice(0, isWide ? 3 : 1);
  return (
    <>
      <div className={styles.list} data-fields={fields.length}>
        {fields.length > 0 && (
          <div className={styles.head} aria-hidden>
            {fields.map((column) => (
              <span key={column.name} className={styles.field}>
                {column.title}
              </span>
            ))}
          </div>
        )}
        <ul className={styles.rows}>
          {data.rows.map((row, i) => (
            <RecordLine
              key={formatKeyText(getRowKey(table, row) ?? []) || i}
              {...{ table, row, fields, relations }}
            />
          ))}
        </ul>
      </div>
      {hasMore && (
        <Link
          href={formatViewHref({ schema: table.schema, table: table.name, query })}
          className={styles.more}
        >
          {messages.showAll(data.total)}
        </Link>
      )}
    </>
  );
}

/** Returns the fields beside a record's title: the columns of the view, or the usual fields of a card. */
function chooseFields(
  table: Table,
  { select }: TablePageState,
  relations: ReadonlyMap<string, Relation>,
): Column[] {
  const names = select ?? [
    ...listReadableColumns(table).flatMap(({ name, kind, array }) => (kind === 'enum' && !array ? name : [])),
    ...listDefaultFields(table, relations, []),
  ];
  return [...new Set(names)].flatMap((name) => {
    const column = listReadableColumns(table).find((each) => each.name === name);
    const isShown = column && !isTitleColumn(table, column) && !('file' in column.tags);
    return isShown ? column : [];
  });
}

interface RecordLineProps {
  table: Table;
  row: Row;
  fields: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
}

function RecordLine({ table, row, fields, relations }: RecordLineProps) {
  const format = useTitleFormat(table, row);
  const key = getRowKey(table, row);
  const title = getRowHeading(table, row, format);
  const content = (
    <>
      <span className={styles.rowTitle}>
        <bdi>{title}</bdi>
      </span>
      {fields.map((column) => (
        <span key={column.name} className={styles.field} title={column.title}>
          <VisuallyHidden>{column.title}</VisuallyHidden>
          <RecordField {...{ table, row, column }} relation={relations.get(column.name)} />
        </span>
      ))}
    </>
  );
  return (
    <li>
      {key ? (
        <Link
          href={hrefs.record(table.schema, table.name, formatRecord(key))}
          className={styles.row}
          draggable={false}
        >
          {content}
        </Link>
      ) : (
        <span className={styles.row}>{content}</span>
      )}
    </li>
  );
}

interface RecordFieldProps {
  table: Table;
  row: Row;
  column: Column;
  relation: Relation | undefined;
}

function RecordField({ table, row, column, relation }: RecordFieldProps) {
  const key = relation && getReferencedKey(relation, row);
  if (relation && key) return <RelationChip target={relation.target} refKey={key} />;
  return (
    <OverdueMark isLate={isOverdue(table, column, row)}>
      <RowValue table={table} row={row} column={column} grouped={hasGroupedDigits(table, column)} />
    </OverdueMark>
  );
}
