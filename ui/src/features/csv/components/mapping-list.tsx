import { ArrowRight } from 'lucide-react';
import { Select } from '@/components/select';
import type { Table } from '@/lib/api.gen';
import { fillable } from '../file/mapping.utils';
import type { FileSummary, Mapping, TableAccess } from '../types';
import styles from './mapping-list.module.css';
import type { TargetOf } from './references.utils';

const skip = '';
const samples = 3;

export interface MappingListProps {
  table: Table;
  summary: FileSummary;
  mappings: readonly Mapping[];
  access: TableAccess;
  target: TargetOf;
  onChange: (mappings: readonly Mapping[]) => void;
}

/** Which column of the file goes to which column of the table. */
export function MappingList({ table, summary, mappings, access, target, onChange }: MappingListProps) {
  const columns = fillable(table);
  const map = (at: number, column: string) => {
    const others = mappings.filter((mapping) => mapping.at !== at && mapping.column !== column);
    onChange(column === skip ? others : [...others, { at, column }].toSorted((a, b) => a.at - b.at));
  };
  return (
    <section aria-label="Columns">
      <ul className={styles.list}>
        {summary.names.map((name, at) => {
          const mapping = mappings.find((candidate) => candidate.at === at);
          const sample = summary.preview.map((row) => row[at] ?? '').filter((text) => text !== '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file is known by its place
            <li key={at} className={styles.row} data-skipped={mapping === undefined || undefined}>
              <span className={styles.from}>
                <b dir="auto">{name}</b>
                <span className={styles.sample} dir="auto">
                  {sample.slice(0, samples).join(', ')}
                </span>
              </span>
              <ArrowRight size={14} aria-hidden className={styles.arrow} />
              <span className={styles.to}>
                <Select
                  aria-label={`Where “${name}” goes`}
                  value={mapping?.column ?? skip}
                  options={[
                    { value: skip, label: 'Skip this column' },
                    ...columns.map((column) => ({ value: column.name, label: column.title })),
                  ]}
                  onValueChange={(column) => map(at, column)}
                />
                {mapping && (
                  <By
                    {...{ mapping, access, target }}
                    onChange={(by) =>
                      onChange(
                        mappings.map((other) =>
                          other.at === at
                            ? { at, column: other.column, ...(by === undefined ? {} : { by }) }
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
    </section>
  );
}

interface ByProps {
  mapping: Mapping;
  access: TableAccess;
  target: TargetOf;
  onChange: (by: string | undefined) => void;
}

/** For a reference: which of the other table's columns the file holds. */
function By({ mapping, access, target, onChange }: ByProps) {
  const other = target(mapping.column);
  const key = other?.key.refColumns[0];
  if (!other || key === undefined) return null;
  const naming = access.namingColumns(other.table).filter(({ name }) => name !== key);
  if (naming.length === 0) return null;
  const keyTitle = other.table.columns.find(({ name }) => name === key)?.title ?? key;
  return (
    <Select
      aria-label={`How the file names a row of ${other.table.title}`}
      value={mapping.by ?? key}
      options={[
        { value: key, label: `by ${keyTitle}` },
        ...naming.map(({ name, title }) => ({ value: name, label: `by ${title}` })),
      ]}
      onValueChange={(by) => onChange(by === key ? undefined : by)}
    />
  );
}
