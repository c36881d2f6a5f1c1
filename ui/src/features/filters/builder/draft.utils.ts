import { atPath, type Condition } from '@/data/query/filters.utils';
import { formatPath, keysText, parseKeys, pathSteps } from '@/data/query/json-path.utils';
import { type Operator, operatorsFor, readCondition } from '@/data/query/operators/operators.utils';
import type { Column } from '@/lib/api.gen';
import { checkOperand } from '../editor/filter-editor.utils';

/** A condition while it is being made: as entered, and not checked yet. */
export interface Draft {
  column: string;
  /** The keys into a JSON column, as typed. */
  keys: string;
  operator: Operator | undefined;
  values: readonly string[];
}

/** Whether a column's JSON can be looked into. */
export function hasKeys(column: Column): boolean {
  return column.kind === 'json' && !column.array;
}

/** Whether a condition can be made for a column at all. */
export function isFilterable(column: Column): boolean {
  return hasKeys(column) || operatorsFor(column).length > 0;
}

/** The operators to choose from as things stand; the one that is chosen is among them. */
export function draftOperators(column: Column, draft: Draft, isReference: boolean): readonly Operator[] {
  const path = draft.keys.trim() === '' ? '' : '->';
  const offered = operatorsFor(column, isReference, path);
  const { operator } = draft;
  return !operator || offered.some(({ id }) => id === operator.id) ? offered : [...offered, operator];
}

export function newDraft(column: Column, isReference: boolean): Draft {
  return { column: column.name, keys: '', operator: operatorsFor(column, isReference)[0], values: [] };
}

/** A condition as a draft; undefined if it says what can't be said in words. */
export function draftOf(column: Column, filter: Condition, isReference: boolean): Draft | undefined {
  const read = readCondition(column, filter, isReference);
  const keys = keysText(pathSteps(filter.path ?? '').keys);
  return read && { column: column.name, keys, ...read };
}

/** Another operator; values stay as far as it takes them. */
export function withOperator(draft: Draft, operator: Operator): Draft {
  const several = operator.operand === 'many' || operator.operand === 'list';
  const values = operator.operand === 'none' ? [] : several ? draft.values : draft.values.slice(0, 1);
  return { ...draft, operator, values };
}

/** Other keys; a column and what is in it are compared in different ways. */
export function withKeys(column: Column, draft: Draft, keys: string): Draft {
  if ((keys.trim() === '') === (draft.keys.trim() === '')) return { ...draft, keys };
  const [operator] = operatorsFor(column, false, keys.trim() === '' ? '' : '->');
  return operator ? { ...withOperator(draft, operator), keys } : { ...draft, keys, operator };
}

/** The condition, or what is wrong with it. */
export function checkDraft(column: Column, draft: Draft): { filter: Condition } | { problem: string } {
  const { operator, values } = draft;
  const keys = hasKeys(column) ? parseKeys(draft.keys) : [];
  if (!keys) return { problem: 'Keys are written like size or box.width; quote those that have a dot.' };
  if (!operator) return { problem: 'Say which key of it is meant.' };
  const checked = checkOperand(column, operator, values);
  if ('problem' in checked) return checked;
  const path = keys.length > 0 ? formatPath({ keys, arrow: operator.arrow ?? '->>' }) : '';
  return { filter: atPath(operator.toCondition(column.name, checked.values), path) };
}
