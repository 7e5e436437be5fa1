ALTER TABLE "redirects" ADD COLUMN "from_anchor" text;--> statement-breakpoint
CREATE INDEX "redirects_from_anchor" ON "redirects" USING btree ("website_id","from_anchor");--> statement-breakpoint
-- Addresses that no encoding can change have had this key before; the start reads the others anew.
UPDATE "redirects" SET "from_anchor" = "from_key" WHERE "redirects_from" ~ '^/[A-Za-z0-9_./-]*$';
