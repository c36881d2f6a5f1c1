import { isRecordDate } from '@/data/layouts/calendar-source';
import { findStatusText, isLeadRelation, putStatusFirst } from '@/data/layouts/card-columns';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { toSnakeCase } from '@/data/titles/name-words';
import { isTitleColumn } from '@/data/titles/row-titles';
import { findCurrencyColumn } from '@/data/values/formats/row-currency';
import { hasGroupedDigits, isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';

/** Names of integer columns that are more useful on a card than other integers. */
const quantityNames = /(^|_)(stock|quantity|qty|inventory|available|count)($|_)/i;

/** Maximum number of labeled fields on a card. */
const maxFigures = 2;

export interface CardFields {
  /** An enum, or a text that is a status by its name, shown as a chip. */
  state: Column | undefined;
  /** The record that the row belongs to, or a short text. */
  lead: Column | undefined;
  /** A date, an amount or a quantity, shown with their labels. */
  figures: readonly Column[];
}

/** Selects the fields for which a row's card has space. Fields without a value are omitted. */
export function selectCardFields(
  table: Table,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  row: Row,
): CardFields {
  const filled = columns.filter(
    (column) => !isTitleColumn(table, column) && !column.array && (row[column.name] ?? null) !== null,
  );
  const find = (matches: (column: Column) => boolean) => filled.find(matches);
  const isQuantity = (column: Column) => column.kind === 'integer' && hasGroupedDigits(table, column);
  const amount = find((column) => column.kind === 'numeric');
  // The amount is shown with it.
  const currency = amount && findCurrencyColumn(table, amount);
  const isTime = ({ kind }: Column) => kind.startsWith('timestamp');
  const figures = [
    find((column) => column.kind === 'date' && !isRecordDate(column)) ??
      find((column) => isTime(column) && !isRecordDate(column)) ??
      find(({ kind, base }) => kind === 'range' && /^(date|ts)/.test(base)),
    amount,
    find((column) => isQuantity(column) && quantityNames.test(toSnakeCase(column.name))) ?? find(isQuantity),
    // When the row was inserted or updated is the least useful.
    find((column) => column.kind === 'date' || isTime(column)),
  ];
  const enums = filled.filter((column) => column.kind === 'enum' && row[column.name] !== '');
  const state = putStatusFirst(enums)[0] ?? findStatusText(columns, row);
  return {
    state,
    lead:
      find((column) => {
        const relation = relations.get(column.name);
        return relation !== undefined && isLeadRelation(column, relation);
      }) ??
      find(
        (column) => column !== state && column !== currency && column.kind === 'text' && !isLongText(column),
      ),
    figures: [...new Set(figures.filter((column) => column !== undefined))].slice(0, maxFigures),
  };
}
