ALTER TABLE "users" ADD COLUMN "joined_user_id" uuid;--> statement-breakpoint
CREATE INDEX "downloads_key" ON "downloads" USING btree ("key");--> statement-breakpoint
CREATE INDEX "users_joined" ON "users" USING btree ("joined_user_id") WHERE joined_user_id is not null;