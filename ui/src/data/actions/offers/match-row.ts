import type { Row, Value } from '@/data/rows/row';
import { hasEnumOrder } from '@/data/values/formats/enum-labels';
import { compareDecimals, parseDecimal } from '@/data/values/numbers/decimal.utils';
import type { ActionCondition, Column, Table } from '@/lib/api.gen';

/** Whether a row matches; undefined if that is unknown: a column is not loaded, or only the database can compare. */
export type Match = boolean | undefined;

/** Returns whether a row matches all conditions, as PostgREST evaluates them. NULL matches only `is`. */
export function matchRow(table: Table, conditions: readonly ActionCondition[], row: Row): Match {
  const matches = conditions.map((condition) => matchCondition(table, condition, row));
  if (matches.includes(false)) return false;
  return matches.includes(undefined) ? undefined : true;
}

/** Whether a row matches a condition. */
function matchCondition(table: Table, condition: ActionCondition, row: Row): Match {
  const column = table.columns.find(({ name }) => name === condition.column);
  const value = column && row[column.name];
  if (!column || value === undefined) return undefined;
  // A comparison with NULL is neither true nor false: the row does not match, negated or not.
  if (value === null && condition.operator !== 'is') return false;
  const match = matchValue(column, condition, value);
  return match !== undefined && condition.negated ? !match : match;
}

/** Whether a value matches a condition without its negation. NULL is compared only by `is`. */
function matchValue(column: Column, { operator, values }: ActionCondition, value: Value): Match {
  const [operand = ''] = values;
  if (operator === 'is') return matchIs(operand, value);
  if (operator === 'in') {
    const differences = values.map((each) => compareToOperand(column, value, each));
    return differences.includes(0) || (differences.includes(undefined) ? undefined : false);
  }
  const difference = compareToOperand(column, value, operand);
  if (difference === undefined) return undefined;
  switch (operator) {
    case 'eq':
      return difference === 0;
    case 'neq':
      return difference !== 0;
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
    default:
      return undefined;
  }
}

function matchIs(operand: string, value: Value): boolean {
  if (operand === 'not_null') return value !== null;
  return operand === 'null' || operand === 'unknown' ? value === null : String(value) === operand;
}

/** Compares a value with an operand, as Array.sort does; undefined if only the database can compare them. */
function compareToOperand(column: Column, value: Value, operand: string): number | undefined {
  const { array, enum: labels } = column;
  const kind = column.kind === 'enum' && !hasEnumOrder(column) ? 'text' : column.kind;
  if (typeof value === 'boolean') return Number(value) - Number(/^t(rue)?$/i.test(operand));
  if (array || typeof value !== 'string') return undefined;
  switch (kind) {
    case 'integer':
    case 'numeric':
    case 'float': {
      const [a, b] = [parseDecimal(value), parseDecimal(operand)];
      return a && b ? compareDecimals(a, b) : undefined;
    }
    case 'timestamp':
    case 'timestamptz': {
      const difference = Date.parse(value) - Date.parse(operand);
      return Number.isNaN(difference) ? undefined : difference;
    }
    case 'enum':
      return labels.indexOf(value) - labels.indexOf(operand);
    case 'text':
    case 'uuid':
    case 'date':
      // Approximate: the order of texts depends on the collation of the database. Their equality does not.
      return value === operand ? 0 : value < operand ? -1 : 1;
    default:
      return undefined;
  }
}
