Deno.serve(() => Response.json({ reason: 'own error' }, { status: 422 }));
