// The link of a code's email, which proves a guest's email as the code would (R118). Apart from `rsvp.ts`, so that the invitation's page doesn't carry it.
import { z } from 'zod/mini'
import { post } from './endpoint.ts'
import { refusals } from './refusals.ts'

const broken = refusals['link-invalid'][1]
const SignedText = z.string(broken).check(z.minLength(1, broken), z.maxLength(1000, broken))

export const proofApi = {
  verifyLink: post(
    '/rsvp/verify-link',
    z.strictObject({ token: SignedText }),
    z.object({ success: z.literal(true), groupId: z.string(), eventId: z.nullable(z.string()), email: z.string() }),
  ),
}
