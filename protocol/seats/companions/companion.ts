// Who comes along with a guest (R170 to R178), as they are shown, and what counts as one more person.
import { z } from 'zod/mini'

/** Whoever a guest brings at most, whatever the plan; how long a name may be, and for how many hours a link to one of them waits. */
export const companionLimits = { perGuest: 10, name: 100, linkHours: 48 } as const

export const CompanionId = z.string('Invalid companion id').check(z.regex(/^[\w-]{1,24}$/, 'Invalid companion id'))

/** One companion. Their roles are those of the guest where none are named; `link` is to whom their place was offered, until when (R175). */
export const Companion = z.object({
  _id: z.string(),
  name: z.string(),
  roles: z.optional(z.array(z.string())),
  link: z.optional(z.object({ email: z.string(), until: z.string() })),
})
export type Companion = z.infer<typeof Companion>

/** R174: what a companion is called; `nth` is 1 for the first. */
export const companionName = ({ name }: Pick<Companion, 'name'>, guest: string, nth: number) =>
  name || `Guest of ${guest}${nth > 1 ? ` (${nth})` : ''}`

/** R174: ', with 2 companions', without their names; nothing where nobody comes along. */
export const along = (companions: number) => (companions > 0 ? `, with ${companions} ${companions === 1 ? 'companion' : 'companions'}` : '')
