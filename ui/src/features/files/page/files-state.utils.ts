import type { Bucket } from '@/lib/api.gen';

export type FilesView = 'list' | 'grid';

export const sortOptions = [
  { value: 'name.asc', label: 'Name, A to Z' },
  { value: 'name.desc', label: 'Name, Z to A' },
  { value: 'updated_at.desc', label: 'Newest change first' },
  { value: 'updated_at.asc', label: 'Oldest change first' },
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'created_at.asc', label: 'Oldest first' },
] as const;

export type FilesSort = (typeof sortOptions)[number]['value'];

/** What the files page shows, as its address says. */
export interface FilesState {
  /** null: as suits the bucket. */
  view: FilesView | null;
  sort: FilesSort;
  search: string;
  /** Name of the file that is previewed; null for none. */
  file: string | null;
}

/** Reads the query string; what it can't mean is taken as not given. */
export function parseFilesState(params: URLSearchParams): FilesState {
  const view = params.get('view');
  const sort = sortOptions.find(({ value }) => value === params.get('sort'));
  return {
    view: view === 'list' || view === 'grid' ? view : null,
    sort: sort?.value ?? 'name.asc',
    search: params.get('search') ?? '',
    file: params.get('file') || null,
  };
}

/** The query string of a state, with its "?"; "" where all is as it is by default. */
export function formatFilesState({ view, sort, search, file }: FilesState): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  if (sort !== 'name.asc') params.set('sort', sort);
  if (search !== '') params.set('search', search);
  if (file !== null) params.set('file', file);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Pictures are best seen, all else is best read. */
export function getDefaultView(bucket: Bucket | undefined): FilesView {
  const types = bucket?.allowedMimeTypes ?? [];
  return types.length > 0 && types.every((type) => type.startsWith('image/')) ? 'grid' : 'list';
}
