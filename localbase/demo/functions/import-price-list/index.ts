// Sets the prices of products from a CSV file in the bucket "documents":
//
//   POST {"path": "price-lists/price-list.csv"}
//
// The file has the columns sku and price_eur, in any order, and no quoted values. The response is
// [{sku, old_price, new_price, result}], with a row for each line whose price differs. It reads and writes with
// the caller's token, so only users who can change prices can import them.

type Change = { sku: string; old_price: number; new_price: number; result: string };
type Line = { sku: string; price: number };

class RequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly hint = '',
  ) {
    super(message);
  }
}

Deno.serve(async (request: Request) => {
  try {
    const body = await request.json().catch(() => null);
    if (typeof body?.path !== 'string' || body.path === '') {
      throw new RequestError(400, 'Specify a file.', '{"path": "price-lists/price-list.csv"}');
    }
    const lines = parseLines(await readFile(request, body.path));
    const prices = await readPrices(request);
    const changes: Change[] = [];
    for (const { sku, price } of lines) {
      const old = prices.get(sku);
      if (old === undefined) changes.push({ sku, old_price: 0, new_price: price, result: 'unknown product' });
      else if (old !== price) {
        const result = await writePrice(request, sku, price);
        changes.push({ sku, old_price: old, new_price: price, result });
      }
    }
    return Response.json(changes);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return Response.json({ message: error.message, hint: error.hint }, { status: error.status });
  }
});

/** Sends a request to the backend with the caller's token. */
function send(request: Request, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
    Authorization: request.headers.get('Authorization') ?? '',
    'Content-Type': 'application/json',
    Prefer: 'return=representation',
  };
  return fetch(`${Deno.env.get('SUPABASE_URL')}${path}`, { ...init, headers });
}

async function readFile(request: Request, path: string): Promise<string> {
  const segments = path.split('/').map(encodeURIComponent).join('/');
  const response = await send(request, `/storage/v1/object/authenticated/documents/${segments}`);
  if (!response.ok)
    throw new RequestError(404, `The file ${path} doesn't exist, or you don't have access to it.`);
  return response.text();
}

function parseLines(text: string): Line[] {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = header.split(',').map((name) => name.trim());
  const [skuAt, priceAt] = [columns.indexOf('sku'), columns.indexOf('price_eur')];
  if (skuAt < 0 || priceAt < 0)
    throw new RequestError(
      422,
      'The file has no columns sku and price_eur.',
      'Export the price list as CSV.',
    );
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const values = line.split(',');
    const sku = values[skuAt]?.trim() ?? '';
    const price = Number(values[priceAt]);
    if (!(price > 0)) throw new RequestError(422, `Line ${index + 2} has no price.`);
    return [{ sku, price }];
  });
}

async function readPrices(request: Request): Promise<Map<string, number>> {
  const response = await send(request, '/rest/v1/products?select=sku,price');
  const rows = await response.json();
  if (!response.ok) throw new RequestError(response.status, rows.message, rows.hint ?? '');
  return new Map(rows.map((row: { sku: string; price: number }) => [row.sku, row.price]));
}

/** Changes a price. Returns "changed", or why the database rejected it. */
async function writePrice(request: Request, sku: string, price: number): Promise<string> {
  const query = new URLSearchParams({ sku: `eq.${sku}`, select: 'sku' });
  const response = await send(request, `/rest/v1/products?${query}`, {
    method: 'PATCH',
    body: JSON.stringify({ price }),
  });
  const body = await response.json();
  if (!response.ok) return body.message;
  return body.length === 1 ? 'changed' : 'not allowed';
}
