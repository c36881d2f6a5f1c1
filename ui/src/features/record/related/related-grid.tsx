import { Ellipsis, ExternalLink, Trash2, Unlink } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { VisuallyHidden } from '@/components/visually-hidden';
import { formatRecord } from '@/data/query/table-page-state';
import { referencedKey } from '@/data/relations/references';
import {
  type RelatedTable,
  relatedColumns,
  relatedTitle,
  relatedTitleHeading,
  unlinkChanges,
} from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { hasGroupedDigits, rowNoun } from '@/data/values/value.utils';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { CellValue } from '@/table/cells/cell-value';
import { RelationChip } from '@/table/cells/references/relation-chip';
import styles from './related.module.css';
import { useRowTitle } from './use-row-title';

export interface RelatedListProps {
  related: RelatedTable;
  rows: readonly Row[];
  /** Undefined where this role may not. */
  onUnlink: ((row: Row) => void) | undefined;
}

/** Related rows as a small grid: what each is called, and the facts that fit beside it. */
export function RelatedGrid({ related, rows, onUnlink, label }: RelatedListProps & { label: string }) {
  const schema = useSchema();
  const { table } = related;
  const { named, facts } = relatedColumns(schema, related);
  const naming = named?.key.columns[0];
  const first = naming && table.columns.find(({ name }) => name === naming)?.title;
  // Where room is short, the middle of four goes.
  const isSpare = (place: number) => facts.length > 3 && (place === 1 || place === 2);
  return (
    <table className={styles.grid} aria-label={label}>
      <thead>
        <tr>
          <th scope="col" dir="auto">
            {first ?? relatedTitleHeading(related)}
          </th>
          {facts.map((column, i) => (
            <th key={column.name} scope="col" dir="auto" data-fact={isSpare(i) ? 'spare' : ''}>
              {column.title}
            </th>
          ))}
          <th scope="col" className={styles.tools}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={keyText(keyOf(table, row) ?? []) || i}>
            <th scope="row">
              <RowName related={related} row={row} />
            </th>
            {facts.map((column, j) => (
              <td key={column.name} data-fact={isSpare(j) ? 'spare' : ''}>
                <CellValue
                  column={column}
                  value={row[column.name] ?? null}
                  grouped={hasGroupedDigits(table, column)}
                />
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

/** What a related row is called: by its own title, by what a join table leads to, or by what it refers to. */
export function RowName({ related, row }: { related: RelatedTable; row: Row }) {
  const schema = useSchema();
  const { table, farRelation } = related;
  const { named } = relatedColumns(schema, related);
  const refKey = named && referencedKey(named, row);
  const record = keyOf(table, row);
  if (farRelation && refKey) return <RelationChip target={farRelation.target} refKey={refKey} linked />;
  const content =
    named && refKey ? (
      <RelationChip target={named.target} refKey={refKey} />
    ) : (
      <span dir="auto">{relatedTitle(related, row)}</span>
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

/** What can be done with a related row. */
export function RowMenu({ related, row, onUnlink }: RowMenuProps) {
  const [, navigate] = useLocation();
  const { table, farRelation } = related;
  const title = useRowTitle(related, row);
  const record = keyOf(table, row);
  if (!record) return null;
  const noun = rowNoun(table) ?? 'record';
  const empties = !farRelation && unlinkChanges(related) !== undefined;
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`Actions for ${title}`} icon={<Ellipsis aria-hidden />} />}
    >
      <MenuItem
        icon={<ExternalLink aria-hidden />}
        onSelect={() => navigate(hrefs.record(table.schema, table.name, formatRecord(record)))}
      >
        Open the {noun}
      </MenuItem>
      {onUnlink && (
        <MenuItem
          danger={!empties}
          icon={empties || farRelation ? <Unlink aria-hidden /> : <Trash2 aria-hidden />}
          onSelect={() => onUnlink(row)}
        >
          {empties || farRelation ? 'Unlink' : `Delete the ${noun}`}
        </MenuItem>
      )}
    </Menu>
  );
}
