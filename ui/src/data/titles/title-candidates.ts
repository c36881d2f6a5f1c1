import { isTenantColumn } from '@/data/relations/tenant';
import { findInsertTime } from '@/data/rows/insert-time';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { listSingularWords, splitNameWords } from './name-words';
import {
  isAddressName,
  isAttribute,
  isContent,
  isEventTime,
  isFirstName,
  isJob,
  isLastName,
  isNumberName,
  isOpaque,
  isPersonal,
  isStatus,
  peopleNouns,
  splitLowerName,
  textTests,
} from './title-names';

/** The columns of a table that can be part of a title, with the words of their names. */
export class TitleCandidates {
  readonly columns: readonly Column[];
  readonly #table: Table;
  readonly #noun: readonly string[];
  readonly #words = new Map<Column, readonly string[]>();
  readonly #references: ReadonlySet<string>;

  constructor(table: Table) {
    this.#table = table;
    this.#noun = listSingularWords(table.name);
    this.#references = new Set(table.foreignKeys.flatMap((key) => key.columns));
    this.columns = listReadableColumns(table).filter((column) => !('hidden' in column.tags));
    for (const column of this.columns) this.#words.set(column, this.#withoutNoun(this.#splitName(column)));
  }

  #splitName(column: Column): readonly string[] {
    return splitLowerName(splitNameWords(column.name), this.#noun);
  }

  #withoutNoun(words: readonly string[]): readonly string[] {
    const noun = [this.#noun, this.#noun.slice(-1)].find(
      (prefix) => words.length > prefix.length && prefix.every((word, i) => words[i] === word),
    );
    return noun ? words.slice(noun.length) : words;
  }

  words(column: Column): readonly string[] {
    return this.#words.get(column) ?? [];
  }

  isReference(column: Column): boolean {
    return this.#references.has(column.name);
  }

  isKey(column: Column): boolean {
    return this.#table.primaryKey.includes(column.name);
  }

  /** Whether a column is part of a composite key with references, such as the title in (employee, title, since). */
  isPartOfReferences(column: Column): boolean {
    const { primaryKey } = this.#table;
    return this.isKey(column) && primaryKey.some((name) => this.#references.has(name));
  }

  /** The references of a join table, which are a unique key; none for other tables. The tenant is none of them. */
  findJoinedReferences(): readonly Column[] {
    const keys = this.#table.uniqueKeys.map((key) =>
      this.columns.filter((column) => key.includes(column.name) && !isTenantColumn(column)),
    );
    const isJoin = (columns: readonly Column[]) =>
      columns.length > 1 && columns.every((column) => this.isReference(column));
    return keys.find(isJoin) ?? [];
  }

  /** The reference of a unique key with the title, such as the property in (property, unit number). */
  findUniqueReference(title: readonly Column[]): Column | undefined {
    const [only] = title;
    const key = this.#table.uniqueKeys.find(
      (names) => only && title.length === 1 && names.includes(only.name),
    );
    return this.columns.find(
      (column) => column !== only && key?.includes(column.name) && this.isReference(column),
    );
  }

  /** The columns with texts that are no files. */
  get texts(): Column[] {
    return this.columns.filter(
      (column) =>
        column.kind === 'text' && !column.array && !('file' in column.tags) && !this.isReference(column),
    );
  }

  /** Whether a check constraint lists the values of a text column, which is then a status or a type. */
  #hasListOfValues({ name }: Column): boolean {
    return this.#table.checks.some(
      ({ columns, expression }) =>
        columns.length === 1 && columns[0] === name && /= ANY|\bIN \(/i.test(expression),
    );
  }

  /** Whether a column names another row: it is named after a reference, such as `customer_name` next to `customer_id`, or in a view that joins tables. */
  #isCopiedName(column: Column): boolean {
    const words = splitNameWords(column.name);
    const noun = words.slice(0, -1).join(' ');
    const isNamed = (name: string) =>
      splitNameWords(name)
        .join(' ')
        .replace(/ (id|uuid)$/, '') === noun;
    const { rowsOf } = this.#table;
    const isOfOtherRow = rowsOf && listSingularWords(rowsOf.table).at(-1) !== noun;
    const isName =
      noun !== '' && noun !== 'full' && noun !== 'display' && /^(full)?name$/.test(words.at(-1) ?? '');
    return isName && (isOfOtherRow === true || [...this.#references].some(isNamed));
  }

  /** Whether the rows are those of a table that a view joins with others, and have a reference and a date that title them. */
  get #isJoined(): boolean {
    return (
      this.#table.rowsOf !== undefined && this.findReference() !== undefined && this.findDate() !== undefined
    );
  }

  /** The first time that each row must have, such as the start of an appointment, the first day of a row, or the time of its insert. */
  findDate(): Column | undefined {
    const day = this.columns.find(({ array, kind }) => !array && kind === 'date');
    const start = this.columns.find(
      ({ array, kind, nullable, default: value, name }) =>
        !array &&
        (kind === 'date' || kind.startsWith('timestamp')) &&
        (!nullable || this.#table.rowsOf !== undefined) && // columns of views are nullable
        value === null &&
        isEventTime(splitNameWords(name)),
    );
    return start ?? day ?? findInsertTime(this.columns);
  }

  /** The first reference to a row of another table. The tenant, and the user who created a row, do not title it. */
  findReference(): Column | undefined {
    const { name: ownName, foreignKeys } = this.#table;
    return this.columns.find(
      (column) =>
        !splitNameWords(column.name).includes('by') &&
        !isTenantColumn(column) &&
        foreignKeys.some(
          ({ columns, refSchema, refTable }) =>
            columns.join() === column.name && refTable !== ownName && refSchema !== 'auth',
        ),
    );
  }

  /** The first short text or status other than the title, by which a reader can distinguish rows. */
  findAttribute(title: readonly Column[]): Column | undefined {
    return this.columns.find(
      (column) =>
        (column.kind === 'enum' || column.kind === 'text') &&
        !column.array &&
        !title.includes(column) &&
        !isLongText(column) &&
        !this.isReference(column) &&
        !isOpaque(splitNameWords(column.name)),
    );
  }

  /** The first and the last name; none if one of them is missing. */
  findNames(): readonly Column[] {
    const first = this.texts.find((column) => isFirstName(this.words(column)));
    const last = this.texts.find((column) => isLastName(this.words(column)));
    return first && last ? [first, last] : [];
  }

  /** The columns that can title a row alone, the best first. */
  rank(): Column[] {
    const isPerson =
      peopleNouns.test(this.#noun.at(-1) ?? '') ||
      this.columns.some((column) => isPersonal(this.words(column)));
    const isNoun = (column: Column) => splitNameWords(column.name).join(' ') === this.#noun.join(' ');
    const titled = textTests.flatMap((test, rank) =>
      this.texts.filter((column) => {
        const words = this.words(column);
        if (rank === 1 && isPerson) return false;
        const isName = rank === 0 && isNoun(column) && !this.isKey(column);
        const isMatch = test(rank === 4 || rank === 5 ? this.#splitName(column) : words);
        return (
          isName ||
          (isMatch &&
            !(
              (rank === 4 || rank === 5) &&
              (isAddressName(words) || isJob(words) || isStatus(words) || this.#isCopiedName(column))
            ))
        );
      }),
    );
    const isUnique = ({ name }: Column) =>
      this.#table.uniqueKeys.some((key) => key.length === 1 && key[0] === name);
    const numbers = this.columns.filter(
      (column) =>
        ['integer', 'text', 'numeric'].includes(column.kind) &&
        !column.array &&
        !this.isReference(column) &&
        !this.isKey(column) &&
        isNumberName(this.words(column), isUnique(column)),
    );
    const descriptions = this.texts.filter(
      (column) =>
        !this.isKey(column) &&
        (!isLongText(column) || (column.name === 'description' && !column.nullable)) &&
        !this.#hasListOfValues(column) &&
        !isAttribute(this.words(column)) &&
        !isAddressName(this.words(column)) &&
        !isJob(this.words(column)) &&
        !(this.#isJoined && this.#isCopiedName(column)),
    );
    const contents = this.texts.filter((column) => isContent(this.words(column)));
    const requiredContents = contents.filter(({ nullable }) => !nullable);
    const copies = descriptions.filter((column) => this.#isCopiedName(column));
    // In a message, the name of its sender is optional, and often empty.
    const texts =
      contents.length > 0 && copies.every(({ nullable }) => nullable)
        ? [...contents, ...copies]
        : [...copies, ...requiredContents];
    return [...new Set([...titled, ...numbers, ...texts, ...descriptions, ...contents])];
  }
}
