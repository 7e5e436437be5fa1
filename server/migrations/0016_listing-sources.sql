CREATE TABLE "website_listing_sources" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "website_listing_sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"listing_source_id" integer NOT NULL,
	"filters" text
);
--> statement-breakpoint
ALTER TABLE "website_listing_sources" ADD CONSTRAINT "website_listing_sources_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_listing_sources" ADD CONSTRAINT "website_listing_sources_listing_source_id_syncs_id_fk" FOREIGN KEY ("listing_source_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "website_listing_sources_by_id" ON "website_listing_sources" USING btree ("website_id","id");--> statement-breakpoint
CREATE INDEX "website_listing_sources_of_sync" ON "website_listing_sources" USING btree ("listing_source_id");