// An order in Markdown, to paste into a mail or a chat:
//
//   POST {"order": 10001}
//
// It reads with the caller's token: row-level security decides what there is to tell.

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
  const wanted = await request.json().catch(() => null);
  if (!Number.isInteger(wanted?.order)) {
    return Response.json(
      { message: 'Say which order to sum up.', hint: '{"order": 10001}' },
      { status: 400 },
    );
  }
  const query = new URLSearchParams({
    select:
      'number,status,due_on,total,notes,customers(name,city,country),order_items(quantity,grind,line_total,products(name))',
    number: `eq.${wanted.order}`,
    'order_items.order': 'product_id',
  });
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/orders?${query}`, {
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      Authorization: request.headers.get('Authorization') ?? '',
    },
  });
  const rows = await answer.json();
  if (!answer.ok) return Response.json(rows, { status: answer.status });
  if (rows.length === 0) {
    const message = `There is no order ${wanted.order}, or it isn't yours to see.`;
    return Response.json({ message, hint: '' }, { status: 404 });
  }
  return new Response(markdown(rows[0]), { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
});

function markdown(order: Order): string {
  const customer = order.customers;
  const lines = [
    `# Order ${order.number}`,
    '',
    customer ? `For **${plain(customer.name)}**, ${plain(customer.city)} (${customer.country}).` : '',
    `Status: ${order.status}. Due on ${order.due_on}.`,
    '',
    '| Coffee | Grind | Bags | Euros |',
    '|---|---|--:|--:|',
  ];
  for (const item of order.order_items) {
    lines.push(
      `| ${plain(item.products?.name ?? 'no longer sold')} | ${item.grind} | ${item.quantity} | ${item.line_total.toFixed(2)} |`,
    );
  }
  lines.push(`| **Total** | | | **${order.total.toFixed(2)}** |`, '');
  if (order.notes) lines.push(`> ${plain(order.notes)}`, '');
  return lines.join('\n');
}

/** Keeps what people typed from being read as Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#!]/g, '\\$&');
}
