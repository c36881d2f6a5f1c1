import type { Check, Table } from '@/lib/api.gen';
import { isParenthesized } from '../defaults/sql-expression';
import { valuesMessages } from '../values-messages';

const messages = valuesMessages.checks;

/**
 * Describes a check constraint in a sentence: by its comment, if it has one; otherwise by
 * its expression, with the titles of the columns.
 */
export function describeCheck(table: Table, { comment, expression }: Check): string {
  if (comment !== '') return comment;
  const rule = removeNullAlternatives(simplifyExpression(expression));
  const clauses = splitAnd(rule).map((clause) => describeClause(table, removeNullAlternatives(clause)));
  if (clauses.every((clause) => clause !== undefined)) return clauses.join(' ');
  return messages.expression(replaceNamesByTitles(table, rule));
}

/** Removes `(a IS NULL) OR` at the start: that an empty column passes is of no help to a user whose value was rejected. */
function removeNullAlternatives(text: string): string {
  const rest = /^\(?(?:[a-z_]\w*|"[^"]+") IS NULL\)? OR (.+)$/s.exec(text)?.[1];
  return rest === undefined ? text : removeNullAlternatives(removeParentheses(rest));
}

/** Removes casts and redundant parentheses. */
function simplifyExpression(expression: string): string {
  let text = expression.replace(
    /::(?:character varying|timestamp with(?:out)? time zone|double precision|[\w.]+|"[^"]+")(?:\(\d+(?:,\d+)?\))?(?:\[\])?/g,
    '',
  );
  text = text.replace(/(?<![\w")])\((-?[\d.]+|'(?:[^']|'')*'|"[^"]+"|[a-z_]\w*)\)/gi, '$1');
  return removeParentheses(text);
}

function removeParentheses(text: string): string {
  const trimmed = text.trim();
  return isParenthesized(trimmed) ? removeParentheses(trimmed.slice(1, -1)) : trimmed;
}

/** Splits the outermost `a AND b` into its parts, and removes their parentheses. */
function splitAnd(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]| AND /g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === ' AND ' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + token.length;
    }
  }
  return [...parts, text.slice(start)].map(removeParentheses);
}

const namePattern = String.raw`([a-z_]\w*|"[^"]+")`;
const literalPattern = String.raw`(-?[\d.]+|'(?:[^']|'')*')`;
const comparisonPattern = new RegExp(
  `^${namePattern} (<=|>=|<>|<|>|=) (?:${literalPattern}|${namePattern})$`,
);
const lengthPattern = new RegExp(String.raw`^(?:char_)?length\(${namePattern}\) (<=|>=|<|>|=) (\d+)$`);
const oneOfPattern = new RegExp(String.raw`^${namePattern} = ANY \(+ARRAY\[(.*)\]\)+$`);
const notNullPattern = /^([a-z_]\w*|"[^"]+") IS NOT NULL$/;

/** Returns the meaning of one condition of a CHECK constraint as a sentence; undefined for a form that is not known. */
function describeClause(table: Table, clause: string): string | undefined {
  const title = (quoted = '') => getColumnTitle(table, quoted);
  const compared = comparisonPattern.exec(clause);
  if (compared) {
    const [, column, operator = '', value, other] = compared;
    if (value === "''" && operator === '<>') return messages.notEmpty(title(column));
    const object = value === undefined ? title(other) : formatLiteral(value);
    return messages.comparison(title(column), operator, object);
  }
  const measured = lengthPattern.exec(clause);
  if (measured) {
    const [, column, operator = '', length = ''] = measured;
    return messages.length(title(column), operator, length);
  }
  const listedIn = oneOfPattern.exec(clause);
  if (listedIn) {
    const items = [...(listedIn[2] ?? '').matchAll(/'(?:[^']|'')*'|-?[\d.]+/g)].map(([item]) =>
      formatLiteral(item),
    );
    return messages.oneOf(title(listedIn[1]), items);
  }
  const required = notNullPattern.exec(clause);
  return required ? messages.required(title(required[1])) : undefined;
}

/** Formats an SQL literal: texts in quotation marks, numbers unchanged. */
function formatLiteral(literalText: string): string {
  return literalText.startsWith("'")
    ? messages.text(literalText.slice(1, -1).replaceAll("''", "'"))
    : literalText;
}

function getColumnTitle(table: Table, quoted: string): string {
  const found = quoted.startsWith('"') ? quoted.slice(1, -1) : quoted;
  return table.columns.find((column) => column.name === found)?.title ?? found;
}

function replaceNamesByTitles(table: Table, text: string): string {
  return text.replace(/'(?:[^']|'')*'|"[^"]+"|[a-z_]\w*/gi, (token) => {
    if (token.startsWith("'")) return token;
    const title = getColumnTitle(table, token);
    return title === token ? token : messages.text(title);
  });
}
