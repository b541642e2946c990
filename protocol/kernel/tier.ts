// The plans as schemas. The table itself (limits.ts) does without: the invitation reads it before its schemas have come.
import { z } from 'zod/mini'
import { tiers } from './limits.ts'

export const Tier = z.enum(tiers)

export const TierLimits = z.object({
  tier: Tier,
  maxRolesPerEventGroup: z.int(),
  maxParticipantsPerRole: z.int(),
  eventSchedulingWindow: z.int(),
})
