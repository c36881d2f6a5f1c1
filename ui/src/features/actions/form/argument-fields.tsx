import { useEffect, useRef } from 'react';
import { Field } from '@/components/fields/field';
import { findArgumentRelation, toArgumentColumn } from '@/data/actions/arguments/argument-column';
import { describeDefault } from '@/data/values/defaults/describe-default';
import type { ActionArgument } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { getOwnValue } from '@/lib/own-value';
import { FieldInput } from '@/table/inputs/field-input';
import { actionsMessages } from '../actions-messages';
import styles from './argument-fields.module.css';
import { FileArgument } from './file-argument';
import type { ArgumentEntries } from './use-argument-entries';

const messages = actionsMessages.form;

/** The fields of an action's arguments. Moves the focus to the first invalid one. */
export function ArgumentFields({ entries }: { entries: ArgumentEntries }) {
  const element = useRef<HTMLDivElement>(null);
  const problemNames = Object.keys(entries.problems).join('\n');
  useEffect(() => {
    if (problemNames === '') return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problemNames]);
  return (
    <div ref={element} className={styles.fields}>
      {entries.args.map((argument) => (
        <ArgumentField key={argument.name} argument={argument} entries={entries} />
      ))}
    </div>
  );
}

function ArgumentField({ argument, entries }: { argument: ActionArgument; entries: ArgumentEntries }) {
  const schema = useSchema();
  const column = toArgumentColumn(argument);
  const entry = getOwnValue(entries.entered, argument.name);
  const set = (next: typeof entry) => entries.set(argument, next);
  const problem = getOwnValue(entries.problems, argument.name);
  // A switch has no empty state, so a required boolean can be cleared, too.
  const canClear = !argument.required || argument.kind === 'boolean';
  return (
    <Field
      label={<span dir="auto">{argument.title}</span>}
      help={argument.help || describeType(argument) || undefined}
      error={problem}
      required={argument.required}
      data-column={argument.name}
      aside={
        canClear &&
        entry !== undefined && (
          <button type="button" className={styles.reset} onClick={() => set(undefined)}>
            {argument.default === null ? messages.clear : messages.useDefault}
          </button>
        )
      }
    >
      {argument.file ? (
        <FileArgument file={argument.file} path={typeof entry === 'string' ? entry : ''} onChange={set} />
      ) : (
        <FieldInput
          column={column}
          relation={findArgumentRelation(schema, argument)}
          entry={entry}
          placeholder={getPlaceholder(argument)}
          onChange={set}
        />
      )}
    </Field>
  );
}

/** Describes what the input expects, for types that only JSON can represent. */
function describeType({ table, fields }: ActionArgument): string {
  if (table) return messages.rowHint(table.table);
  return fields.length > 0 ? messages.fieldsHint(fields.map(({ name }) => name)) : '';
}

function getPlaceholder(argument: ActionArgument): string {
  if (argument.default === null || /^null\b/i.test(argument.default)) {
    return argument.required ? '' : messages.noValue;
  }
  const value = describeDefault(toArgumentColumn(argument));
  return value === '' ? '' : messages.defaultValue(value);
}
