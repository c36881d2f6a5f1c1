import { type Filter, type Parameter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery } from '@/data/query/lookups/format-rows-query';
import { buildProfileHeaders } from '@/data/rows/rows-api';
import { ApiError, api, buildURL, path } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { storeFirstRequest } from '@/lib/requests/store-first-request';
import { groupBy } from '@/lib/text/group-by';
import type { ChartKey, ChartSpec } from './chart-spec';

/** The server's code if the backend has no aggregates. */
export const unavailableCode = 'aggregates_unavailable';

/** Maximum number of groups of a response. */
const maxGroups = 1000;

/** Maximum number of aggregates of a request. The server accepts as many. */
const maxMeasures = 8;

/** Maximum length of the encoded queries of a batch, in characters. */
const maxBatchLength = 5000;

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

/** The response of the API; that to a batch is an array of these. */
interface AggregateResponse {
  groups: readonly { keys: readonly unknown[]; values: readonly unknown[] }[];
  truncated: boolean;
}

interface PendingRequest extends AggregateRequest {
  measure: string;
  resolve: (found: AggregateGroups | Promise<AggregateGroups>) => void;
  reject: (error: unknown) => void;
}

/** Requests with the same rows and groups (table, keys, filters and time zone), and their different aggregates. */
interface AggregateSet {
  /** Never empty. */
  requests: readonly PendingRequest[];
  /** At most `maxMeasures` results of formatMeasure. */
  measures: readonly string[];
}

/** The requests of the current task, by their rows and groups. */
let pendingSets = new Map<string, PendingRequest[]>();

/**
 * Returns an aggregate by group. Requests of the same task for one table, such as those of the tiles of a dashboard, are
 * sent together, so that the database reads the rows once.
 */
export function fetchAggregate(request: AggregateRequest): Promise<AggregateGroups> {
  return new Promise((resolve, reject) => {
    const pending = { ...request, measure: formatMeasure(request), resolve, reject };
    const { schema, name } = request.table;
    // Other sources of aggregates can't count different values: these must not make the others fail.
    const isDistinct = request.fn === 'distinct';
    const id = JSON.stringify([schema, name, request.keys, request.filters, request.zone, isDistinct]);
    if (pendingSets.size === 0) setTimeout(sendPendingSets);
    pendingSets.set(id, [...(pendingSets.get(id) ?? []), pending]);
  });
}

/** Sends the requests of the current task, those for one table together. */
function sendPendingSets(): void {
  const all = [...pendingSets.values()];
  pendingSets = new Map();
  for (const { signal, reject } of all.flat()) if (signal.aborted) reject(signal.reason);
  const sets = all.map((each) => each.filter(({ signal }) => !signal.aborted)).flatMap(splitMeasures);
  const batches = groupBy(sets, ({ requests: [first] }) =>
    JSON.stringify([first?.table.schema, first?.table.name, first?.zone]),
  );
  for (const batch of batches) for (const part of splitBatch(batch)) void sendSets(part);
}

/** Returns the sets of requests with the same rows and groups: each has at most `maxMeasures` different aggregates. */
function splitMeasures(requests: readonly PendingRequest[]): AggregateSet[] {
  const all = [...new Set(requests.map(({ measure }) => measure))];
  return Array.from({ length: Math.ceil(all.length / maxMeasures) }, (_, i) => {
    const measures = all.slice(i * maxMeasures, (i + 1) * maxMeasures);
    return { requests: requests.filter(({ measure }) => measures.includes(measure)), measures };
  });
}

/** Splits sets so that the address of each request stays short. */
function splitBatch(sets: readonly AggregateSet[]): AggregateSet[][] {
  const parts: AggregateSet[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const set of sets) {
    const added = encodeURIComponent(formatSet(set)).length;
    length += added;
    if (length > maxBatchLength) {
      parts.push([]);
      length = added;
    }
    parts.at(-1)?.push(set);
  }
  return parts;
}

/** Sends sets of one table together or, if the backend can't compute them so, each alone. */
async function sendSets(sets: readonly AggregateSet[]): Promise<void> {
  const [first] = sets;
  const requests = sets.flatMap((set) => set.requests);
  if (first?.requests[0] && sets.length > 1) {
    const { table, zone } = first.requests[0];
    try {
      const data = await getFirst<AggregateResponse[]>(
        buildURL(
          path`/api/aggregates/${table.name}/batch`,
          sets.map((set) => ['query', formatSet(set)]),
        ),
        { ...buildProfileHeaders(table), 'X-Tableside-Time-Zone': zone },
        abortWithAll(requests),
      );
      for (const [i, set] of sets.entries()) {
        const found = data[i];
        if (found) resolveSet(set, found);
      }
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0)
        return requests.forEach(({ reject }) => void reject(error));
    }
  }
  for (const set of sets) void sendSet(set);
}

/** Sends a set alone. If another aggregate can be the reason of a rejection, requests each aggregate alone. */
async function sendSet(set: AggregateSet): Promise<void> {
  const { requests, measures } = set;
  const [first] = requests;
  if (!first) return;
  try {
    resolveSet(set, await requestGroups(first, measures, abortWithAll(requests)));
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status < 500 && error.code !== unavailableCode;
    // One of the aggregates alone can be the reason of the rejection.
    const canSendAlone = isRejected && measures.length > 1;
    for (const pending of requests) {
      if (canSendAlone) pending.resolve(fetchAlone(pending));
      else pending.reject(error);
    }
  }
}

/** Resolves each request of a set with its part of the response, or requests it alone if the response can't contain its groups. */
function resolveSet({ requests, measures }: AggregateSet, { groups, truncated }: AggregateResponse): void {
  for (const pending of requests) {
    const index = measures.indexOf(pending.measure);
    // Of too many groups, the backend returns those with the largest first aggregate.
    const isOther = truncated && index > 0 && pending.keys[0]?.bucket === undefined;
    const found = {
      groups: groups.map(({ keys, values }) => ({ keys, value: values[index] })),
      isTruncated: truncated,
    };
    pending.resolve(isOther ? fetchAlone(pending) : found);
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
  const { table, zone } = request;
  return getFirst<AggregateResponse>(
    buildURL(path`/api/aggregates/${table.name}`, formatQuery(request, measures)),
    { ...buildProfileHeaders(table), 'X-Tableside-Time-Zone': zone },
    signal,
  );
}

/** Sends a GET request that a dashboard sends early when it is opened again. Throws ApiError. */
async function getFirst<T>(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<T> {
  storeFirstRequest(url, headers);
  return (await api.get<T>(url, { headers, signal })).data;
}

/** Formats the query of GET /api/aggregates/:table. */
function formatQuery({ keys, filters }: AggregateRequest, measures: readonly string[]): Parameter[] {
  const items = keys.map(({ column, bucket }) => quoteName(column) + (bucket ? `::${bucket}` : ''));
  return [
    ...formatRowsQuery({ select: [...items, ...measures].join(','), filters, isAggregate: true }),
    ['limit', String(maxGroups)],
  ];
}

/** Formats a set as a parameter `query` of a batch: the query string of GET /api/aggregates/:table for the set alone, without `?`. Its requests have the same keys and filters. */
function formatSet({ requests: [first], measures }: AggregateSet): string {
  return buildURL('', first && formatQuery(first, measures)).slice(1);
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
