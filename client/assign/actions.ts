// Giving, moving and taking away roles: one call each, and its reply goes into the stores.
import type { z } from 'zod/mini'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { NotMeant } from '#client/lib/call-failed.ts'
import { putGroup, putRows } from '#client/records/groups.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import type { Person } from './person.ts'

/** Where roles are assigned. */
export interface AssignScope {
  readonly eventId: string
  readonly groupId: string
  /** Whose members may get roles; empty where anybody may. */
  readonly orgIds: readonly string[]
}

export const assignFailed = 'Failed to assign role'
export const reassignFailed = 'Failed to reassign role'
export const removeFailed = 'Failed to remove role'
export const assigned = 'Role assigned successfully!'

/** Puts the records of a reply in; gives the act by which it can be taken back (R106), undefined where nothing changed. */
function take({ rsvps, group, act }: z.output<typeof assignApi.assign.reply>): string | undefined {
  putGroup(group)
  putRows(rsvps, 'first')
  return act
}

export async function assignRole(
  { eventId: id, groupId }: AssignScope,
  { name, email, memberId, orgId }: Person,
  { roleName, despiteOverlap = false }: { readonly roleName: string; readonly despiteOverlap?: boolean },
) {
  const who = email || !memberId ? { email } : { memberId }
  return take(await call(assignApi.assign, { id, groupId, name, ...who, orgId, roleName, ...(despiteOverlap && { despiteOverlap }) }))
}

/** R110: gives a holder another role in the place of some of theirs, in one step. */
export async function moveToRole({ eventId: id, groupId }: AssignScope, row: RsvpRow, insteadOf: readonly string[], roleName: string) {
  const { name, email, orgId } = row
  return take(await call(assignApi.assign, { id, groupId, name: name || email, email, orgId, roleName, insteadOf: [...insteadOf] }))
}

export async function reassignRole(
  { eventId: id, groupId }: AssignScope,
  from: RsvpRow,
  to: Person,
  { roleName, despiteOverlap = false }: { readonly roleName: string; readonly despiteOverlap?: boolean },
) {
  return take(
    await call(assignApi.reassign, {
      id,
      groupId,
      fromRsvpId: from._id,
      ...(from.name && { fromName: from.name }),
      ...(from.email && { fromEmail: from.email }),
      toName: to.name,
      ...(to.email || !to.memberId ? { toEmail: to.email } : { toMemberId: to.memberId }),
      orgId: to.orgId,
      roleName,
      ...(despiteOverlap && { despiteOverlap }),
    }),
  )
}

export async function removeRole({ eventId: id, groupId }: AssignScope, { _id: rsvpId, orgId }: RsvpRow, roleName: string) {
  return take(await call(assignApi.remove, { id, groupId, rsvpId, orgId, roleName }))
}

/** What became of several roles. */
export interface Outcome {
  readonly done: readonly string[]
  /** R106: the acts by which these can be taken back. */
  readonly acts: readonly (string | undefined)[]
  readonly failed: readonly string[]
  /** Why the first that failed did. */
  readonly sentence: string | null
  /** Somebody was asked of one of them whether it is meant, and left it. */
  readonly isLeft: boolean
}

/** Whether the next role would fare no better: no line, no right, no event. */
const isHopeless = (error: unknown) => error instanceof CallFailed && [0, 401, 403, 404].includes(error.status)

/** Acts on one role after the other; `fallback` is the sentence where the server has none. */
export async function eachInTurn(
  roleNames: readonly string[],
  act: (roleName: string) => Promise<string | undefined>,
  fallback: string,
): Promise<Outcome> {
  const done: string[] = []
  const failed: string[] = []
  const acts: (string | undefined)[] = []
  let sentence: string | null = null
  let isLeft = false
  for (const [at, roleName] of roleNames.entries()) {
    try {
      acts.push(await act(roleName))
      done.push(roleName)
    } catch (error) {
      if (error instanceof NotMeant) {
        isLeft = true
        continue
      }
      sentence ??= errorText(error, fallback)
      if (isHopeless(error)) {
        failed.push(...roleNames.slice(at))
        break
      }
      failed.push(roleName)
    }
  }
  return { done, acts, failed, sentence, isLeft }
}

/** Names roles in a sentence: “Speaker”, “Host”. */
export const quoted = (roleNames: readonly string[]) => roleNames.map((name) => `“${name}”`).join(', ')

/** Says what was done and what wasn't; null when all was. */
export function partialText({ done, failed, sentence }: Pick<Outcome, 'done' | 'failed' | 'sentence'>, verb: string): string | null {
  if (failed.length === 0) return null
  const said = done.length > 0 ? `${quoted(done)} ${done.length > 1 ? 'were' : 'was'} ${verb}. ` : ''
  return `${said}${quoted(failed)} ${failed.length > 1 ? 'were' : 'was'} not ${verb}: ${sentence}`
}
