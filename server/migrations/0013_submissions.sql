CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"form_id" integer,
	"form_name" text NOT NULL,
	"name" text,
	"fields" json NOT NULL,
	"formatted_payload" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_by_age" ON "submissions" USING btree ("website_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_name" ON "submissions" USING btree ("website_id",lower(left("form_name", 200)),"id");--> statement-breakpoint
CREATE INDEX "submissions_of_form_by_age" ON "submissions" USING btree ("website_id","form_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_of_form" ON "submissions" USING btree ("form_id","id");