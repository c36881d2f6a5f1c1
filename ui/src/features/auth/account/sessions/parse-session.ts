import type { Account } from '@/lib/api.gen';

export interface SessionDetails {
  /** The time of the sign-in; undefined if the token does not contain it. */
  signedInAt: Date | undefined;
  /** The authentication methods in the order in which the user used them. */
  methods: readonly string[];
}

interface MethodEntry {
  method: string;
  /** Unix time in seconds. */
  timestamp: number;
}

/** Reads the claim amr of an access token: `[{"method":"password","timestamp":1780000000}]` (RFC 8176 has only names). */
export function parseSession({ amr }: Account['claims']): SessionDetails {
  const entries = (Array.isArray(amr) ? amr : []).filter(isMethodEntry);
  const sorted = entries.toSorted((a, b) => a.timestamp - b.timestamp);
  const first = sorted[0];
  return {
    signedInAt: first && new Date(first.timestamp * 1_000),
    methods: [...new Set(sorted.map(({ method }) => method))],
  };
}

function isMethodEntry(entry: unknown): entry is MethodEntry {
  const { method, timestamp } = (entry ?? {}) as Partial<MethodEntry>;
  return typeof method === 'string' && typeof timestamp === 'number';
}
