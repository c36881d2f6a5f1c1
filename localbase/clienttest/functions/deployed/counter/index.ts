// Streams three events.
Deno.serve(() => {
  const events = ['one', 'two', 'three'].map((word) => `data: ${word}\n\n`);
  return new Response(ReadableStream.from(events).pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/event-stream' },
  });
});
