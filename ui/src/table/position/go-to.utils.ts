import type { RowCount } from '@/data/paging/segments/page-plan';
import { formatCount } from '@/lib/text/format';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.position;

/** Returns 'Row 500,000 of 1,000,000', with ≈ before numbers that are estimates. `first` is the index of the row. */
export function formatRowPosition(
  first: number,
  { count, exact }: RowCount,
  isPositionKnown: boolean,
): string {
  const format = (value: number, isExact: boolean) =>
    isExact ? formatCount(value) : messages.approximate(formatCount(value));
  return messages.row(format(first + 1, isPositionKnown), format(count, exact));
}

/** A possible meaning of the text that the user enters to jump to a row. */
export type GoToTarget = { kind: 'row'; index: number } | { kind: 'value'; text: string };

/**
 * Returns the possible meanings of an entered text, the most likely first: a percentage ('50%') or a row number
 * ('500,000', '500 000'), and a value of the column by which the rows are ordered.
 */
export function parseGoToTargets(input: string, count: number): GoToTarget[] {
  const text = input.trim();
  if (text === '') return [];
  const value: GoToTarget = { kind: 'value', text };
  const [, percent] = /^(\d+(?:[.,]\d+)?)\s*%$/.exec(text) ?? [];
  if (percent !== undefined) {
    const share = Math.min(1, Number(percent.replace(',', '.')) / 100);
    return [{ kind: 'row', index: Math.min(count - 1, Math.floor(share * count)) }, value];
  }
  if (/^\d{1,3}(?:[,.\s’']?\d{3})*$|^\d+$/u.test(text)) {
    const row = Number(text.replace(/\D/g, ''));
    return [{ kind: 'row', index: Math.max(0, Math.min(count, row) - 1) }, value];
  }
  return [value];
}
