
create policy "Covers are public"
on "storage"."objects"
as permissive
for select
to public
using ((bucket_id = 'covers'::text));

drop policy if exists "An old policy" on "storage"."objects";

CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.handle_new_user();

alter table "storage"."objects" drop constraint if exists "objects_bucketId_fkey";

grant delete on table "storage"."objects" to "anon";

revoke select on table "auth"."audit_log_entries" from "dashboard_user";

alter table "storage"."objects" add constraint "objects_bucketId_fkey" FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) not valid;

alter table "storage"."objects" validate constraint "objects_bucketId_fkey";

drop extension if exists "pg_net";

create extension if not exists "pg_net" with schema "public";
