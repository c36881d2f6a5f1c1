-- Saves three views that Ada shares with owners and staff, and a private view of Signe.

insert into public.tableside_views (table_schema, table_name, name, query, position, owner, shared, roles) values
  ('public', 'orders', 'In progress', 'status=in.(confirmed,roasting,packed)&order=due_on.asc&select=number,customer_id,status,due_on,assigned_to,total', 1024,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}'),
  ('public', 'orders', 'Unassigned', 'assigned_to=is.null&status=neq.delivered&order=placed_at.asc', 2048,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}'),
  ('public', 'orders', 'Mine by status', 'view=board.status&assigned_to=eq.00000000-0000-4000-8000-0000000000b1', 3072,
   '00000000-0000-4000-8000-0000000000b1', false, null),
  ('public', 'products', 'Roast soon', 'stock=lt.24&active=is.true&order=stock.asc&select=photo,name,roast,stock,reorder_at', 1024,
   '00000000-0000-4000-8000-0000000000a1', true, '{owner,staff}');
