// What /member-setup does: the choice of an organization, the list, and sending both.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useAction } from '#client/lib/actions/use-action.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useSession } from '#client/lib/session.ts'
import { addMembers } from '#client/org/actions.ts'
import { chunkSizeOf, isOpen } from '#client/org/adding/rows.ts'
import { failedToCreate, found, useAddMembers } from '#client/org/adding/use-add-members.ts'
import { useRows } from '#client/org/adding/use-rows.ts'
import { useOrgs } from '#client/org/store.ts'
import { useMine } from '#client/org/use-mine.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import { teamOnly, whyNotFound } from './founding.ts'

const orgMissing = refusals['org-missing'][1]

/** The organization that is picked, or the name of a new one; ?org= picks one beforehand, if one manages it; the only one is picked by itself. */
function useTarget() {
  const mine = useMine()
  const [search] = useSearchParams()
  const [picked, setPicked] = useState<string | null>(null)
  const [name, setName] = useState('')
  const user = useSession((now) => now.user)
  const hasCreated = useOrgs((held) => held.hasCreated)
  const why = whyNotFound(user, mine.mine, hasCreated)
  useEffect(() => {
    if (why) setName('')
  }, [why])
  const [only, ...others] = mine.managed
  const asked = picked ?? search.get('org') ?? (others.length === 0 && only ? only._id : '')
  const orgId = mine.managed.some((one) => one._id === asked && one.isActive) ? asked : ''
  return {
    mine,
    why,
    name,
    orgId,
    hasTarget: orgId !== '' || (name.trim() !== '' && !why),
    pickOrg: (id: string) => {
      setPicked(id)
      if (id) setName('')
    },
    nameOrg: (next: string) => {
      setName(next)
      if (next) setPicked('')
    },
  }
}

export function useMemberSetup() {
  const target = useTarget()
  const { orgId, name, hasTarget, pickOrg } = target
  const [key] = useState(newKey)
  const list = useRows()
  const { failure, add } = useAddMembers(list)
  const hasOpen = list.rows.some(isOpen)
  const isClosed = target.mine.mine !== null && target.mine.managed.length === 0 && target.why === teamOnly
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (target.mine.mine !== null && !isClosed) setWasOpen(true)
  }, [target.mine.mine, isClosed])

  const adding = useAction(async () => {
    const into = orgId || (await found(name, key))
    if (!orgId) pickOrg(into)
    await add({ sizeOf: chunkSizeOf, send: (rows) => addMembers(into, rows) })
  }, failedToCreate)
  return {
    ...target,
    list,
    failure: adding.failure === null ? failure : { title: adding.failure },
    isBusy: adding.isBusy,
    canSubmit: hasOpen && hasTarget,
    /** A list could never be sent: none is asked for. What was typed before a right ended stays. */
    hasNowhere: isClosed && !wasOpen,
    /** Not before it is known that there is somewhere to send it. */
    hasList: target.mine.mine !== null || target.why !== teamOnly,
    /** What the button still waits for, where that isn't plain to see. */
    missing: hasOpen && !hasTarget ? orgMissing : undefined,
    submit: () => (hasTarget ? void adding.run() : adding.setFailure(orgMissing)),
  }
}
