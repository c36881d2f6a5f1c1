Deno.serve(
  () =>
    new Response('<h1>Broken</h1>', {
      status: 500,
      headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'tableside=stolen', 'X-Own': 'Größe' },
    }),
);
