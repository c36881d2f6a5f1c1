// Sends one part and then never ends.
let isCanceled = false;

Deno.serve((request: Request) => {
  if (new URL(request.url).searchParams.has('canceled')) return Response.json(isCanceled);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('begun')),
    cancel: () => {
      isCanceled = true;
    },
  });
  return new Response(body);
});
