// Returns 50 MB, or the number of bytes of the request's body.
Deno.serve(async (request: Request) => {
  if (request.method === 'PUT') {
    let bytes = 0;
    for await (const part of request.body ?? []) bytes += part.length;
    return Response.json({ bytes, type: request.headers.get('Content-Type') });
  }
  const part = new Uint8Array(1 << 20);
  let left = 50;
  return new Response(
    new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(part) : controller.close()),
    }),
  );
});
