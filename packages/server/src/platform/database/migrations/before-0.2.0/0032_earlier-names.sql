-- While a release is rolled out, APIs of 0.1.0 still accept cut-outs by the name that 0016 renamed. What they write is read by this release's workers.
CREATE FUNCTION "rename_earlier_tools"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.input := jsonb_set(NEW.input, '{tool}', '"cut-out"');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "earlier_tools" BEFORE INSERT ON "generation_requests"
FOR EACH ROW WHEN (NEW.input ->> 'tool' = 'remove-background') EXECUTE FUNCTION "rename_earlier_tools"();
