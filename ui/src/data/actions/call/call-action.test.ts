import { describe, expect, it } from 'vitest';
import type { Action } from '@/lib/api.gen';
import { buildRequest, formatCurl } from './call-action';

const base = { name: 'restock', schema: 'public', method: 'POST', body: 'json' };

describe('formatCurl', () => {
  it('calls the function of the database, with quotes for the shell', () => {
    const action = { ...base, kind: 'database' } as Action;
    const request = buildRequest(action, `{"note":"it's"}`, 'key');
    expect(formatCurl(action, request)).toBe(
      [
        `curl -X POST "$SUPABASE_URL"'/rest/v1/rpc/restock'`,
        '-H "apikey: $SUPABASE_PUBLISHABLE_KEY"',
        '-H "Authorization: Bearer $ACCESS_TOKEN"',
        "-H 'Content-Profile: public'",
        "-H 'Content-Type: application/json'",
        "-H 'Idempotency-Key: key'",
        `--data-raw '{"note":"it'\\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('calls an edge function with its arguments in the query', () => {
    const action = { ...base, kind: 'edge', method: 'GET', body: 'query' } as Action;
    const request = buildRequest(action, '{"order":1,"tags":["a","b"]}', 'key');
    expect(formatCurl(action, request).split('\n')[0]).toBe(
      `curl -X GET "$SUPABASE_URL"'/functions/v1/restock?order=1&tags=a&tags=b' \\`,
    );
  });
});
