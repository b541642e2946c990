// Whom a role is given to: a member of the organization, or anybody by name and email where there is none.
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { nameOf } from '#client/org/member-rules.ts'
import { isEmail, normalEmail } from '#protocol/kernel/texts.ts'
import type { OrgMember } from '#protocol/people/org.ts'
import { type MemberList, useMembers } from './members.ts'

export interface Person {
  readonly name: string
  /** Empty for a member whose email is not shown; then `memberId` says who it is. */
  readonly email: string
  readonly memberId: string | null
  /** The organization they were found in. */
  readonly orgId: string | null
}

interface Typed {
  readonly memberId: string | null
  readonly name: string
  readonly email: string
}
const nothing: Typed = { memberId: null, name: '', email: '' }

export interface PersonChoice {
  readonly isMember: boolean
  readonly list: MemberList
  readonly member: OrgMember | null
  readonly typed: Typed
  /** Null until somebody is chosen, or name and email are both there. */
  readonly person: Person | null
  readonly set: (part: Partial<Typed>) => void
  readonly clear: () => void
}

/** Those who don't manage the organization see no emails, so a member is sent by id. */
function personOf(typed: Typed, member: OrgMember | null, isMember: boolean): Person | null {
  if (isMember) return member && { name: nameOf(member), email: member.user.email, memberId: member._id, orgId: member.orgId }
  const [name, email] = [typed.name.trim(), normalEmail(typed.email)]
  return name && isEmail(email) ? { name, email, memberId: null, orgId: null } : null
}

/** Holds the choice while it is made, `what` for; without `orgIds` anybody may be named. */
export function usePersonChoice(orgIds: readonly string[], what: string): PersonChoice {
  const list = useMembers(orgIds)
  const [typed, setTyped] = useTyped(`person:${what}`, nothing)
  const isMember = orgIds.length > 0
  const member = list.members.find((one) => one._id === typed.memberId) ?? null
  return {
    isMember,
    list,
    member,
    typed,
    person: personOf(typed, member, isMember),
    set: (part) => setTyped((held) => ({ ...held, ...part })),
    clear: () => setTyped(nothing),
  }
}
