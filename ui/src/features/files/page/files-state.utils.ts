import type { Bucket } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';

export type FilesView = 'list' | 'grid';

/** The orders of a folder's entries. */
export const filesSorts = [
  'name.asc',
  'name.desc',
  'updated_at.desc',
  'updated_at.asc',
  'created_at.desc',
  'created_at.asc',
] as const;

export type FilesSort = (typeof filesSorts)[number];

/** The orders that the API lists page by page. */
export type NameSort = Extract<FilesSort, `name.${string}`>;

/** Whether the API can list a folder in this order page by page. */
export function isNameSort(sort: FilesSort): sort is NameSort {
  return sort.startsWith('name.');
}

/** State of the files page that its URL contains. */
export interface FilesState {
  /** Null means the default view of the bucket. */
  view: FilesView | null;
  sort: FilesSort;
  search: string;
  /** Path of the previewed file relative to the folder; null if no preview is open. */
  file: string | null;
}

/** Parses the query string. Ignores unknown values. */
export function parseFilesState(params: URLSearchParams): FilesState {
  const view = params.get('view');
  const sort = filesSorts.find((value) => value === params.get('sort'));
  return {
    view: view === 'list' || view === 'grid' ? view : null,
    sort: sort ?? 'name.asc',
    search: params.get('search') ?? '',
    file: params.get('file') || null,
  };
}

/** Returns the query string of a state, with its "?"; "" for the default state. */
export function formatFilesState({ view, sort, search, file }: FilesState): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  if (sort !== 'name.asc') params.set('sort', sort);
  if (search !== '') params.set('search', search);
  if (file !== null) params.set('file', file);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the URL of the preview of a file, over the page of its folder. */
export function formatPreviewHref(bucket: string, path: string): string {
  const end = path.lastIndexOf('/');
  const state: FilesState = { view: null, sort: 'name.asc', search: '', file: path.slice(end + 1) };
  return hrefs.files(bucket, path.slice(0, Math.max(end, 0))) + formatFilesState(state);
}

/** Returns 'grid' for a bucket that accepts only pictures, otherwise 'list'. */
export function getDefaultView(bucket: Bucket | undefined): FilesView {
  const types = bucket?.allowedMimeTypes ?? [];
  return types.length > 0 && types.every((type) => type.startsWith('image/')) ? 'grid' : 'list';
}
