// The body of every refusal; apart from the list of refusals, which the first load of a page doesn't need.
import { z } from 'zod/mini'

/** The body of every answer that is not 2xx. `error` is the sentence a person reads, `fields` one sentence per bad field. */
export const RefusalBody = z.looseObject({
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type RefusalBody = z.infer<typeof RefusalBody>
