import type { RowCount } from '@/data/paging/segments/page-plan';
import { formatCount } from '@/lib/format';

/** "Row 500,000 of 1,000,000", with ≈ before what has not been counted. */
export function formatRowPosition(first: number, { count, exact }: RowCount, placed: boolean): string {
  return `Row ${placed ? '' : '≈ '}${formatCount(first + 1)} of ${exact ? '' : '≈ '}${formatCount(count)}`;
}

/** What a person may mean who types where to go. */
export type GoToTarget = { kind: 'row'; index: number } | { kind: 'value'; text: string };

/** A share ("50%"), a row's number ("500,000", "500 000"), and else a value; what is typed last is meant first. */
export function parseGoToTargets(typed: string, count: number): GoToTarget[] {
  const text = typed.trim();
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
