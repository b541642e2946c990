// Sends the list: busy, done, failed, with the catalogue's words (R41).
import { useState } from 'react'
import { errorText } from '#client/lib/call.ts'
import { createOrg } from '#client/org/actions.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { Failure } from './add-failure.tsx'
import type { RowSender, Rows } from './use-rows.ts'

const failedToAdd = 'Failed to add members'
/** R117d: nobody is a member before they accept. */
const invitedSentence = (count: number) =>
  `${peopleText(count)} invited. ${count === 1 ? 'They are' : 'Each is'} a member once they accept.`
export const failedToCreate = 'Failed to create organization'

/** Creates an organization and says so; gives its id. */
export async function found(name: string, key: string): Promise<string> {
  const orgId = await createOrg(name, key)
  toast.success('Organization created!')
  return orgId
}

/** Adds the members of `list`; rows that were not sent stay as they are. */
export function useAddMembers(list: Rows) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const add = async (sending: RowSender) => {
    setFailure(null)
    try {
      const added = await list.submit(sending)
      if (added > 0) toast.success(invitedSentence(added))
      else toast.error(failedToAdd)
      return added > 0
    } catch (error) {
      setFailure({ title: failedToAdd, detail: errorText(error, 'What was not added is still in the list. Please try again.') })
      return false
    }
  }
  return { failure, setFailure, add }
}

export const processing = (percent: number | null) => `Processing... (${percent ?? 0}%)`
