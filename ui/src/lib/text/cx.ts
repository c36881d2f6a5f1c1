/** Joins class names. Ignores false, null, undefined and "". */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
