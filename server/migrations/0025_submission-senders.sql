ALTER TABLE "submissions" ADD COLUMN "sent_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Of what was sent before, the first entry that is called a name and the first that is an address.
UPDATE "submissions" SET "sent_by" = left(concat_ws(', ',
  (SELECT trim(e.value ->> 'value') FROM json_each("formatted_payload") WITH ORDINALITY AS e (key, value, place)
    WHERE trim(e.value ->> 'value') <> '' AND concat_ws(' ', e.value ->> 'label', e.key) ~* '\mname\M'
      AND concat_ws(' ', e.value ->> 'label', e.key) !~* '\m(company|business|agency|street|suburb|property|project|user) name\M'
      AND e.value ->> 'value' !~ '@'
    ORDER BY e.place LIMIT 1),
  (SELECT trim(e.value ->> 'value') FROM json_each("formatted_payload") WITH ORDINALITY AS e (key, value, place)
    WHERE trim(e.value ->> 'value') ~ '^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$'
    ORDER BY e.place LIMIT 1)), 200)
WHERE json_typeof("formatted_payload") = 'object';--> statement-breakpoint
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "submissions_by_sender_found" ON "submissions" USING gin (folded("sent_by") gin_trgm_ops);
  CREATE INDEX "submissions_by_form_found" ON "submissions" USING gin (folded("form_name") gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege THEN
  RAISE WARNING 'pg_trgm: %', SQLERRM;
END $$;
