// Returns the lines and the type of the file in the body.
Deno.serve(async (request: Request) => {
  const text = await request.text();
  return new Response(`${request.headers.get('Content-Type')}: ${text.trim().split('\n').length} lines`);
});
