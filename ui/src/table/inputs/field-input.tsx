import { useState } from 'react';
import { Checkbox } from '@/components/controls/checkbox';
import { Switch } from '@/components/controls/switch';
import { Combobox } from '@/components/fields/combobox/combobox';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { Textarea } from '@/components/fields/textarea';
import { LazyTextEditor } from '@/components/text-editor/lazy-text-editor';
import type { TextLanguage } from '@/components/text-editor/text-editor';
import type { Relation } from '@/data/relations/references';
import type { EnteredValue } from '@/data/values/checks/check-value';
import { findDefaultDay } from '@/data/values/defaults/describe-default';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import { textEditorLength } from '@/data/values/large-values';
import { isLongText, isMultiline, isTooLongForLine, restoreLineEnds } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { useReferenceSearch } from '@/table/cells/references/use-reference-search';
import { EnumChip } from '@/table/cells/values/enum-chip';
import { tableMessages } from '@/table/table-messages';
import { DateInput } from './date-input';
import styles from './field-input.module.css';
import { RangeInput } from './range-input';
import { TagsInput } from './tags-input';

export interface FieldInputProps {
  column: Column;
  relation: Relation | undefined;
  entry: EnteredValue;
  /** The text of an empty field: NULL or the default value. */
  placeholder: string;
  onChange: (entry: EnteredValue) => void;
}

/** The control for a column's type, inside a Field. */
export function FieldInput(props: FieldInputProps) {
  const { column, relation, entry } = props;
  // Decided once, so that the control does not change while the user types.
  const [isLong] = useState(() => isLongText(column) || isTooLongForLine(column, entry));
  if (column.array) return <ArrayInput {...props} />;
  if (relation?.key.columns.length === 1) return <ReferenceInput {...props} relation={relation} />;
  const text = entry === null || entry === undefined ? '' : String(entry);
  switch (column.kind) {
    case 'boolean':
      return <BooleanInput {...props} />;
    case 'enum':
      return <EnumInput {...props} />;
    case 'json':
    case 'composite':
      return <LongInput {...props} text={text} language="json" />;
    case 'date':
    case 'timestamp':
    case 'timestamptz':
      return (
        <DateInput
          value={text}
          onChange={props.onChange}
          withTime={column.kind !== 'date'}
          initialDay={text === '' ? findDefaultDay(column) : undefined}
          placeholder={props.placeholder}
        />
      );
    case 'range':
      return <RangeInput {...props} />;
    default:
      return isLong || isMultiline(column, entry) ? (
        <LongInput {...props} text={text} />
      ) : (
        <ShortInput {...props} text={text} />
      );
  }
}

interface TextInputProps extends FieldInputProps {
  text: string;
  /** The language of the text; default: plain text. */
  language?: TextLanguage;
}

function ShortInput({ column, text, placeholder, onChange }: TextInputProps) {
  const numeric = ['integer', 'numeric', 'float'].includes(column.kind);
  return (
    <Input
      dir="auto"
      className={styles.figures}
      inputMode={numeric ? (column.kind === 'integer' ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      value={text}
      placeholder={placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/**
 * An input of several lines. A text editor replaces the text area of a long text, also when a long text is pasted: the
 * browser would measure the whole text at each key press.
 */
function LongInput({ column, text, language = 'plain', placeholder, onChange }: TextInputProps) {
  const [isLong, setLong] = useState(text.length > textEditorLength);
  const [wasPasted, setPasted] = useState(false);
  if (isLong || text.length > textEditorLength) {
    if (!isLong) setLong(true);
    return (
      <LazyTextEditor
        value={text}
        language={isMarkdown(column) ? 'markdown' : language}
        placeholder={placeholder}
        autoFocus={wasPasted}
        onChange={(next) => onChange(restoreLineEnds(text, next))}
      />
    );
  }
  const mono = language === 'json';
  return (
    <Textarea
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (pasted.length + text.length <= textEditorLength) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        setPasted(true);
        onChange(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd));
      }}
      dir="auto"
      mono={mono}
      spellCheck={!mono}
      value={text}
      placeholder={placeholder}
      onChange={(event) => onChange(restoreLineEnds(text, event.target.value))}
    />
  );
}

/** Whether a column's name shows that its texts are Markdown. */
function isMarkdown(column: Column): boolean {
  return column.kind === 'text' && /(^|[^a-z])(markdown|md|readme)([^a-z]|$)/i.test(column.name);
}

function BooleanInput({ column, entry, placeholder, onChange }: FieldInputProps) {
  const known = entry === true || entry === false;
  if (!column.nullable && known) {
    return <Switch checked={entry} onCheckedChange={onChange} />;
  }
  return (
    <Select
      value={known ? String(entry) : null}
      placeholder={placeholder}
      onValueChange={(value) => onChange(value === 'true')}
      options={['true', 'false'].map((value) => ({ value, label: value }))}
    />
  );
}

function EnumInput({ column, entry, placeholder, onChange }: FieldInputProps) {
  const options = column.enum.map((value) => ({
    value,
    label: <EnumChip column={column} value={value} />,
    text: getEnumLabel(column, value),
  }));
  return (
    <Select
      value={typeof entry === 'string' ? entry : null}
      placeholder={placeholder}
      onValueChange={onChange}
      options={options}
    />
  );
}

function ReferenceInput({
  column,
  relation,
  entry,
  placeholder,
  onChange,
}: FieldInputProps & { relation: Relation }) {
  const search = useReferenceSearch(relation, { limitedBy: column });
  const value = typeof entry === 'string' && entry !== '' ? entry : null;
  const refKey = [{ column: relation.key.refColumns[0] ?? '', value: value ?? '' }];
  return (
    <Combobox
      value={value}
      valueLabel={<RelationChip target={relation.target} refKey={refKey} />}
      search={search}
      searchLabel={tableMessages.editors.search(relation.target.title)}
      placeholder={placeholder}
      clearable={column.nullable}
      onValueChange={onChange}
    />
  );
}

/** Checkboxes for an array of an enum, tags for other arrays, and JSON text for nested arrays. */
function ArrayInput(props: FieldInputProps) {
  const { column, entry, placeholder, onChange } = props;
  const items = parseItems(entry);
  if (!items) return <LongInput {...props} text={typeof entry === 'string' ? entry : ''} language="json" />;
  if (column.kind !== 'enum')
    return <TagsInput column={column} items={items} onChange={onChange} placeholder={placeholder} />;
  const toggle = (value: string) =>
    onChange(items.includes(value) ? items.filter((item) => item !== value) : [...items, value]);
  return (
    <span className={styles.choices}>
      {column.enum.map((value) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
        <label key={value} className={styles.choice}>
          <Checkbox id={undefined} checked={items.includes(value)} onCheckedChange={() => toggle(value)} />
          <EnumChip column={column} value={value} />
        </label>
      ))}
    </span>
  );
}

/** Returns the items of an array without nested arrays; undefined if only JSON can represent the value. */
function parseItems(entry: EnteredValue): readonly (string | null)[] | undefined {
  if (entry === null || entry === undefined || entry === '') return [];
  if (typeof entry === 'string') return entry.trimStart().startsWith('[') ? undefined : entry.split('\n');
  return typeof entry === 'boolean' ? undefined : entry;
}
