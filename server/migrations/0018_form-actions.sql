CREATE TABLE "action_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "action_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"submission_id" integer NOT NULL,
	"action_id" integer,
	"action_name" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_prints" (
	"print" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"website_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"email_to" text,
	"email_reply_to" text,
	"email_subject" text,
	"email_message" text,
	"include_submission_data" boolean DEFAULT false NOT NULL,
	"redirect_url" text,
	"success_message" text,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "action_runs" ADD CONSTRAINT "action_runs_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_runs" ADD CONSTRAINT "action_runs_action_id_form_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."form_actions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_actions" ADD CONSTRAINT "form_actions_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_actions" ADD CONSTRAINT "form_actions_form_id_forms_id_fk" FOREIGN KEY ("form_id") REFERENCES "public"."forms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_runs_of_submission" ON "action_runs" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "action_runs_of_action" ON "action_runs" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "action_runs_due" ON "action_runs" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "submission_prints_expiry" ON "submission_prints" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "form_actions_in_order" ON "form_actions" USING btree ("form_id","position","id");--> statement-breakpoint
CREATE INDEX "form_actions_by_name" ON "form_actions" USING btree ("website_id",lower(left("name", 200)),"id");