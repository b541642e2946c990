// R136: stands in the place of an event or group that was canceled: says so, by whom where the server tells, and where one can go on.
import { z } from 'zod/mini'
import { CallFailed } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'

const CanceledBody = z.object({ name: z.string(), by: z.optional(z.object({ _id: z.string(), name: z.string() })) })
export type Canceled = z.infer<typeof CanceledBody>

/** What a refusal tells of it; undefined for any other failure. */
export const canceledOf = (error: unknown): Canceled | undefined =>
  error instanceof CallFailed && error.code === 'was-canceled' ? CanceledBody.safeParse(error.body).data : undefined

/** Says who did it, e.g. “Spring Gala” was canceled by Bea. */
export const useCanceledSentence = ({ name, by }: Canceled) => {
  const me = useSession((now) => now.user?._id)
  const whom = by && (by._id === me ? ' by you' : by.name && ` by ${by.name}`)
  return `“${name}” was canceled${whom || ''}.`
}

/** Where one can go on: to one's own events, or for a guest to the start. */
export function LeadOn() {
  const isSomebody = useSession((now) => accessOf(now) !== 'none')
  return (
    <ButtonLink href={isSomebody ? '/dashboard' : '/'} variant="primary">
      {isSomebody ? 'Go to Dashboard' : 'Go to the home page'}
    </ButtonLink>
  )
}

export const CanceledState = ({ canceled }: { canceled: Canceled }) => (
  <EmptyState title={useCanceledSentence(canceled)} action={<LeadOn />}>
    Its link says so too, and everyone who had a seat gets an email.
  </EmptyState>
)
