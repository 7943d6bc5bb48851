-- What APIs of 0.1.0 write while a release is rolled out keeps its name: workers of 0.1.0 beside them know no other, and this release reads both.
DROP TRIGGER "earlier_tools" ON "generation_requests";--> statement-breakpoint
DROP FUNCTION "rename_earlier_tools"();
