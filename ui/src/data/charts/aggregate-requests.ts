import { type Filter, type Parameter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery } from '@/data/query/lookups/format-rows-query';
import { profileHeaders } from '@/data/rows/rows-api';
import { ApiError, api, path } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { ChartKey, ChartSpec } from './chart-spec';

/** The server's code if the backend has no aggregates. */
export const unavailableCode = 'aggregates_unavailable';

/** Maximum number of groups of a response. */
const maxGroups = 1000;

/** Maximum number of aggregates of a request. The server accepts as many. */
const maxMeasures = 8;

/** A request for one aggregate of a table's rows. Filters are resolved (resolveFilters). */
export interface AggregateRequest {
  table: Table;
  fn: ChartSpec['fn'];
  column: string | undefined;
  keys: readonly ChartKey[];
  filters: readonly Filter[];
  /** The IANA time zone in which periods begin. */
  zone: string;
  signal: AbortSignal;
}

/** The groups in the order of the backend, with their keys and the aggregate as JSON values. */
export interface AggregateGroups {
  groups: readonly { keys: readonly unknown[]; value: unknown }[];
  isTruncated: boolean;
}

interface PendingRequest extends AggregateRequest {
  measure: string;
  resolve: (found: AggregateGroups | Promise<AggregateGroups>) => void;
  reject: (error: unknown) => void;
}

/** The requests of the current task, by what they have in common. */
const batches = new Map<string, PendingRequest[]>();

/**
 * Returns an aggregate by group. Requests of the same task that differ only in the aggregate, such as those of the tiles
 * of a dashboard, are sent together, so that the database reads the rows once.
 */
export function fetchAggregate(request: AggregateRequest): Promise<AggregateGroups> {
  return new Promise((resolve, reject) => {
    const pending = { ...request, measure: formatMeasure(request), resolve, reject };
    const { schema, name } = request.table;
    // Other sources of aggregates can't count different values: these must not make the others fail.
    const isDistinct = request.fn === 'distinct';
    const id = JSON.stringify([schema, name, request.keys, request.filters, request.zone, isDistinct]);
    const batch = batches.get(id);
    if (batch) return void batch.push(pending);
    batches.set(id, [pending]);
    setTimeout(() => {
      const all = batches.get(id) ?? [];
      batches.delete(id);
      for (const { signal, reject } of all) if (signal.aborted) reject(signal.reason);
      sendBatch(all.filter(({ signal }) => !signal.aborted));
    });
  });
}

/** Sends the requests of a batch, at most `maxMeasures` different aggregates at once. */
function sendBatch(batch: readonly PendingRequest[]): void {
  const measures = [...new Set(batch.map(({ measure }) => measure))];
  for (let i = 0; i < measures.length; i += maxMeasures) {
    const sent = measures.slice(i, i + maxMeasures);
    void sendMeasures(
      batch.filter(({ measure }) => sent.includes(measure)),
      sent,
    );
  }
}

/**
 * Sends one request for several aggregates of the same groups, and settles each pending request with its part of the response.
 * Requests an aggregate alone if the response can't contain its groups, or if another aggregate can be the reason of a rejection.
 */
async function sendMeasures(batch: readonly PendingRequest[], measures: readonly string[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  try {
    const { groups, truncated } = await requestGroups(first, measures, abortWithAll(batch));
    for (const pending of batch) {
      const index = measures.indexOf(pending.measure);
      // Of too many groups, the backend returns those with the largest first aggregate.
      const isOther = truncated && index > 0 && first.keys[0]?.bucket === undefined;
      const found = {
        groups: groups.map(({ keys, values }) => ({ keys, value: values[index] })),
        isTruncated: truncated,
      };
      pending.resolve(isOther ? fetchAlone(pending) : found);
    }
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500 && error.code !== unavailableCode;
    // One of the aggregates alone can be the reason of the rejection.
    const canSendAlone = isRejected && measures.length > 1;
    for (const pending of batch) {
      if (canSendAlone) pending.resolve(fetchAlone(pending));
      else pending.reject(error);
    }
  }
}

/** Requests the groups of one aggregate. Throws ApiError. */
async function fetchAlone(request: PendingRequest): Promise<AggregateGroups> {
  const { groups, truncated } = await requestGroups(request, [request.measure], request.signal);
  return {
    groups: groups.map(({ keys, values }) => ({ keys, value: values[0] })),
    isTruncated: truncated,
  };
}

/** Requests the groups of a table with these aggregates (GET /api/aggregates/:table), in the order of `measures`. Throws ApiError. */
async function requestGroups(request: AggregateRequest, measures: readonly string[], signal: AbortSignal) {
  const { table, keys, filters, zone } = request;
  const items = keys.map(({ column, bucket }) => quoteName(column) + (bucket ? `::${bucket}` : ''));
  const query: Parameter[] = [
    ...formatRowsQuery({ select: [...items, ...measures].join(','), filters, isAggregate: true }),
    ['limit', String(maxGroups)],
  ];
  const { data } = await api.get<{ groups: { keys: unknown[]; values: unknown[] }[]; truncated: boolean }>(
    path`/api/aggregates/${table.name}`,
    { query, headers: { ...profileHeaders(table), 'X-Tableside-Time-Zone': zone }, signal },
  );
  return data;
}

/** Formats an aggregate as the server's `select` contains it: `total.sum()`. */
function formatMeasure({ fn, column }: Pick<AggregateRequest, 'fn' | 'column'>): string {
  if (column === undefined) return 'count()';
  const name = quoteName(column);
  if (fn === 'distinct') return `${name}.count()::distinct`;
  return `${name}.${fn === 'average' ? 'avg' : fn}()`;
}

/** Returns a signal that aborts when all requests of a batch are aborted. */
function abortWithAll(batch: readonly PendingRequest[]): AbortSignal {
  const abort = new AbortController();
  for (const { signal } of batch) {
    const check = () => batch.every((each) => each.signal.aborted) && abort.abort(signal.reason);
    signal.addEventListener('abort', check, { once: true });
    check();
  }
  return abort.signal;
}
