/**
 * Returns the value of a name that users chose, such as that of a column, and undefined if there is none. An index would
 * also return inherited properties: a column can have the name `constructor`.
 */
export function getOwnValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
