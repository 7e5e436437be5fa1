CREATE TABLE "syncs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "syncs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"label" text NOT NULL,
	"source_name" text NOT NULL,
	"sync_frequency" integer NOT NULL,
	"source_options" jsonb NOT NULL,
	"last_run" timestamp (3) with time zone,
	"last_error" text,
	"running_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "sync_id" integer;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "syncs_by_label" ON "syncs" USING btree ("account_id",lower(left("label", 200)),"id");--> statement-breakpoint
CREATE INDEX "syncs_running" ON "syncs" USING btree ("running_since");--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_sync_id_syncs_id_fk" FOREIGN KEY ("sync_id") REFERENCES "public"."syncs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "listings_of_sync" ON "listings" USING btree ("website_id","sync_id","external_id");--> statement-breakpoint
CREATE INDEX "listings_sync" ON "listings" USING btree ("sync_id");