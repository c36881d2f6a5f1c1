import type { Column } from '@/lib/api.gen';

/** Whether a column contains data for searches, which users do not read: a tsvector, or an embedding of pgvector. */
export function isSearchData({ kind, base }: Pick<Column, 'kind' | 'base'>): boolean {
  return kind === 'tsvector' || /^(vector|halfvec|sparsevec)$/.test(base);
}
