import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import { formatCount, formatPlural } from '@/lib/format';
import type { ColumnMapping, FileSummary, TableAccess } from '../csv.types';
import { explainUnfillableColumn, listFillableColumns } from '../file/mapping.utils';
import styles from './mapping-list.module.css';
import type { FindReferenceTarget } from './reference-lookup.utils';

/** No column is called that. */
const skipValue = '\u0000';
const maxSamples = 3;
/** Columns that are listed before more are asked for: some files have thousands. */
const pageSize = 100;

export interface MappingListProps {
  table: Table;
  summary: FileSummary;
  mappings: readonly ColumnMapping[];
  access: TableAccess;
  findTarget: FindReferenceTarget;
  onChange: (mappings: readonly ColumnMapping[]) => void;
}

/** Which column of the file goes to which column of the table. */
export function MappingList({ table, summary, mappings, access, findTarget, onChange }: MappingListProps) {
  const targets = [
    { value: skipValue, label: 'Skip this column' },
    ...listFillableColumns(table).map(({ name, title }) => ({ value: name, label: title })),
  ];
  const [shown, setShown] = useState(pageSize);
  const rest = summary.columnNames.length - shown;
  const mapped = new Map(mappings.map((mapping) => [mapping.sourceIndex, mapping]));
  const map = (sourceIndex: number, column: string) => {
    const others = mappings.filter(
      (mapping) => mapping.sourceIndex !== sourceIndex && mapping.column !== column,
    );
    onChange(
      column === skipValue
        ? others
        : [...others, { sourceIndex: sourceIndex, column }].toSorted((a, b) => a.sourceIndex - b.sourceIndex),
    );
  };
  return (
    <section aria-label="Columns">
      <ul className={styles.list}>
        {summary.columnNames.slice(0, shown).map((name, sourceIndex) => {
          const mapping = mapped.get(sourceIndex);
          const why = mapping ? undefined : explainUnfillableColumn(table, name);
          const sample = summary.previewRows
            .map((row) => row[sourceIndex] ?? '')
            .filter((text) => text !== '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file is known by its place
            <li key={sourceIndex} className={styles.row} data-skipped={mapping === undefined || undefined}>
              <span className={styles.source}>
                <b dir="auto">{name}</b>
                <span className={styles.sample} dir="auto">
                  {sample.slice(0, maxSamples).join(', ')}
                </span>
                {why && <span className={styles.reason}>{why}</span>}
              </span>
              <ArrowRight size={14} aria-hidden className={styles.arrow} />
              <span className={styles.target}>
                <Combobox
                  aria-label={`Where “${name}” goes`}
                  searchLabel="Search columns…"
                  value={mapping?.column ?? skipValue}
                  options={targets}
                  onValueChange={(column) => map(sourceIndex, column ?? skipValue)}
                />
                {mapping && (
                  <LookupColumnSelect
                    {...{ mapping, access, findTarget }}
                    onChange={(lookupColumn) =>
                      onChange(
                        mappings.map((other) =>
                          other.sourceIndex === sourceIndex
                            ? {
                                sourceIndex,
                                column: other.column,
                                ...(lookupColumn === undefined ? {} : { lookupColumn }),
                              }
                            : other,
                        ),
                      )
                    }
                  />
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + pageSize)}>
          Show {formatCount(Math.min(rest, pageSize))} more of{' '}
          {formatPlural(summary.columnNames.length, 'column')}
        </Button>
      )}
    </section>
  );
}

interface LookupColumnSelectProps {
  mapping: ColumnMapping;
  access: TableAccess;
  findTarget: FindReferenceTarget;
  onChange: (by: string | undefined) => void;
}

/** For a reference: which of the other table's columns the file holds. */
function LookupColumnSelect({ mapping, access, findTarget, onChange }: LookupColumnSelectProps) {
  const other = findTarget(mapping.column);
  const key = other?.key.refColumns[0];
  if (!other || key === undefined) return null;
  const naming = access.listNamingColumns(other.table).filter(({ name }) => name !== key);
  if (naming.length === 0) return null;
  const keyTitle = other.table.columns.find(({ name }) => name === key)?.title ?? key;
  return (
    <Select
      aria-label={`How the file names a row of ${other.table.title}`}
      value={mapping.lookupColumn ?? key}
      options={[
        { value: key, label: `by ${keyTitle}` },
        ...naming.map(({ name, title }) => ({ value: name, label: `by ${title}` })),
      ]}
      onValueChange={(by) => onChange(by === key ? undefined : by)}
    />
  );
}
