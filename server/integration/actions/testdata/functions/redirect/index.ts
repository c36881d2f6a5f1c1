Deno.serve(() => Response.redirect('http://127.0.0.1:1/elsewhere', 307));
