// Who opens an invitation, as far as the request itself proves it: by the personal link (R87) or the cookie of a proof (R14). It reads and changes nothing (R116).
import type { FormView, RsvpForm } from '#protocol/seats/rsvp.ts'
import type { SeveralForm } from '#protocol/seats/several/several.ts'
import { type Ctx, credentialsOf } from '#server/edge/http/request.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { callerOf } from '#server/people/identity/caller.ts'
import { asideIds, proofCookie } from '#server/people/identity/cookies.ts'
import { everyGroup } from '#server/people/rules/proof.ts'
import { openLink } from '#server/seats/guest/queries.ts'
import { readReader } from '#server/seats/rsvp/queries.ts'
import { readSeveralReader } from '#server/seats/several/queries.ts'

export type SeveralOwn = Pick<SeveralForm, 'userEmail' | 'userName' | 'own'>
export type ReaderAnswer = Pick<RsvpForm, 'userEmail' | 'userName' | 'rsvp' | 'removed'>

async function byLink(services: Services, token: string, groupId: string): Promise<ReaderAnswer | undefined> {
  const { _id, userEmail, userName, rsvp, removed } = await openLink(services, { token })
  return _id === groupId ? { userEmail, userName, rsvp, ...(removed && { removed }) } : undefined
}

/** Whether the request brings something that may prove who asks, for one of these groups. */
export function mayBeKnown(c: Ctx, publicUrl: string, ...groupIds: readonly string[]): boolean {
  const cookies = c.req.header('cookie') ?? ''
  const names = [...groupIds, everyGroup].map((id) => proofCookie(id, publicUrl))
  return c.req.query('guest') !== undefined || names.some((name) => cookies.includes(`${name}=`))
}

/** R239a: here somebody else reads than the one whose proof the browser keeps. */
const isAside = (c: Ctx, publicUrl: string, id: string) => asideIds(c.req.header('cookie') ?? '', publicUrl).includes(id)

/** R81b: what the page of this reader alone is drawn with; undefined where nothing is proven, and for who then asks by a call. */
export async function readerOf(services: Services, c: Ctx, { _id, eventId }: FormView, hops: number): Promise<ReaderAnswer | undefined> {
  const token = c.req.query('guest')
  try {
    if (token !== undefined) return await byLink(services, token, _id)
    if (isAside(c, services.publicUrl, eventId ?? _id)) return undefined
    // A page is asked for without a token of a login, which only the script has.
    const { proof, address } = credentialsOf(c, hops, services.publicUrl)
    return await readReader(services, { groupId: _id, eventId: eventId ?? '' }, await callerOf(services, { proof, address }))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** R151: the same for the page of all groups of an event; by a personal link it is drawn as for a stranger, whose script spends the link. */
export async function severalReaderOf(services: Services, c: Ctx, eventId: string, hops: number): Promise<SeveralOwn | undefined> {
  if (isAside(c, services.publicUrl, eventId)) return undefined
  const { proof, address } = credentialsOf(c, hops, services.publicUrl)
  return readSeveralReader(services, { eventId }, await callerOf(services, { proof, address }))
}
