import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox/combobox';
import type { Table } from '@/lib/api.gen';
import type { ColumnMapping, FileSummary, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { explainUnfillableColumn, listFillableColumns } from './mapping.utils';
import styles from './mapping-list.module.css';
import { MatchColumnSelect } from './match-column-select';
import type { FindReferenceTarget } from './referenced-keys.utils';

const messages = csvMessages.mapping;

/** Select value of a column that is not imported. PostgreSQL allows no column with this name. */
const skipValue = '\u0000';
const maxSamples = 3;
/** Number of columns that are listed before the user asks for more: some files have thousands. */
const pageSize = 100;

export interface MappingListProps {
  table: Table;
  summary: FileSummary;
  mappings: readonly ColumnMapping[];
  access: TableAccess;
  findTarget: FindReferenceTarget;
  onChange: (mappings: readonly ColumnMapping[]) => void;
}

/** Lists the columns of the file, each with a select for the table's column into which it is imported. */
export function MappingList({ table, summary, mappings, access, findTarget, onChange }: MappingListProps) {
  const targetOptions = [
    { value: skipValue, label: messages.skip },
    ...listFillableColumns(table).map(({ name, title }) => ({ value: name, label: title })),
  ];
  const [listedCount, setListedCount] = useState(pageSize);
  const columnCount = summary.columnNames.length;
  const unlistedCount = columnCount - listedCount;
  const mappingsBySource = new Map(mappings.map((mapping) => [mapping.sourceIndex, mapping]));
  const mapColumn = (sourceIndex: number, column: string) => {
    const others = mappings.filter(
      (mapping) => mapping.sourceIndex !== sourceIndex && mapping.column !== column,
    );
    const mapping = column === skipValue ? [] : [{ sourceIndex, column }];
    onChange([...others, ...mapping].toSorted((a, b) => a.sourceIndex - b.sourceIndex));
  };
  const replaceMapping = (next: ColumnMapping) =>
    onChange(mappings.map((mapping) => (mapping.sourceIndex === next.sourceIndex ? next : mapping)));
  return (
    <section aria-label={messages.label}>
      <ul className={styles.list}>
        {summary.columnNames.slice(0, listedCount).map((name, sourceIndex) => (
          <MappingRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column of the file
            key={sourceIndex}
            {...{ table, name, sourceIndex, summary, access, findTarget, targetOptions }}
            mapping={mappingsBySource.get(sourceIndex)}
            onColumnChange={(column) => mapColumn(sourceIndex, column ?? skipValue)}
            onMappingChange={replaceMapping}
          />
        ))}
      </ul>
      {unlistedCount > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setListedCount(listedCount + pageSize)}>
          {messages.showMore(Math.min(unlistedCount, pageSize), columnCount)}
        </Button>
      )}
    </section>
  );
}

interface MappingRowProps extends Pick<MappingListProps, 'table' | 'summary' | 'access' | 'findTarget'> {
  /** Name of the file's column. */
  name: string;
  sourceIndex: number;
  mapping: ColumnMapping | undefined;
  targetOptions: readonly { value: string; label: string }[];
  onColumnChange: (column: string | null) => void;
  onMappingChange: (mapping: ColumnMapping) => void;
}

function MappingRow(props: MappingRowProps) {
  const { table, name, sourceIndex, mapping, summary, onMappingChange } = props;
  const reason = mapping ? undefined : explainUnfillableColumn(table, name);
  const samples = summary.previewRows.map((row) => row[sourceIndex] ?? '').filter((text) => text !== '');
  return (
    <li className={styles.row} data-skipped={mapping === undefined || undefined}>
      <span className={styles.source}>
        <b dir="auto">{name}</b>
        <span className={styles.sample} dir="auto">
          {samples.slice(0, maxSamples).join(', ')}
        </span>
        {reason && <span className={styles.reason}>{reason}</span>}
      </span>
      <ArrowRight size={14} aria-hidden className={styles.arrow} />
      <span className={styles.target}>
        <Combobox
          aria-label={messages.target(name)}
          searchLabel={messages.search}
          value={mapping?.column ?? skipValue}
          options={props.targetOptions}
          onValueChange={props.onColumnChange}
        />
        {mapping && (
          <MatchColumnSelect
            mapping={mapping}
            access={props.access}
            findTarget={props.findTarget}
            onChange={onMappingChange}
          />
        )}
      </span>
    </li>
  );
}
