import { useQueries, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState, useSyncExternalStore } from 'react';
import {
  CommentCountsContext,
  commentStubsQuery,
  countComments,
  countedRecords,
} from '@/data/comments/comment-counts';
import { findCommentsTable, getCommentedRecord } from '@/data/comments/project-comments';
import { getReadVersion, onRead, readUntil } from '@/data/comments/read-marks';
import { collectLoadedRows } from '@/data/live/refresh/loaded-rows';
import type { Table } from '@/lib/api.gen';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';

/** Maximum number of rows whose comments are counted. */
const maxRecords = 4 * countedRecords;

/** Milliseconds after a change of the loaded rows until their keys are listed: several pages load together. */
const listDelay = 300;

/** Counts the comments on the loaded rows of the page, for CommentCount. Renders nothing. */
export function CommentCountsLoader() {
  const comments = findCommentsTable(useSchema());
  return comments ? <Loader comments={comments} /> : null;
}

function Loader({ comments }: { comments: Table }) {
  const { table } = useTable();
  const user = useUser();
  const storageId = useStorageId();
  const counts = use(CommentCountsContext);
  const keys = useLoadedRecordKeys(table);
  const chunks = Array.from({ length: Math.ceil(keys.length / countedRecords) }, (_, i) =>
    keys.slice(i * countedRecords, (i + 1) * countedRecords),
  );
  const { stubs, isPending } = useQueries({
    queries: chunks.map((chunk) => commentStubsQuery(comments, table, chunk)),
    combine: (results) => ({
      stubs: results.flatMap(({ data }) => data ?? []),
      isPending: results.some((result) => result.isPending),
    }),
  });
  const readVersion = useSyncExternalStore(onRead, getReadVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks of read comments changed
  useEffect(() => {
    // Until all are loaded, the previous numbers stay.
    if (isPending) return;
    const { schema, name } = table;
    counts.set(countComments(stubs, user.id, (key) => readUntil(storageId, { schema, table: name, key })));
  }, [counts, stubs, isPending, table, user.id, storageId, readVersion]);
  useEffect(() => () => counts.set(), [counts]);
  return null;
}

/** Returns the keys of the rows that the page has loaded, as comments contain them; the same array until they change. */
function useLoadedRecordKeys(table: Table): readonly string[] {
  const client = useQueryClient();
  const [keys, setKeys] = useState<readonly string[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const list = () => {
      timer = undefined;
      const rows = [...collectLoadedRows(client, table).values()].slice(0, maxRecords);
      const next = rows.flatMap((row) => getCommentedRecord(table, row)?.key ?? []);
      setKeys((current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next));
    };
    const schedule = () => {
      timer ??= setTimeout(list, listDelay);
    };
    const unsubscribe = client.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[1] === table.schema && query.queryKey[2] === table.name) schedule();
    });
    schedule();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, table]);
  return keys;
}
