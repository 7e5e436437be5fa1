CREATE TABLE "seo" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"post_type" text NOT NULL,
	"post_id" text NOT NULL,
	"title" text,
	"tagline" text,
	"keywords" text,
	"image_id" text,
	"permalink" text
);
--> statement-breakpoint
ALTER TABLE "seo" ADD CONSTRAINT "seo_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo" ADD CONSTRAINT "seo_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "seo_of_page" ON "seo" USING btree ("website_id","post_type","post_id");--> statement-breakpoint
CREATE INDEX "seo_by_title" ON "seo" USING btree ("website_id",lower(left("title", 200)),"id");--> statement-breakpoint
CREATE INDEX "seo_by_type" ON "seo" USING btree ("website_id",lower(left("post_type", 200)),"id");