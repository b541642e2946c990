// The email as it goes out: with the links that are made when it is sent and, where it is a notice, with the way to stop such emails (R102).

import { sizeWithin } from '#protocol/people/brand/logo.ts'
import { tonesOf } from '#protocol/people/brand/tones.ts'
import { type AddressedMessage, type EmailContent, type EmailFace, renderEmail } from '#server/kernel/emails/layout.ts'
import type { Notice } from '#server/kernel/emails/outbox.ts'
import { senderIn } from '#server/people/identity/brands.ts'
import { groups } from '#server/seats/model/group.ts'
import { linkEnd } from '#server/seats/model/guest.ts'
import { stopClaims } from '#server/seats/model/notice.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { type Addressing, addressed } from './resolve-links.ts'

/** Tells other mail programs not to answer by themselves (RFC 3834). */
export const headersOfAll = { 'Auto-Submitted': 'auto-generated' } as const

/** The fields of an email by which one tells whether it is a notice. */
interface About {
  readonly notice?: Notice
  readonly rsvpId?: string
  readonly digestOf?: string
  readonly groupId?: string
}

const digestLinkMs = 90 * 86_400_000
/** R102: where these emails are stopped, signed as of now and kept nowhere; '' where the email is no notice. */
async function stopLink({ store, clock, signedTokens, publicUrl }: Addressing, { notice, rsvpId, digestOf }: About): Promise<string> {
  const page = `${publicUrl}/unsubscribe?token=`
  if (digestOf) return `${page}${await signedTokens.sign('digest', { sub: digestOf }, clock.now() + digestLinkMs)}`
  if (!notice || !rsvpId) return ''
  const group = await store.get(groups, notice.groupId)
  const event = group && (await eventOf(store, group))
  const until = linkEnd(event, clock.now())
  return `${page}${await signedTokens.sign('unsubscribe', stopClaims(rsvpId, notice), until)}`
}

const stopLabel = ({ notice, digestOf }: About) =>
  digestOf ? 'Stop updates about your events' : `Stop emails about this ${notice?.eventId ? 'event' : 'group'}`

const withStop = ({ subject, blocks }: AddressedMessage, link: string, about: About): AddressedMessage => ({
  subject,
  blocks: link ? [...blocks, { link, label: stopLabel(about), isQuiet: true }] : blocks,
})

/** RFC 8058: mail programs show a button of their own, and stop the emails by one click on it. */
const stopHeaders = (link: string): Record<string, string> =>
  link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

const logoRoom = { width: 160, height: 48 }
/** R217: the brand of the event that a guest's email is about, and whom it comes from by name. */
async function faceOf(
  services: Addressing,
  { notice, rsvpId, groupId }: About,
): Promise<{ face: EmailFace; fromName: string } | undefined> {
  const { store, publicUrl } = services
  const of = groupId ?? notice?.groupId ?? (rsvpId ? (await store.get(rsvps, rsvpId))?.groupId : undefined)
  const group = of === undefined ? undefined : await store.get(groups, of)
  const sender = group && (await senderIn(services, store, await eventOf(store, group)))
  if (!sender) return undefined
  const { name, accent, logo, hidesMadeWith } = sender.face
  const { light, dark } = tonesOf(accent)
  const mark = logo && { url: `${publicUrl}${logo.largeUrl}`, ...sizeWithin(logo, logoRoom) }
  const face = { name, logo: mark, button: { light, dark }, hidesMadeWith, publicUrl }
  return { face, fromName: sender.fromName }
}

/** Subject, text, HTML and headers of an email that `link` stops. */
export const dressed = (whole: AddressedMessage, link: string, about: About, face?: EmailFace) => ({
  ...renderEmail(withStop(whole, link, about), face),
  headers: { ...headersOfAll, ...stopHeaders(link) },
})

/** The same of what is to be sent; undefined where it would bring the links of answers, and there are none. */
export async function finished(services: Addressing, email: About, message: EmailContent) {
  const [whole, link, branded] = await Promise.all([addressed(services, message), stopLink(services, email), faceOf(services, email)])
  return whole && { ...dressed(whole, link, email, branded?.face), ...(branded && { fromName: branded.fromName }) }
}
