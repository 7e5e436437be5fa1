-- A search without these indexes finds the same, and reads every row. Not every database has the extension, or lets this user create it.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "domains_found" ON "domains" USING gin ("domain" gin_trgm_ops);
  CREATE INDEX "redirects_from_found" ON "redirects" USING gin ("redirects_from" gin_trgm_ops);
  CREATE INDEX "redirects_to_found" ON "redirects" USING gin ("redirects_to" gin_trgm_ops);
  CREATE INDEX "websites_found" ON "websites" USING gin ("name" gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege THEN
  RAISE WARNING 'pg_trgm: %', SQLERRM;
END $$;
