import { isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { splitNameWords } from './name-words';
import { TitleCandidates } from './title-candidates';
import { isContent } from './title-names';
import { parseTitleTemplate, type TitlePart } from './title-template';

/** The rule by which the rows of a table are titled. */
export interface TitleRule {
  /** The columns and texts that form a title, in their order. */
  parts: readonly TitlePart[];
  /** The columns of `parts`, without repetition. */
  columns: readonly Column[];
  /** The columns of a tag or of the key in the title that are references, which show the titles of the referenced rows. */
  references: readonly Column[];
  /** The column that distinguishes rows with the same title; undefined if there is none. */
  second: Column | undefined;
  /** The date that replaces an empty title and second title; undefined if they can't be empty, or the key is no UUID. */
  fallback: Column | undefined;
}

/** Whether a column is the text of a note or a message, by its name. */
export function isContentColumn(column: Column): boolean {
  return column.kind === 'text' && isContent(splitNameWords(column.name));
}

const rules = new WeakMap<Table, TitleRule>();

/**
 * Returns how the rows of a table are titled. In this order: by the table's tag `@record-title`; by the column with
 * an empty tag `@title`; by first and last name; by a name, title, label, subject, description or email address; by a
 * number or code; by the required text of a note or message; by another short text that is neither a job title, nor a status,
 * nor a key; by an optional text of a note or message. If there is none, by the primary key, whose references show the titles of the referenced rows. A UUID is no title:
 * the first reference and the first date replace it.
 */
export function findTitleRule(table: Table): TitleRule {
  const known = rules.get(table);
  if (known) return known;
  const rule = makeTitleRule(table);
  rules.set(table, rule);
  return rule;
}

/**
 * Returns how the rows of a table are titled: by the tag @record-title or @title, the first and last name, the best column, or the
 * key; and the second line of the title.
 */
function makeTitleRule(table: Table): TitleRule {
  const candidates = new TitleCandidates(table);
  const ranked = candidates.rank();
  const template = parseTitleTemplate(table, table.tags['record-title']);
  const tagged = candidates.columns.find((column) => column.tags.title === '');
  const names = candidates.findNames();
  const best = ranked.find((column) => !candidates.isPartOfReferences(column));
  const own: readonly TitlePart[] | undefined =
    template ??
    (tagged ? [tagged] : undefined) ??
    (names.length > 0 ? [names[0] as Column, ' ', names[1] as Column] : undefined) ??
    (best ? [best] : undefined);
  const parts = own ?? joinKey(candidates, table);
  const columns = [...new Set(parts.filter((part) => typeof part !== 'string'))];
  const isUsed = (column: Column) => columns.includes(column);
  const key = candidates.columns.find(
    (column) => table.primaryKey[0] === column.name && table.primaryKey.length === 1,
  );
  const second =
    candidates.findUniqueReference(columns) ??
    ranked.find((column) => !isUsed(column) && !isLongText(column)) ??
    candidates.columns.find((column) => column.kind === 'date' && !column.array && !isUsed(column)) ??
    (key?.kind === 'uuid' ? candidates.findAttribute(columns) : undefined) ??
    key;
  const canBeEmpty = columns.every(({ nullable }) => nullable) && second?.kind !== 'uuid';
  const fallback = own && canBeEmpty && key?.kind === 'uuid' ? candidates.findDate() : undefined;
  const references = own && !template ? [] : columns.filter((column) => candidates.isReference(column));
  return {
    parts,
    columns,
    references,
    second: second && !isUsed(second) ? second : undefined,
    fallback,
  };
}

/**
 * Returns the title's parts for a table without a better column: the columns of its composite key, separated by commas,
 * or its first key column, or its first column. A UUID is replaced by the references of a join table, or by a reference and a
 * date, if there are any.
 */
function joinKey(candidates: TitleCandidates, { primaryKey }: Table): readonly TitlePart[] {
  const key = candidates.columns.filter(({ name }) => primaryKey.includes(name));
  const isComplete = key.length > 1 && key.length === primaryKey.length;
  const isGenerated = (column: Column) => column.kind === 'uuid' && !candidates.isReference(column);
  const hasReference = key.some((column) => candidates.isReference(column));
  const complete = hasReference ? key.filter((column) => !isGenerated(column)) : key;
  const own = isComplete ? complete : (key[0] ? key : candidates.columns).slice(0, 1);
  const [only] = own;
  const isOpaqueKey = !isComplete && only !== undefined && isGenerated(only);
  const joined = isOpaqueKey ? candidates.findJoinedReferences() : [];
  const words = isOpaqueKey && !joined[0] ? [candidates.findReference(), candidates.findDate()] : joined;
  const found = words.filter((column) => column !== undefined);
  return (found[0] ? found : own).flatMap((column, i) => (i === 0 ? [column] : [', ', column]));
}
