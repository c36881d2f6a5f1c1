/**
 * Returns a random id of about 20 characters, for pages, batches and views. Does not
 * use crypto.randomUUID(), which browsers only provide to pages over HTTPS.
 */
export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
}
