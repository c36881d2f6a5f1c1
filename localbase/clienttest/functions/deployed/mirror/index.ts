// Returns the request's properties and those of the runtime as JSON.
import { hostname } from 'node:os';

Deno.serve(async (request: Request) => {
  const body = await request.text();
  const file = `/tmp/${crypto.randomUUID()}`;
  await Deno.writeTextFile(file, 'stored in /tmp');
  const stored = await Deno.readTextFile(file);
  await Deno.remove(file);
  return Response.json({
    method: request.method,
    body,
    type: request.headers.get('content-type'),
    token: request.headers.get('authorization')?.slice(0, 7),
    custom: request.headers.get('x-custom'),
    path: new URL(request.url).pathname,
    url: Deno.env.get('SUPABASE_URL'),
    scheme: new URL(request.url).protocol,
    hostname: hostname(),
    stored,
    unset: Deno.env.get('UNSET') ?? null,
    publishableKeys: JSON.parse(Deno.env.get('SUPABASE_PUBLISHABLE_KEYS') ?? '{}'),
    secretKeys: JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}'),
    jwks: JSON.parse(Deno.env.get('SUPABASE_JWKS') ?? '{}'),
    hasServiceKey: Boolean(Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')),
  });
});
