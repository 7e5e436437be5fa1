CREATE TABLE "popup_triggers" (
	"popup_id" integer NOT NULL,
	"form_id" integer,
	"page_id" integer
);
--> statement-breakpoint
CREATE TABLE "popups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "popups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"content" text,
	"position" text NOT NULL,
	"animation" text NOT NULL,
	"size" text,
	"form_id" integer,
	"css_class" text,
	"triggers" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "popup_triggers" ADD CONSTRAINT "popup_triggers_popup_id_popups_id_fk" FOREIGN KEY ("popup_id") REFERENCES "public"."popups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popup_triggers" ADD CONSTRAINT "popup_triggers_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popup_triggers" ADD CONSTRAINT "popup_triggers_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popups" ADD CONSTRAINT "popups_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popups" ADD CONSTRAINT "popups_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "popup_triggers_of_popup" ON "popup_triggers" USING btree ("popup_id");--> statement-breakpoint
CREATE INDEX "popup_triggers_of_form" ON "popup_triggers" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "popup_triggers_of_page" ON "popup_triggers" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "popups_by_name" ON "popups" USING btree ("website_id",lower(left("name", 200)),"id");--> statement-breakpoint
CREATE INDEX "popups_by_title" ON "popups" USING btree ("website_id",lower(left("title", 200)),"id");--> statement-breakpoint
CREATE INDEX "popups_of_form" ON "popups" USING btree ("form_id");