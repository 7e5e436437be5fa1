DROP INDEX "forms_by_name";--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "enable_recaptcha" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "fields" jsonb;--> statement-breakpoint
UPDATE "forms" SET
  "description" = "definition" ->> 'description',
  "enable_recaptcha" = coalesce("definition" -> 'enable_recaptcha' = 'true'::jsonb, false),
  "fields" = CASE WHEN jsonb_typeof("definition" -> 'fields') = 'array' THEN "definition" -> 'fields' ELSE '[]'::jsonb END;--> statement-breakpoint
ALTER TABLE "forms" ALTER COLUMN "fields" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "forms_by_label" ON "forms" USING btree ("website_id",lower(left("label", 200)),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_name_unique" ON "forms" USING btree ("website_id","name");--> statement-breakpoint
CREATE INDEX "forms_by_name" ON "forms" USING btree ("website_id",lower(left("name", 200)),"id");--> statement-breakpoint
ALTER TABLE "forms" DROP COLUMN "definition";