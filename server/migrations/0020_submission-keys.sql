ALTER TABLE "submission_prints" RENAME TO "submission_keys";--> statement-breakpoint
ALTER TABLE "submission_keys" RENAME COLUMN "print" TO "key";--> statement-breakpoint
ALTER INDEX "submission_prints_expiry" RENAME TO "submission_keys_expiry";--> statement-breakpoint
ALTER INDEX "submission_prints_pkey" RENAME TO "submission_keys_pkey";