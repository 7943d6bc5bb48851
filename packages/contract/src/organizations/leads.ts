import { z } from 'zod';
import { companyNameSchema } from '../accounts/schemas.ts';
import { trimmedText } from '../bounded-text.ts';
import { emailSchema, personNameSchema } from '../validation.ts';

export const demoRequestSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  email: emailSchema,
  company_name: companyNameSchema.optional(),
  message: trimmedText(2000).optional(),
});
export type DemoRequest = z.infer<typeof demoRequestSchema>;
export const demoResponseSchema = z.object({ data: z.object({ id: z.uuid() }) });
