DROP INDEX "ledger_entries_user";--> statement-breakpoint
CREATE INDEX "ledger_entries_lines" ON "ledger_entries" USING btree ("user_id","ledger","created_at","id","delta");--> statement-breakpoint
-- Three letters each, whatever their case, as numbers for an index that finds who has a word in the middle of another. The upper half of a number is
-- the owner's, so that what one of them has lies together. A number may stand for other letters or owners too: whoever asks compares the words.
-- A loop, because a query of its own would take ten times as long.
CREATE FUNCTION trigrams_of(owner uuid, words text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  lowered text := lower(words);
  of_owner integer := uuid_hash(owner) & -32768;
  numbers integer[] := '{}';
BEGIN
  FOR at IN 1 .. length(lowered) - 2 LOOP
    numbers[at] := of_owner | (hashtext(substr(lowered, at, 3)) & 32767);
  END LOOP;
  RETURN numbers;
END $$;
--> statement-breakpoint
CREATE INDEX "generation_records_words" ON "generation_records" USING gin (trigrams_of(user_id, text_prompt || E'\n' || name)) WITH (fastupdate=false) WHERE is_visible and deleted_at is null;