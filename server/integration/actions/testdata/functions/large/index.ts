// Returns 50 MB of the media type that the body asks for, or the number of bytes of the body.
Deno.serve(async (request: Request) => {
  if (request.method === 'PUT') {
    let bytes = 0;
    for await (const part of request.body ?? []) bytes += part.length;
    return Response.json({ bytes, type: request.headers.get('Content-Type') });
  }
  const { type } = (await request.json()) as { type?: string };
  const part = new Uint8Array(1 << 20);
  if (type) part.fill(0x61).fill(0x0a, (1 << 20) - 1);
  let left = 50;
  const body = new ReadableStream({
    pull: (controller) => (left-- > 0 ? controller.enqueue(part) : controller.close()),
  });
  return new Response(body, type ? { headers: { 'Content-Type': type } } : {});
});
