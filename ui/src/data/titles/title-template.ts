import type { Column, Table } from '@/lib/api.gen';

/** A part of a row's title: a text, or a column whose value is shown. */
export type TitlePart = string | Column;

/**
 * Parses the tag `@record-title {first_name} {last_name}`: the names in braces are columns that the role can read. The
 * name of a reference can omit `_id`. Undefined if there is no tag, or if it contains none of them.
 */
export function parseTitleTemplate(
  table: Table,
  template: string | undefined,
): readonly TitlePart[] | undefined {
  if (!template) return undefined;
  const parts = template
    .split(/\{([^{}]+)\}/)
    .map((text, i) => (i % 2 === 0 ? text : findReadable(table, text)))
    .filter((part): part is TitlePart => part !== '' && part !== undefined);
  return parts.some((part) => typeof part !== 'string') ? parts : undefined;
}

function findReadable(table: Table, name: string): Column | undefined {
  const readable = table.columns.filter(({ privileges }) => privileges.select);
  const find = (name: string) => readable.find((column) => column.name === name);
  return find(name.trim()) ?? find(`${name.trim()}_id`);
}
