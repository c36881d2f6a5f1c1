/** The key of the stored requests of dashboards (first-requests-storage.ts). */
export const firstRequestsKey = 'tableside.first-requests';

/** Deletes the stored requests. Their URLs contain the values of filters. */
export function forgetFirstRequests(): void {
  try {
    localStorage.removeItem(firstRequestsKey);
  } catch {
    // The browser blocks storage.
  }
}
