CREATE TABLE "delisted_listings" (
	"id" integer PRIMARY KEY NOT NULL,
	"website_id" integer NOT NULL,
	"sync_id" integer NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"featured" boolean NOT NULL,
	"image_id" text,
	"delisted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "last_result" jsonb;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "would_remove" integer;--> statement-breakpoint
ALTER TABLE "delisted_listings" ADD CONSTRAINT "delisted_listings_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delisted_listings" ADD CONSTRAINT "delisted_listings_sync_id_syncs_id_fk" FOREIGN KEY ("sync_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delisted_listings" ADD CONSTRAINT "delisted_listings_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delisted_listings_of_sync" ON "delisted_listings" USING btree ("sync_id","external_id");--> statement-breakpoint
CREATE INDEX "delisted_listings_of_website" ON "delisted_listings" USING btree ("website_id");--> statement-breakpoint
CREATE INDEX "delisted_listings_by_image" ON "delisted_listings" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "delisted_listings_by_age" ON "delisted_listings" USING btree ("delisted_at");