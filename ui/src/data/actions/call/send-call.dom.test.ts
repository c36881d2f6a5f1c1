import { describe, expect, it } from 'vitest';
import { makeAction } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { buildRequest, sendCall } from './call-action';

describe('sendCall', () => {
  const action = makeAction('restock');
  const send = () => sendCall(action, buildRequest(action, '{}', 'key'), { offlineText: '' });

  it('has an unknown outcome if the connection ended after an informational response', async () => {
    respondWith({ 'POST /api/rpc/restock': () => new Response('', { status: 200 }) });
    expect((await send()).kind).toBe('unknown');
  });

  it('is done if the function returned nothing', async () => {
    respondWith({ 'POST /api/rpc/restock': () => new Response(null, { status: 204 }) });
    expect((await send()).kind).toBe('done');
  });
});
