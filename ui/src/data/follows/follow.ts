/** A record or a saved view whose changes the user wants to be notified of. */
export interface Follow {
  id: string;
  schema: string;
  table: string;
  /** The query string of its page: `record=id.eq.7` for a record. */
  query: string;
  title: string;
  /** The digest of its rows when the user saw them last; undefined until they are read for the first time. */
  seen: string | undefined;
}

/** The page of a record or saved view. */
export type FollowedPage = Omit<Follow, 'id' | 'seen'>;

/** Returns the follow of a page; undefined if the user does not follow it. */
export function findFollow(
  follows: readonly Follow[],
  { schema, table, query }: Pick<Follow, 'schema' | 'table' | 'query'>,
): Follow | undefined {
  return follows.find(
    (follow) => follow.schema === schema && follow.table === table && follow.query === query,
  );
}

/** Maximum number of follows: the rows of each are read again when their table changes. */
export const maxFollows = 20;

/** Returns a digest of a text: equal texts have the same digest. It is not meant to resist attacks. */
export function computeDigest(text: string): string {
  // cyrb53: two multiplicative hashes of 32 bits.
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
