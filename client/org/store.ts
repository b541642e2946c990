// The organizations on screen: one's own list, and the members of those one manages. Replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import type { MyOrganization, OrgMember, OrgView } from '#protocol/org.ts'

interface Orgs {
  /** Every organization one belongs to; null until they are known. */
  readonly mine: readonly MyOrganization[] | null
  readonly byId: Readonly<Record<string, OrgView>>
  /** Only one is created per session. */
  readonly hasCreated: boolean
  /** Role key to display label, the highest first. */
  readonly roleMap: Readonly<Record<string, string>>
}
const nothing: Orgs = { mine: null, byId: {}, hasCreated: false, roleMap: {} }

export const useOrgs = create<Orgs>(() => nothing)

/** The one door in for an organization with its members: an older rev never overwrites a newer one. */
export function putOrg(view: OrgView) {
  useOrgs.setState(({ byId }) => ((byId[view._id]?.rev ?? -1) >= view.rev ? {} : { byId: { ...byId, [view._id]: view } }))
}

/** Takes in one's own list, whole. */
export const putMine = (mine: readonly MyOrganization[]) => useOrgs.setState({ mine })

/** Notes the organization one has just created, at the end of the list. */
export function putCreated(one: MyOrganization) {
  useOrgs.setState(({ mine }) => ({ hasCreated: true, mine: [...(mine ?? []).filter((held) => held._id !== one._id), one] }))
}

const changeMembers = (orgId: string, change: (members: readonly OrgMember[]) => OrgMember[]) =>
  useOrgs.setState(({ byId }) => {
    const held = byId[orgId]
    return held ? { byId: { ...byId, [orgId]: { ...held, members: change(held.members) } } } : {}
  })

/** Takes in what a reply says of one member; the whole view follows by itself. */
export const putMember = (member: OrgMember) =>
  changeMembers(member.orgId, (members) => members.map((held) => (held._id === member._id ? member : held)))

/** Shows one's own removal at once; the whole view follows by itself. */
export const dropMembers = (orgId: string, ids: ReadonlySet<string>) =>
  changeMembers(orgId, (members) => members.filter((held) => !ids.has(held._id)))

/** Forgets an organization one no longer manages: nothing of it may stay on screen. */
export function dropOrg(orgId: string) {
  useOrgs.setState(({ mine, byId }) => ({
    mine: mine?.filter((one) => one._id !== orgId) ?? null,
    byId: Object.fromEntries(Object.entries(byId).filter(([id]) => id !== orgId)),
  }))
}

receive('org', putOrg)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useOrgs.setState(nothing)
})
