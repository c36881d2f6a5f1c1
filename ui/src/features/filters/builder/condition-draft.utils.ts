import { type Condition, withPath } from '@/data/query/filters/filters.utils';
import { formatJSONKeys, formatPath, parseJSONKeys, parsePath } from '@/data/query/filters/json-path.utils';
import { listOperators, type Operator, parseCondition } from '@/data/query/operators/operators.utils';
import type { Column } from '@/lib/api.gen';
import { checkOperand } from '../editor/check-operand.utils';
import { filtersMessages } from '../filters-messages';

/** A condition that is being edited. Its values are as entered and not checked. */
export interface ConditionDraft {
  column: string;
  /** The keys of a value in a JSON column, as entered. */
  jsonKeys: string;
  operator: Operator | undefined;
  values: readonly string[];
}

/** Whether conditions on keys of the column's JSON are possible. */
export function hasJSONKeys(column: Column): boolean {
  return column.kind === 'json' && !column.array;
}

/** Whether the column can be filtered. */
export function isFilterable(column: Column): boolean {
  return hasJSONKeys(column) || listOperators(column).length > 0;
}

/** Returns the operators that the draft's column and keys allow. The draft's own operator is always included. */
export function listDraftOperators(
  column: Column,
  draft: ConditionDraft,
  isReference: boolean,
): readonly Operator[] {
  const path = draft.jsonKeys.trim() === '' ? '' : '->';
  const offered = listOperators(column, isReference, path);
  const { operator } = draft;
  return !operator || offered.some(({ id }) => id === operator.id) ? offered : [...offered, operator];
}

export function createDraft(column: Column, isReference: boolean): ConditionDraft {
  return { column: column.name, jsonKeys: '', operator: listOperators(column, isReference)[0], values: [] };
}

/** Returns a condition as a draft. Undefined if no operator of the editor expresses it. */
export function parseDraft(
  column: Column,
  filter: Condition,
  isReference: boolean,
): ConditionDraft | undefined {
  const read = parseCondition(column, filter, isReference);
  const jsonKeys = formatJSONKeys(parsePath(filter.path ?? '').keys);
  return read && { column: column.name, jsonKeys, ...read };
}

/** Returns the draft with another operator, and those of its values that this operator accepts. */
export function setDraftOperator(draft: ConditionDraft, operator: Operator): ConditionDraft {
  const several = operator.operand === 'many' || operator.operand === 'list';
  const values = operator.operand === 'none' ? [] : several ? draft.values : draft.values.slice(0, 1);
  return { ...draft, operator, values };
}

/** Returns the draft with other keys. The operator changes if the keys appear or disappear, because columns and JSON values have different operators. */
export function setDraftKeys(column: Column, draft: ConditionDraft, jsonKeys: string): ConditionDraft {
  if ((jsonKeys.trim() === '') === (draft.jsonKeys.trim() === '')) return { ...draft, jsonKeys };
  const [operator] = listOperators(column, false, jsonKeys.trim() === '' ? '' : '->');
  return operator ? { ...setDraftOperator(draft, operator), jsonKeys } : { ...draft, jsonKeys, operator };
}

/** Returns the condition of a draft, or the problem if the draft is invalid. */
export function checkDraft(
  column: Column,
  draft: ConditionDraft,
): { filter: Condition } | { problem: string } {
  const { operator, values } = draft;
  const keys = hasJSONKeys(column) ? parseJSONKeys(draft.jsonKeys) : [];
  if (!keys) return { problem: filtersMessages.editor.jsonKeyInvalid };
  if (!operator) return { problem: filtersMessages.editor.jsonKeyMissing };
  const checked = checkOperand(column, operator, values);
  if ('problem' in checked) return checked;
  const path = keys.length > 0 ? formatPath({ keys, arrow: operator.arrow ?? '->>' }) : '';
  return { filter: withPath(operator.toCondition(column.name, checked.values), path) };
}
