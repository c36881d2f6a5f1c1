// Returns an order in Markdown, to paste into a mail or a chat:
//
//   POST {"order": 10001}
//
// It reads the order with the caller's token, so row-level security applies.

type Item = { quantity: number; grind: string; line_total: number; products: { name: string } | null };
type Order = {
  number: number;
  status: string;
  due_on: string;
  total: number;
  notes: string | null;
  customers: { name: string; city: string; country: string } | null;
  order_items: Item[];
};

Deno.serve(async (request: Request) => {
  const body = await request.json().catch(() => null);
  if (!Number.isInteger(body?.order)) {
    return Response.json({ message: 'Specify an order.', hint: '{"order": 10001}' }, { status: 400 });
  }
  const query = new URLSearchParams({
    select:
      'number,status,due_on,total,notes,customers(name,city,country),order_items(quantity,grind,line_total,products(name))',
    number: `eq.${body.order}`,
    'order_items.order': 'product_id',
  });
  const response = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/orders?${query}`, {
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      Authorization: request.headers.get('Authorization') ?? '',
    },
  });
  const rows = await response.json();
  if (!response.ok) return Response.json(rows, { status: response.status });
  if (rows.length === 0) {
    const message = `Order ${body.order} not found, or you don't have access to it.`;
    return Response.json({ message, hint: '' }, { status: 404 });
  }
  return new Response(formatOrder(rows[0]), { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
});

function formatOrder(order: Order): string {
  const customer = order.customers;
  const lines = [
    `# Order ${order.number}`,
    '',
    customer
      ? `For **${escapeMarkdown(customer.name)}**, ${escapeMarkdown(customer.city)} (${customer.country}).`
      : '',
    `Status: ${order.status}. Due on ${order.due_on}.`,
    '',
    '| Coffee | Grind | Bags | Euros |',
    '|---|---|--:|--:|',
  ];
  for (const item of order.order_items) {
    lines.push(
      `| ${escapeMarkdown(item.products?.name ?? 'no longer sold')} | ${item.grind} | ${item.quantity} | ${item.line_total.toFixed(2)} |`,
    );
  }
  lines.push(`| **Total** | | | **${order.total.toFixed(2)}** |`, '');
  if (order.notes) lines.push(`> ${escapeMarkdown(order.notes)}`, '');
  return lines.join('\n');
}

/** Escapes user input, so that it is not interpreted as Markdown or HTML. */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#!]/g, '\\$&');
}
