// Sends two events. The second waits until a request with ?continue arrives.
let resume: () => void = () => {};

Deno.serve(async (request: Request) => {
  await request.text();
  if (new URL(request.url).searchParams.has('continue')) {
    resume();
    return new Response('continued');
  }
  const waits = new Promise<void>((resolve) => (resume = resolve));
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('data: first\n\n'));
      await waits;
      controller.enqueue(new TextEncoder().encode('event: total\ndata: second\ndata: line\n\n'));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
});
