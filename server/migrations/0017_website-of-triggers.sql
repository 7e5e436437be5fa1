ALTER TABLE "popup_triggers" ADD COLUMN "website_id" integer;--> statement-breakpoint
UPDATE "popup_triggers" SET "website_id" = "popups"."website_id" FROM "popups" WHERE "popups"."id" = "popup_triggers"."popup_id";--> statement-breakpoint
ALTER TABLE "popup_triggers" ALTER COLUMN "website_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "popup_triggers" ADD CONSTRAINT "popup_triggers_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "popup_triggers_of_website" ON "popup_triggers" USING btree ("website_id");