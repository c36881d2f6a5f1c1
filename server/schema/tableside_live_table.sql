create or replace trigger tableside_live_insert after insert on :table
  referencing new table as changed for each statement execute function public.tableside_live();
create or replace trigger tableside_live_update after update on :table
  referencing new table as changed for each statement execute function public.tableside_live();
create or replace trigger tableside_live_delete after delete on :table
  referencing old table as changed for each statement execute function public.tableside_live();
create or replace trigger tableside_live_truncate after truncate on :table
  for each statement execute function public.tableside_live();
