// What it costs to send an order, by its weight and the customer's city:
//
//   POST {"order": 10001}                                       an order, as the caller may see it
//   POST {"weight_g": 12000, "city": "Aarhus", "country": "DK"} before there is one
//
// Answers {order, city, weight_g, quotes: [{carrier, price, days}]}, cheapest first.

const home = { city: 'Copenhagen', country: 'DK' };
const neighbours = ['DE', 'FI', 'NO', 'PL', 'SE'];
const overseas = ['AU', 'CA', 'JP', 'KR', 'MX', 'TW', 'US', 'ZA'];
const heaviest = 1_000_000; // grams: more goes by the pallet

type Parcel = { order: number | null; city: string; country: string; weight_g: number };
type Quote = { carrier: string; price: number; days: number };

class Refusal extends Error {
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
    const parcel = await parcelOf(request);
    return Response.json({
      order: parcel.order,
      city: parcel.city,
      weight_g: parcel.weight_g,
      quotes: quotes(parcel),
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ message: error.message, hint: error.hint }, { status: error.status });
  }
});

async function parcelOf(request: Request): Promise<Parcel> {
  const wanted = await request.json().catch(() => null);
  if (Number.isInteger(wanted?.order)) return orderOf(request, wanted.order);
  const { weight_g, city, country = home.country } = wanted ?? {};
  if (
    !Number.isInteger(weight_g) ||
    weight_g < 1 ||
    typeof city !== 'string' ||
    !/^[A-Z]{2}$/.test(country)
  ) {
    throw new Refusal(
      400,
      'Say which order to send, or how heavy it is and where it goes.',
      '{"order": 10001} or {"weight_g": 12000, "city": "Aarhus", "country": "DK"}',
    );
  }
  return { order: null, city, country, weight_g };
}

/** Reads an order with the caller's own token, so that nobody gets a quote for what they may not see. */
async function orderOf(request: Request, number: number): Promise<Parcel> {
  const query = new URLSearchParams({
    select: 'customers(city,country),order_items(quantity,products(weight_g))',
    number: `eq.${number}`,
  });
  const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/orders?${query}`, {
    headers: {
      apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
      Authorization: request.headers.get('Authorization') ?? '',
    },
  });
  const rows = await answer.json();
  if (!answer.ok) throw new Refusal(answer.status, rows.message, rows.hint ?? '');
  const [order] = rows;
  if (!order) throw new Refusal(404, `There is no order ${number}, or it isn't yours to see.`);
  let weight_g = 0;
  for (const item of order.order_items) weight_g += item.quantity * (item.products?.weight_g ?? 0);
  if (weight_g === 0)
    throw new Refusal(422, `Order ${number} has no items yet, so there is nothing to send.`);
  return { order: number, city: order.customers.city, country: order.customers.country, weight_g };
}

function quotes({ city, country, weight_g }: Parcel): Quote[] {
  if (weight_g > heaviest)
    throw new Refusal(422, 'That is more than a ton.', 'Ask for a pallet quote instead.');
  const kg = Math.ceil(weight_g / 1000);
  const found: Quote[] = [];
  const add = (carrier: string, base: number, perKg: number, days: number) =>
    found.push({ carrier, price: Math.round((base + perKg * kg) * 100) / 100, days });
  if (city === home.city && country === home.country) {
    if (kg <= 40) add('Cargo bike', 6, 0.1, 0);
    add('Our own van', 9, 0.05, 1);
  } else if (country === home.country) {
    add('Our own van', 18, 0.15, 1);
    add('Blue Line Parcel', 8, 0.6, 2);
  } else if (neighbours.includes(country)) {
    add('Nordfrakt', 24, 0.4, 3);
    add('Blue Line Parcel', 14, 0.9, 4);
  } else if (overseas.includes(country)) {
    add('Blue Line Parcel', 60, 7.5, 9);
  } else {
    add('Nordfrakt', 38, 0.7, 5);
    add('Blue Line Parcel', 22, 1.4, 6);
  }
  return found.sort((a, b) => a.price - b.price);
}
