Deno.serve(() => Response.json({ reason: 'of its own' }, { status: 422 }));
