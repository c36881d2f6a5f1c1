import { useEffect, useState } from 'react';
import { ApiError } from '@/lib/api';
import type { Action, Schema, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { type FoundRecord, findRecords, findRecordsByFunction } from './record-search.utils';
import { findSearchFunction } from './search-function';

/** Pause in typing before the search starts, in milliseconds. */
const typingPause = 150;

/** Maximum number of requests at the same time: more would delay the page's own requests. */
const maxRequests = 4;

/** Maximum duration of one table's request, in milliseconds. */
const timeout = 5_000;

/** A found record, and whether it was found with the current text. */
export interface SearchedRecord extends FoundRecord {
  isCurrent: boolean;
}

export interface RecordSearch {
  records: readonly SearchedRecord[];
  pending: boolean;
  /** The tables whose request failed. */
  failed: readonly Table[];
}

interface Progress {
  found: ReadonlyMap<Table, { text: string; records: readonly FoundRecord[] }>;
  /** The text for which every table was searched. */
  finished: string;
  failed: readonly Table[];
}

/**
 * Searches the records of all tables: with one call of `tableside_search` if it is installed, otherwise with one request for
 * each. Results appear table
 * by table; those of a previous text remain until their table is searched
 * again, and are not current. `tables` must be stable between renders.
 */
export function useRecordSearch(tables: readonly Table[], typed: string): RecordSearch {
  const text = typed.trim();
  const schema = useSchema();
  const searchFunction = findSearchFunction(schema);
  const [progress, setProgress] = useState<Progress>({ found: new Map(), finished: '', failed: [] });
  useEffect(() => {
    if (!isSearchable(text)) return;
    const abort = new AbortController();
    const report = (table: Table, records: readonly FoundRecord[]) =>
      setProgress((before) => ({ ...before, found: new Map(before.found).set(table, { text, records }) }));
    const timer = setTimeout(() => {
      const search = searchFunction
        ? searchAll(schema, searchFunction, tables, text, abort.signal, report)
        : searchTables(schema, tables, text, abort.signal, report);
      void search.then(
        (failed) => !abort.signal.aborted && setProgress((before) => ({ ...before, failed, finished: text })),
      );
    }, typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [schema, searchFunction, tables, text]);
  if (!isSearchable(text)) return { records: [], pending: false, failed: [] };
  const pending = progress.finished !== text;
  return {
    records: tables.flatMap((table) => {
      const found = progress.found.get(table);
      return (found?.records ?? []).map((record) => ({ ...record, isCurrent: found?.text === text }));
    }),
    pending,
    failed: pending ? [] : progress.failed,
  };
}

/** A single letter matches too many records to be of use; a single digit can be a number. */
function isSearchable(text: string): boolean {
  return text.length > 1 || /^\d$/.test(text);
}

/** Searches all tables with one call; if it fails, with one request for each. Must not reject. */
async function searchAll(
  schema: Schema,
  action: Action,
  tables: readonly Table[],
  text: string,
  signal: AbortSignal,
  report: (table: Table, records: readonly FoundRecord[]) => void,
): Promise<readonly Table[]> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    const records = await findRecordsByFunction(schema, action, text, limited);
    if (signal.aborted) return [];
    for (const table of tables) {
      report(
        table,
        records.filter((record) => record.table === table),
      );
    }
    return [];
  } catch {
    return signal.aborted ? [] : searchTables(schema, tables, text, signal, report);
  }
}

/** Searches all tables and returns those whose request failed. Must not reject. */
async function searchTables(
  schema: Schema,
  tables: readonly Table[],
  text: string,
  signal: AbortSignal,
  report: (table: Table, records: readonly FoundRecord[]) => void,
): Promise<readonly Table[]> {
  const queue = tables.values();
  const failed: Table[] = [];
  const work = async () => {
    for (const table of queue) {
      if (signal.aborted) return;
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
        const records = await findRecords(table, text, limited, schema);
        if (!signal.aborted) report(table, records);
      } catch (error) {
        if (signal.aborted) return;
        report(table, []);
        if (!isDenied(error)) failed.push(table);
      }
    }
  };
  await Promise.all(Array.from({ length: maxRequests }, work));
  return failed;
}

/** Without privileges in the schema (OpenAPI), only the request shows that a role can't read a table. */
function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
