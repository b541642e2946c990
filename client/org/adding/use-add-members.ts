// Sends the list: busy, done, failed, with the catalogue's words (R41).
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { Failure } from './add-failure.tsx'
import type { Rows, Sending } from './use-rows.ts'

const failedToAdd = 'Failed to add members'
const failedToCreate = 'Failed to create organization'

/** Creates an organization and says so; gives its id, or what went wrong. */
export async function found(create: () => Promise<string>): Promise<{ orgId: string } | Failure> {
  try {
    const orgId = await create()
    toast.success('Organization created!')
    return { orgId }
  } catch (error) {
    return { title: sentenceOf(error, failedToCreate) }
  }
}

/** Adds the members of `list`; rows that were not sent stay as they are. */
export function useAddMembers(list: Rows) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const add = async (sending: Sending) => {
    setFailure(null)
    try {
      const added = await list.submit(sending)
      if (added > 0) toast.success('Members added!')
      else toast.error(failedToAdd)
      return added > 0
    } catch (error) {
      setFailure({ title: failedToAdd, detail: sentenceOf(error, 'What was not added is still in the list. Please try again.') })
      return false
    }
  }
  return { failure, setFailure, add }
}

export const processing = (percent: number | null) => `Processing... (${percent ?? 0}%)`
