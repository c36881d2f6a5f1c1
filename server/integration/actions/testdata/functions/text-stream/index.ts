// Sends two lines of text. The second waits until a request with ?continue arrives.
let resume: () => void = () => {};

Deno.serve((request: Request) => {
  if (new URL(request.url).searchParams.has('continue')) {
    resume();
    return new Response('continued');
  }
  const waits = new Promise<void>((resolve) => (resume = resolve));
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('The first line\n'));
      await waits;
      controller.enqueue(new TextEncoder().encode('The second line\n'));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/plain' } });
});
