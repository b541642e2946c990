// The link in the email with a code, which proves a guest's email as the code would (R118). Apart from `rsvp.ts`, to keep it out of the RSVP page's first load.
import { z } from 'zod/mini'
import { identify } from '#protocol/kernel/endpoint.ts'
import { linkToken } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'

const broken = linkRefusals['link-invalid'][1]
const SignedText = linkToken(1000, broken)

export const proofApi = {
  verifyLink: identify(
    '/rsvp/verify-link',
    z.strictObject({ token: SignedText }),
    // Without a group it proves the email for every one.
    z.object({ success: z.literal(true), groupId: z.nullable(z.string()), eventId: z.nullable(z.string()), email: z.string() }),
  ),
}
