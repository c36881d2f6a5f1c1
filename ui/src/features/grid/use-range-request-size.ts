import { useWorkspace } from '@/lib/auth/session';

const maxRequestRows = 1000;

/** Returns how many rows of a long range to read with one request: at most 1,000, or the backend's limit. */
export function useRangeRequestSize(): number {
  const { maxRows } = useWorkspace().limits;
  return maxRows > 0 ? Math.min(maxRequestRows, maxRows) : maxRequestRows;
}
