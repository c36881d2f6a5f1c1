import { Ellipsis, ExternalLink, Trash2, Unlink } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { VisuallyHidden } from '@/components/visually-hidden';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { listOwnKeyColumns } from '@/data/relations/composite-references';
import { getReferencedKey } from '@/data/relations/references';
import {
  formatRelatedTitle,
  getRelatedTitleHeading,
  listRelatedColumns,
  type RelatedTable,
  unlinkChanges,
} from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { findRowNoun } from '@/data/titles/row-titles';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { useSchema } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { RowValue } from '@/table/cells/values/row-value';
import { recordMessages } from '../record-messages';
import styles from './related.module.css';
import { useRowTitle } from './use-row-title';

const messages = recordMessages.related;

export interface RelatedListProps {
  related: RelatedTable;
  rows: readonly Row[];
  /** Undefined if the role can't unlink rows. */
  onUnlink: ((row: Row) => void) | undefined;
}

/** Related rows as a small table: the heading of each row and its most important values. */
export function RelatedGrid({ related, rows, onUnlink, label }: RelatedListProps & { label: string }) {
  const schema = useSchema();
  const { table } = related;
  const { named, facts } = listRelatedColumns(schema, related);
  const namingColumn = named && (listOwnKeyColumns(table, named.key).at(-1) ?? named.key.columns[0]);
  const headingTitle = namingColumn && table.columns.find(({ name }) => name === namingColumn)?.title;
  // Narrow layouts hide the second and third of four columns.
  const isSpare = (index: number) => facts.length > 3 && (index === 1 || index === 2);
  return (
    <table className={styles.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" dir="auto">
            {headingTitle ?? getRelatedTitleHeading(related)}
          </th>
          {facts.map((column, i) => (
            <th key={column.name} scope="col" dir="auto" data-fact={isSpare(i) ? 'spare' : ''}>
              {column.title}
            </th>
          ))}
          <th scope="col" className={styles.tools}>
            <VisuallyHidden>{messages.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={formatKeyText(getRowKey(table, row) ?? []) || i}>
            <th scope="row">
              <RowName related={related} row={row} />
            </th>
            {facts.map((column, j) => (
              <td key={column.name} data-fact={isSpare(j) ? 'spare' : ''}>
                <RowValue table={table} row={row} column={column} grouped={hasGroupedDigits(table, column)} />
              </td>
            ))}
            <td className={styles.tools}>
              <RowMenu {...{ related, row, onUnlink }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of a related row with a link: its own title, the record to which a join table leads, or the record that it refers to. */
export function RowName({ related, row }: { related: RelatedTable; row: Row }) {
  const schema = useSchema();
  const { table, farRelation } = related;
  const { named } = listRelatedColumns(schema, related);
  const refKey = named && getReferencedKey(named, row);
  const record = getRowKey(table, row);
  if (farRelation && refKey) return <RelationChip target={farRelation.target} refKey={refKey} linked />;
  const content =
    named && refKey ? (
      <RelationChip target={named.target} refKey={refKey} />
    ) : (
      <span dir="auto">{formatRelatedTitle(related, row)}</span>
    );
  return record ? (
    <Link href={hrefs.record(table.schema, table.name, formatRecord(record))} className={styles.name}>
      {content}
    </Link>
  ) : (
    content
  );
}

export interface RowMenuProps {
  related: RelatedTable;
  row: Row;
  onUnlink: ((row: Row) => void) | undefined;
}

/** The menu of a related row: open, unlink or delete. */
export function RowMenu({ related, row, onUnlink }: RowMenuProps) {
  const [, navigate] = useLocation();
  const { table, farRelation } = related;
  const title = useRowTitle(related, row);
  const record = getRowKey(table, row);
  if (!record) return null;
  const noun = findRowNoun(table);
  const clearsReference = !farRelation && unlinkChanges(related) !== undefined;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={messages.actionsFor(title)} icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem
        icon={<ExternalLink aria-hidden />}
        onSelect={() => navigate(hrefs.record(table.schema, table.name, formatRecord(record)))}
      >
        {messages.openRecord(noun)}
      </MenuItem>
      {onUnlink && (
        <MenuItem
          danger={!clearsReference}
          icon={clearsReference || farRelation ? <Unlink aria-hidden /> : <Trash2 aria-hidden />}
          onSelect={() => onUnlink(row)}
        >
          {clearsReference || farRelation ? messages.unlink : messages.deleteRecord(noun)}
        </MenuItem>
      )}
    </Menu>
  );
}
