// The organizations on screen: one's own list, and the members of those one manages. Replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import type { MembersPage, MyInvitation, MyOrganization, OrgMember, OrgView } from '#protocol/people/org.ts'

interface Orgs {
  /** Every organization one belongs to; null until they are known. */
  readonly mine: readonly MyOrganization[] | null
  /** R117: what one was invited to and has not answered. */
  readonly invitations: readonly MyInvitation[]
  /** With the members that are loaded so far, in the order of the pages; `nextCursor` says where the next page starts. */
  readonly byId: Readonly<Record<string, OrgView>>
  /** Only one is created per session. */
  readonly hasCreated: boolean
  /** Role key to display label, the highest first. */
  readonly roleMap: Readonly<Record<string, string>>
}
const nothing: Orgs = { mine: null, invitations: [], byId: {}, hasCreated: false, roleMap: {} }

export const useOrgs = create<Orgs>(() => nothing)

/** The newest revision that came with one row, by organization: when the organization comes without its row, more has changed. */
const rowRevs = new Map<string, number>()

const upsert = (held: readonly OrgMember[], rows: readonly OrgMember[]): OrgMember[] => {
  const byId = new Map(held.map((member) => [member._id, member]))
  for (const row of rows) if ((byId.get(row._id)?.rev ?? -1) <= row.rev) byId.set(row._id, row)
  return [...byId.values()]
}

const put = (_id: string, change: (held: OrgView | undefined) => OrgView | undefined) =>
  useOrgs.setState(({ byId }) => {
    const next = change(byId[_id])
    return next ? { byId: { ...byId, [_id]: next } } : {}
  })

/**
 * The only way in for an organization: an older rev never overwrites a newer one. Rows that changed are broadcast by themselves, and pages that are
 * loaded stay; where rows are not broadcast, or don't add up, the view's first page takes their place.
 */
export function putOrg(view: OrgView) {
  put(view._id, (held) => {
    if (!held) return view
    if (held.rev >= view.rev) return undefined
    const members = upsert(held.members, view.members)
    const isComplete = held.nextCursor !== null || members.length === view.memberCount
    return (rowRevs.get(view._id) ?? 0) >= view.rev && isComplete ? { ...view, members, nextCursor: held.nextCursor } : view
  })
}

/** Takes in a first page, for what opens before the organization is watched. A row that has moved on in the meantime stays as it is. */
export function putFirstPage(_id: string, name: string, page: MembersPage) {
  put(_id, (held) => {
    const known = new Map(held?.members.map((member) => [member._id, member]))
    const members = page.members.map((row) => {
      const before = known.get(row._id)
      return before && before.rev > row.rev ? before : row
    })
    return {
      _id,
      name,
      rev: held?.rev ?? 0,
      memberCount: page.memberCount,
      invitedCount: page.invitedCount,
      members,
      nextCursor: page.nextCursor,
    }
  })
}

/** Takes in a further page. */
export function putNextPage(_id: string, page: MembersPage) {
  put(_id, (held) => held && { ...held, members: upsert(held.members, page.members), nextCursor: page.nextCursor })
}

/** Takes in one's own list, whole. */
export const putMine = (mine: readonly MyOrganization[], invitations: readonly MyInvitation[] = []) =>
  useOrgs.setState({ mine, invitations })

/** Notes the organization one has just created, at the end of the list. */
export function putCreated(one: MyOrganization) {
  useOrgs.setState(({ mine }) => ({ hasCreated: true, mine: [...(mine ?? []).filter((held) => held._id !== one._id), one] }))
}

/** Takes in what is said of one member. Who isn't loaded yet comes with their page. */
export function putMember(row: OrgMember) {
  rowRevs.set(row.orgId, Math.max(rowRevs.get(row.orgId) ?? 0, row.rev))
  if (row.status === 'removed') return dropMembers(row.orgId, new Set([row._id]))
  put(row.orgId, (held) => {
    if (!held) return undefined
    const isNew = !held.members.some(({ _id }) => _id === row._id)
    if (isNew && held.nextCursor !== null) return undefined
    return { ...held, members: upsert(held.members, [row]), memberCount: held.memberCount + (isNew ? 1 : 0) }
  })
}

/** Shows a removal at once. */
export const dropMembers = (orgId: string, ids: ReadonlySet<string>) =>
  put(orgId, (held) => {
    if (!held) return undefined
    const members = held.members.filter(({ _id }) => !ids.has(_id))
    return { ...held, members, memberCount: held.memberCount - (held.members.length - members.length) }
  })

/** Forgets an organization one no longer manages: nothing of it may stay on screen. */
export function dropOrg(orgId: string) {
  useOrgs.setState(({ mine, byId }) => ({
    mine: mine?.filter((one) => one._id !== orgId) ?? null,
    byId: Object.fromEntries(Object.entries(byId).filter(([id]) => id !== orgId)),
  }))
}

receive('org', putOrg)
receive('places', ({ _id, organizations, invitations }) => {
  if (useSession.getState().user?._id === _id) putMine(organizations, invitations)
})
receive('member', putMember)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) {
    rowRevs.clear()
    useOrgs.setState(nothing)
  }
})
