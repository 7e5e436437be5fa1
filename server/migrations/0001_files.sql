CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"website_id" integer NOT NULL,
	"storage_key" text NOT NULL,
	"name" text NOT NULL,
	"mime_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"setting_key" text,
	"category" text,
	"type" text,
	"theme_file" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_objects" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_by_name" ON "files" USING btree ("website_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "files_by_age" ON "files" USING btree ("website_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pending_objects_by_age" ON "pending_objects" USING btree ("created_at");