// What rank allows among members (R36). The server decides; this only offers what it won't refuse.
import { isMadeUp } from '#protocol/kernel/texts.ts'
import { defaultOwnerName, type MemberRole, type MyOrganization, memberRoles, type OrgMember, type OrgView } from '#protocol/people/org.ts'

/** 0 for the owner; higher numbers may do less. */
const rank = (role: MemberRole) => memberRoles.indexOf(role)
const isRole = (key: string): key is MemberRole => memberRoles.some((role) => role === key)

/** Only organizations where one is admin or higher appear in member management. */
export const isManaged = ({ member }: MyOrganization) => rank(member.role) <= rank('admin')

/** The owner stays, and nobody touches anybody above themselves. */
export const mayTouch = (own: MemberRole, target: OrgMember) =>
  rank(own) <= rank('admin') && target.role !== 'owner' && rank(target.role) >= rank(own)

/** The roles one may give: none above one's own, and there is one owner. */
export const rolesToGive = (own: MemberRole, roleMap: Readonly<Record<string, string>>) =>
  Object.entries(roleMap).flatMap(([value, label]) =>
    isRole(value) && value !== 'owner' && rank(value) >= rank(own) ? [{ value, label }] : [],
  )

/** How a member is called, also where they have no name yet; a founder without one is kept as "Owner", which is their role, and what sign-up made up names nobody. */
export const nameOf = ({ user, role }: OrgMember) => {
  const name = role === 'owner' && user.name === defaultOwnerName ? '' : user.name
  return name || (isMadeUp(user.username) ? '' : user.username) || user.email || user.masked_email
}

/** How many belong, and how many are only invited (R117). Where every member is loaded they are counted, since the broadcast of a row may come before that of the number. */
export function countsInWords({ members, memberCount, invitedCount, nextCursor }: OrgView): string {
  const invited = nextCursor === null ? members.filter(({ status }) => status === 'invited').length : invitedCount
  const active = Math.max(0, memberCount - invited)
  const words = `${active.toLocaleString('en-US')} ${active === 1 ? 'member' : 'members'}`
  return invited > 0 ? `${words}, ${invited.toLocaleString('en-US')} invited` : words
}
