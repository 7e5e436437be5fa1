CREATE TABLE "block_settings" (
	"block_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb,
	CONSTRAINT "block_settings_block_id_key_pk" PRIMARY KEY("block_id","key")
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"priority" integer NOT NULL,
	"static" boolean NOT NULL,
	"enabled" boolean,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_items" (
	"menu_id" integer NOT NULL,
	"position" integer NOT NULL,
	"parent" integer,
	"label" text NOT NULL,
	"href" text NOT NULL,
	"new_tab" boolean DEFAULT false NOT NULL,
	CONSTRAINT "menu_items_menu_id_position_pk" PRIMARY KEY("menu_id","position")
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "kind" text DEFAULT 'sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "headline" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "cars" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "rendered_pages" ADD COLUMN "etag" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rendered_pages" ADD COLUMN "site_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "websites" ADD COLUMN "site_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "block_settings" ADD CONSTRAINT "block_settings_block_id_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_items" ADD CONSTRAINT "menu_items_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_by_priority" ON "blocks" USING btree ("website_id","priority","id");--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_image_id_files_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listings_by_age" ON "listings" USING btree ("website_id","created_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_age" ON "posts" USING btree ("website_id","published_at","id");--> statement-breakpoint
UPDATE "listings" SET "kind" = 'rental' WHERE "status" = 'leased';
--> statement-breakpoint
UPDATE "staff" SET "featured" = true;
