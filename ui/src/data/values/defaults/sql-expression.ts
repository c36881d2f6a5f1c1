/** Returns the index of the parenthesis that closes the first one of an SQL expression, ignoring quoted text; -1 if there is none. */
export function findClosingParenthesis(expression: string): number {
  let depth = 0;
  for (const { 0: token, index } of expression.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token === ')') return index;
  }
  return -1;
}

/** Whether parentheses enclose the whole expression. */
export function isParenthesized(expression: string): boolean {
  return expression.startsWith('(') && findClosingParenthesis(expression) === expression.length - 1;
}
