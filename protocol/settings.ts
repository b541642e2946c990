// What anyone may know of this installation: whom to write to, and whether plans are sold here.
import { z } from 'zod/mini'
import { get } from './endpoint.ts'

export const Settings = z.object({
  /** R75: for help, trials and the Enterprise plan. */
  supportEmail: z.string(),
  /** R74: for real, by the built-in sandbox, or not at all. */
  payments: z.enum(['on', 'sandbox', 'off']),
})
export type Settings = z.infer<typeof Settings>

export const settingsApi = { read: get('/settings', z.strictObject({}), Settings) }
