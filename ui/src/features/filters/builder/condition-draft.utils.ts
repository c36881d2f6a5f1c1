import { type Condition, withPath } from '@/data/query/filters.utils';
import { formatKeys, formatPath, parseKeys, parsePath } from '@/data/query/json-path.utils';
import { type Operator, operatorsFor, parseCondition } from '@/data/query/operators/operators.utils';
import type { Column } from '@/lib/api.gen';
import { checkOperand } from '../editor/check-operand.utils';

/** A condition while it is being made: as entered, and not checked yet. */
export interface ConditionDraft {
  column: string;
  /** The keys into a JSON column, as typed. */
  jsonKeys: string;
  operator: Operator | undefined;
  values: readonly string[];
}

/** Whether a column's JSON can be looked into. */
export function hasJSONKeys(column: Column): boolean {
  return column.kind === 'json' && !column.array;
}

/** Whether a condition can be made for a column at all. */
export function isFilterable(column: Column): boolean {
  return hasJSONKeys(column) || operatorsFor(column).length > 0;
}

/** The operators to choose from as things stand; the one that is chosen is among them. */
export function listDraftOperators(
  column: Column,
  draft: ConditionDraft,
  isReference: boolean,
): readonly Operator[] {
  const path = draft.jsonKeys.trim() === '' ? '' : '->';
  const offered = operatorsFor(column, isReference, path);
  const { operator } = draft;
  return !operator || offered.some(({ id }) => id === operator.id) ? offered : [...offered, operator];
}

export function createDraft(column: Column, isReference: boolean): ConditionDraft {
  return { column: column.name, jsonKeys: '', operator: operatorsFor(column, isReference)[0], values: [] };
}

/** A condition as a draft; undefined if it says what can't be said in words. */
export function parseDraft(
  column: Column,
  filter: Condition,
  isReference: boolean,
): ConditionDraft | undefined {
  const read = parseCondition(column, filter, isReference);
  const jsonKeys = formatKeys(parsePath(filter.path ?? '').keys);
  return read && { column: column.name, jsonKeys, ...read };
}

/** Another operator; values stay as far as it takes them. */
export function setDraftOperator(draft: ConditionDraft, operator: Operator): ConditionDraft {
  const several = operator.operand === 'many' || operator.operand === 'list';
  const values = operator.operand === 'none' ? [] : several ? draft.values : draft.values.slice(0, 1);
  return { ...draft, operator, values };
}

/** Other keys; a column and what is in it are compared in different ways. */
export function setDraftKeys(column: Column, draft: ConditionDraft, jsonKeys: string): ConditionDraft {
  if ((jsonKeys.trim() === '') === (draft.jsonKeys.trim() === '')) return { ...draft, jsonKeys };
  const [operator] = operatorsFor(column, false, jsonKeys.trim() === '' ? '' : '->');
  return operator ? { ...setDraftOperator(draft, operator), jsonKeys } : { ...draft, jsonKeys, operator };
}

/** The condition, or what is wrong with it. */
export function checkDraft(
  column: Column,
  draft: ConditionDraft,
): { filter: Condition } | { problem: string } {
  const { operator, values } = draft;
  const keys = hasJSONKeys(column) ? parseKeys(draft.jsonKeys) : [];
  if (!keys) return { problem: 'Keys are written like size or box.width; quote those that have a dot.' };
  if (!operator) return { problem: 'Say which key of it is meant.' };
  const checked = checkOperand(column, operator, values);
  if ('problem' in checked) return checked;
  const path = keys.length > 0 ? formatPath({ keys, arrow: operator.arrow ?? '->>' }) : '';
  return { filter: withPath(operator.toCondition(column.name, checked.values), path) };
}
