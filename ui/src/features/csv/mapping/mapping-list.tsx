import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { Combobox } from '@/components/fields/combobox';
import { Select } from '@/components/fields/select';
import type { Table } from '@/lib/api.gen';
import { formatCount, plural } from '@/lib/format';
import { fillable, whyNotFilled } from '../file/mapping.utils';
import type { FileSummary, Mapping, TableAccess } from '../types';
import styles from './mapping-list.module.css';
import type { TargetOf } from './references.utils';

/** No column is called that. */
const skip = '\u0000';
const samples = 3;
/** Columns that are listed before more are asked for: some files have thousands. */
const atOnce = 100;

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
  const targets = [
    { value: skip, label: 'Skip this column' },
    ...fillable(table).map(({ name, title }) => ({ value: name, label: title })),
  ];
  const [shown, setShown] = useState(atOnce);
  const rest = summary.names.length - shown;
  const mapped = new Map(mappings.map((mapping) => [mapping.at, mapping]));
  const map = (at: number, column: string) => {
    const others = mappings.filter((mapping) => mapping.at !== at && mapping.column !== column);
    onChange(column === skip ? others : [...others, { at, column }].toSorted((a, b) => a.at - b.at));
  };
  return (
    <section aria-label="Columns">
      <ul className={styles.list}>
        {summary.names.slice(0, shown).map((name, at) => {
          const mapping = mapped.get(at);
          const why = mapping ? undefined : whyNotFilled(table, name);
          const sample = summary.preview.map((row) => row[at] ?? '').filter((text) => text !== '');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file is known by its place
            <li key={at} className={styles.row} data-skipped={mapping === undefined || undefined}>
              <span className={styles.from}>
                <b dir="auto">{name}</b>
                <span className={styles.sample} dir="auto">
                  {sample.slice(0, samples).join(', ')}
                </span>
                {why && <span className={styles.why}>{why}</span>}
              </span>
              <ArrowRight size={14} aria-hidden className={styles.arrow} />
              <span className={styles.to}>
                <Combobox
                  aria-label={`Where “${name}” goes`}
                  searchLabel="Search columns…"
                  value={mapping?.column ?? skip}
                  options={targets}
                  onValueChange={(column) => map(at, column ?? skip)}
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
      {rest > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setShown(shown + atOnce)}>
          Show {formatCount(Math.min(rest, atOnce))} more of {plural(summary.names.length, 'column')}
        </Button>
      )}
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
