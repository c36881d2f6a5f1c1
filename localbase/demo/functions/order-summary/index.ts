// Returns an order in Markdown, to paste into a mail or a chat:
//
//   POST {"order": 10001}
//
// It reads the order with the caller's token, so row-level security applies. The heading is sent before the
// items are read.

type Item = { quantity: number; grind: string; line_total: number; products: { name: string } | null };
type Order = {
  id: number;
  number: number;
  status: string;
  due_on: string;
  total: number;
  notes: string | null;
  customers: { name: string; city: string; country: string } | null;
};

Deno.serve(async (request: Request) => {
  const body = await request.json().catch(() => null);
  if (!Number.isInteger(body?.order)) {
    return Response.json({ message: 'Specify an order.', hint: '{"order": 10001}' }, { status: 400 });
  }
  const response = await readRows(request, 'orders', {
    select: 'id,number,status,due_on,total,notes,customers(name,city,country)',
    number: `eq.${body.order}`,
  });
  const rows = await response.json();
  if (!response.ok) return Response.json(rows, { status: response.status });
  const order: Order | undefined = rows[0];
  if (!order) {
    const message = `Order ${body.order} not found, or you don't have access to it.`;
    return Response.json({ message, hint: '' }, { status: 404 });
  }
  const lines = ReadableStream.from(formatOrder(request, order)).pipeThrough(new TextEncoderStream());
  return new Response(lines, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
});

/** Reads rows with the caller's token. */
function readRows(request: Request, table: string, query: Record<string, string>): Promise<Response> {
  return fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/${table}?${new URLSearchParams(query)}`, {
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      Authorization: request.headers.get('Authorization') ?? '',
    },
  });
}

/** Returns the order in parts: the heading, then the items. */
async function* formatOrder(request: Request, order: Order): AsyncGenerator<string> {
  const customer = order.customers;
  yield `# Order ${order.number}\n\n`;
  if (customer)
    yield `For **${escapeMarkdown(customer.name)}**, ${escapeMarkdown(customer.city)} (${customer.country}).\n`;
  yield `Status: ${order.status}. Due on ${order.due_on}.\n\n`;
  const response = await readRows(request, 'order_items', {
    select: 'quantity,grind,line_total,products(name)',
    order_id: `eq.${order.id}`,
    order: 'product_id',
  });
  if (!response.ok) throw new Error(`The items can't be read: HTTP ${response.status}`);
  yield '| Coffee | Grind | Bags | Euros |\n|---|---|--:|--:|\n';
  for (const item of (await response.json()) as Item[]) {
    const name = escapeMarkdown(item.products?.name ?? 'no longer sold');
    yield `| ${name} | ${item.grind} | ${item.quantity} | ${item.line_total.toFixed(2)} |\n`;
  }
  yield `| **Total** | | | **${order.total.toFixed(2)}** |\n`;
  if (order.notes) yield `\n> ${escapeMarkdown(order.notes)}\n`;
}

/** Escapes user input, so that it is not interpreted as Markdown or HTML. */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#!]/g, '\\$&');
}
