// What /member-setup does: the choice of an organization, the list, and sending both.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSession } from '#client/lib/session.ts'
import { addMembers, createOrg } from '#client/org/actions.ts'
import { chunkSizeOf, isOpen } from '#client/org/adding/rows.ts'
import { found, useAddMembers } from '#client/org/adding/use-add-members.ts'
import { useRows } from '#client/org/adding/use-rows.ts'
import { useOrgs } from '#client/org/store.ts'
import { useMine } from '#client/org/use-mine.ts'
import { refusals } from '#protocol/refusals.ts'
import { whyNotFound } from './founding.ts'

const orgMissing = refusals['org-missing'][1]

/** The organization that is picked, or the name of a new one; ?org= picks one beforehand, if one manages it. */
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
  const asked = picked ?? search.get('org') ?? ''
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
  const [key] = useState(() => crypto.randomUUID())
  const [isCreating, setCreating] = useState(false)
  const list = useRows()
  const { failure, setFailure, add } = useAddMembers(list)
  const hasOpen = list.rows.some(isOpen)

  const foundOrg = async () => {
    setCreating(true)
    const made = await found(() => createOrg(name, key))
    setCreating(false)
    if ('orgId' in made) pickOrg(made.orgId)
    return made
  }
  const submit = async () => {
    setFailure(null)
    if (!hasTarget) return setFailure({ title: orgMissing })
    const into = orgId ? { orgId } : await foundOrg()
    if (!('orgId' in into)) return setFailure(into)
    await add({ sizeOf: chunkSizeOf, send: (rows) => addMembers(into.orgId, rows) })
  }
  return {
    ...target,
    list,
    failure,
    isBusy: isCreating || list.percent !== null,
    canSubmit: hasOpen && hasTarget,
    /** What the button still waits for, where that isn't plain to see. */
    missing: hasOpen && !hasTarget ? orgMissing : undefined,
    submit,
  }
}
