DROP INDEX "uploads_created";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "look_after" timestamp with time zone DEFAULT now() + interval '1 day' NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_look" ON "uploads" USING btree ("look_after");--> statement-breakpoint
CREATE INDEX "generation_records_keys" ON "generation_records" USING gin ((array[hashtext(thumb_url_key), hashtext(input_image_url_key), hashtext(standard_output_image_url_key), hashtext(input_mask_image_url_key), hashtext(reference_image_url_key), hashtext(output_image_url_key)]));