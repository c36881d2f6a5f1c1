-- Saves three views and a dashboard that Ada shares with owners and staff, and a private view of Signe.

insert into public.tableside_views (table_schema, table_name, name, query, position, owner, shared, roles) values
  ('public', 'orders', 'In progress', 'status=in.(confirmed,roasting,packed)&order=due_on.asc&select=number,customer_id,status,due_on,assigned_to,total', 1024,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}'),
  ('public', 'orders', 'Unassigned', 'assigned_to=is.null&status=neq.delivered&order=placed_at.asc', 2048,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}'),
  ('public', 'orders', 'Mine by status', 'view=board.status&assigned_to=eq.00000000-0000-4000-8000-0000000000b1', 3072,
   '00000000-0000-4000-8000-0000000000b1', false, null),
  ('public', 'products', 'Roast soon', 'stock=lt.24&active=is.true&order=stock.asc&select=photo,name,roast,stock,reorder_at', 1024,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}');

-- A dashboard is a view of the table of views. Its query contains the tiles, without white space.
insert into public.tableside_views (table_schema, table_name, name, query, owner, shared, roles) values
  ('public', 'tableside_views', 'Roastery today', regexp_replace('[{"id":"open","kind":"chart","width":"small","schema":"public","table":"orders","query":"view=chart&status=in.(confirmed,roasting,packed)&chart=number.count","title":"Orders\u0020in\u0020progress"},
     {"id":"value","kind":"chart","width":"small","schema":"public","table":"orders","query":"view=chart&status=in.(confirmed,roasting,packed)&chart=number.sum(total)","title":"Value\u0020in\u0020progress"},
     {"id":"stock","kind":"chart","width":"small","schema":"public","table":"products","query":"view=chart&stock=lt.24&active=is.true&chart=number.count","title":"Products\u0020to\u0020roast"},
     {"id":"plan","kind":"action","width":"small","action":"public.plan_deliveries"},
     {"id":"sales","kind":"chart","width":"medium","schema":"public","table":"monthly_sales","query":"view=chart&chart=bar.sum(revenue).by(month.month)"},
     {"id":"status","kind":"chart","width":"medium","schema":"public","table":"orders","query":"view=chart&chart=pie.count.by(status)"},
     {"id":"next","kind":"list","width":"medium","schema":"public","table":"orders","query":"status=in.(confirmed,roasting,packed)&order=due_on.asc&select=number,customer_id,status,due_on","title":"Due\u0020next"},
     {"id":"roast","kind":"list","width":"medium","schema":"public","table":"products","query":"stock=lt.24&active=is.true&order=stock.asc&select=name,roast,stock","title":"Roast\u0020soon"}]', '\s', '', 'g'),
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}');
