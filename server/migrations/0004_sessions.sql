ALTER TABLE "tokens" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "revoke_hash" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_id" ON "tokens" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_revoke" ON "tokens" USING btree ("revoke_hash");