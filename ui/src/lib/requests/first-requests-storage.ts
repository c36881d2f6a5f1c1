import { firstRequestsKey } from './forget-first-requests';

/** A GET request with its URL and headers. */
export type StoredRequest = readonly [url: string, headers: Record<string, string>];

/** The requests of a page, by its path. */
export interface StoredPage {
  path: string;
  /** The requests of the last time that the page was loaded. */
  last: StoredRequest[];
  /** The URLs of the time before. */
  before: string[];
}

/** Whether the browser has loaded the HTML of a dashboard, whose requests are stored. */
export const isDashboardLoad = () => document.documentElement.dataset.page === 'dashboard';

/** Returns the stored requests of pages, the last page first. Throws if the browser blocks storage. */
export function readPages(): StoredPage[] {
  return JSON.parse(localStorage.getItem(firstRequestsKey) ?? '[]');
}

/** Replaces the stored requests. Throws if the browser blocks storage. */
export function writePages(pages: readonly StoredPage[]): void {
  localStorage.setItem(firstRequestsKey, JSON.stringify(pages));
}
