-- A website of earlier versions could have two primary domains.
UPDATE "domains" SET "is_primary" = false WHERE "is_primary" AND "id" NOT IN (SELECT min("id") FROM "domains" WHERE "is_primary" GROUP BY "website_id");--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "redirect_to_path" text;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "is_microsite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_primary" ON "domains" USING btree ("website_id") WHERE "domains"."is_primary";