import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Relation } from '@/data/relations/references';
import { findFieldLockReason, findWideFields, listCompositeReferences } from '@/data/rows/record-form.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { getOwnValue } from '@/lib/own-value';
import { useTable } from '@/table/table-context';
import type { RecordForm } from '../form/use-record-form';
import { CompositeReference } from '../inputs/composite-reference';
import { recordMessages } from '../record-messages';
import { groupFields } from './group-fields';
import { RecordField } from './record-field';
import styles from './record-fields.module.css';

const messages = recordMessages.fields;

export interface RecordFieldsProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  form: RecordForm;
  /** The messages of invalid fields, by column. */
  problems: Readonly<Record<string, ReactNode>>;
  isNew: boolean;
}

/** The fields of a record in groups. The group of columns that the database sets is last and collapsed. */
export function RecordFields({ columns, relations, form, problems, isNew }: RecordFieldsProps) {
  const { table } = useTable();
  const id = useId();
  const [isExpanded, setExpanded] = useState(false);
  const schema = useSchema();
  const groups = groupFields(table, columns);
  const composite = listCompositeReferences(schema, table, columns);
  return groups.map(({ name, columns: fields }) => {
    const canCollapse = name === 'details';
    // Invalid and changed fields are always visible.
    const open =
      !canCollapse ||
      isExpanded ||
      fields.some(
        (column) => Object.hasOwn(problems, column.name) || Object.hasOwn(form.entered, column.name),
      );
    const wide = findWideFields(fields, new Set(relations.keys()));
    return (
      <div key={name} className={styles.group}>
        {canCollapse && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setExpanded(!open)}
          >
            <ChevronRight size={14} aria-hidden /> {messages.details}
          </button>
        )}
        <div className={styles.fields} id={canCollapse ? id : undefined} hidden={!open}>
          {fields.map((column) => {
            const references = composite.filter(({ last }) => last === column);
            return (
              <Fragment key={column.name}>
                <RecordField
                  column={column}
                  relation={relations.get(column.name)}
                  form={form}
                  problem={getOwnValue(problems, column.name)}
                  isNew={isNew}
                  wide={wide.has(column.name) || references.length > 0}
                />
                {references.map(({ relation, columns: parts }) => (
                  <CompositeReference
                    key={relation.key.name}
                    {...{ relation, form }}
                    columns={parts}
                    isEditable={parts.every((part) => findFieldLockReason(table, part, isNew) === undefined)}
                  />
                ))}
              </Fragment>
            );
          })}
        </div>
      </div>
    );
  });
}
