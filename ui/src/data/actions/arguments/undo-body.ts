import type { Action, ActionArgument } from '@/lib/api.gen';
import { parseJSON, stringifyJSON } from '@/lib/text/json';

/**
 * Returns the body of the call to the inverse of an action: the values of the arguments with the same names, and for
 * other required arguments the columns of the same names in the result. Null if a required value is missing.
 */
export function formatUndoBody(inverse: Action, body: string, result: unknown): string | null {
  const sent = parseObject(body);
  const record = Array.isArray(result) ? result[0] : result;
  const columns = typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : {};
  const values: [string, unknown][] = [];
  for (const argument of inverse.arguments) {
    const value = findValue(argument, sent, columns);
    if (value !== undefined) values.push([argument.name, value]);
    else if (argument.required) return null;
  }
  return stringifyJSON(Object.fromEntries(values));
}

/** Returns the value of an argument: the sent one, or for a required argument that of the result; undefined without one. */
function findValue({ name, required }: ActionArgument, sent: object, columns: object): unknown {
  if (Object.hasOwn(sent, name)) return (sent as Record<string, unknown>)[name];
  return required && Object.hasOwn(columns, name) ? (columns as Record<string, unknown>)[name] : undefined;
}

/** Parses a JSON object. Returns an empty object for other text. */
function parseObject(body: string): object {
  try {
    const value = parseJSON(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
