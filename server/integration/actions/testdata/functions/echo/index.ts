Deno.serve(async (request: Request) =>
  Response.json({
    method: request.method,
    query: new URL(request.url).search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  }),
);
