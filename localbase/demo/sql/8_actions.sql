-- Declares the demo's edge functions as actions.

insert into public.tableside_actions (name, title, label, description, icon, input, on_tables, when_filter, result, touches, roles) values
  ('quote-shipping', 'Quote shipping', null, 'Prices and days of the carriers for an order, cheapest first.', 'truck',
   '{"type": "object", "required": ["order"], "properties": {"order": {"type": "integer", "title": "Order", "description": "The number of the order"}}}',
   '{orders order=number}', 'status=in.(draft,confirmed,roasting,packed)', 'rows', null, '{owner,staff}'),
  ('order-summary', 'Order summary', 'Summarize', 'The order as a text, to paste into a mail or a chat.', 'file-text',
   '{"type": "object", "required": ["order"], "properties": {"order": {"type": "integer", "title": "Order", "description": "The number of the order"}}}',
   '{orders order=number}', null, 'markdown', null, null),
  ('import-price-list', 'Import price list', null, 'Sets the prices of the products in a CSV file with the columns sku and price_eur.', 'file-up',
   '{"type": "object", "required": ["path"], "properties": {"path": {"type": "string", "title": "Price list", "x-file": "bucket=documents folder=price-lists accept=.csv"}}}',
   '{products}', null, 'rows', '{products}', '{owner}');
