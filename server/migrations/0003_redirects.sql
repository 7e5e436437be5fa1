CREATE TABLE "redirects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redirects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"redirects_from" text NOT NULL,
	"redirects_to" text NOT NULL,
	"rewrite" boolean NOT NULL,
	"redirect_to_rewrite" boolean NOT NULL,
	"from_key" text NOT NULL,
	"to_key" text
);
--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "redirects_from_key" ON "redirects" USING btree ("website_id","from_key");--> statement-breakpoint
CREATE INDEX "redirects_to_key" ON "redirects" USING btree ("website_id","to_key");