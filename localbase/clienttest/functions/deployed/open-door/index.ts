Deno.serve(() => new Response('come in', { headers: { 'Content-Type': 'text/plain' } }));
