// The email as it goes out: with the links that are made when it is sent and, where it is a notice, with the way to stop such emails (R102).
import { events } from '../event/model.ts'
import { linkEnd } from '../guest/model.ts'
import { type Notice, stopClaims } from '../notice/model.ts'
import { type AddressedMessage, type Message, renderEmail } from './layout.ts'
import { type Addressing, addressed } from './personal.ts'

/** Tells other mail programs not to answer by themselves (RFC 3834). */
export const headersOfAll = { 'Auto-Submitted': 'auto-generated' } as const

/** What of an email says whether it is a notice. */
interface About {
  readonly notice?: Notice
  readonly rsvpId?: string
  readonly digestOf?: string
}

const digestLinkMs = 90 * 86_400_000
/** R102: where these emails are stopped, signed as of now and kept nowhere; '' where the email is no notice. */
async function stopLink({ store, clock, signedTokens, publicUrl }: Addressing, { notice, rsvpId, digestOf }: About): Promise<string> {
  const page = `${publicUrl}/unsubscribe?token=`
  if (digestOf) return `${page}${await signedTokens.sign('digest', { sub: digestOf }, clock.now() + digestLinkMs)}`
  if (!notice || !rsvpId) return ''
  const event = notice.eventId ? await store.get(events, notice.eventId) : undefined
  const until = linkEnd(event, clock.now())
  return `${page}${await signedTokens.sign('unsubscribe', stopClaims(rsvpId, notice), until)}`
}

const stopLabel = ({ notice, digestOf }: About) =>
  digestOf ? 'Stop emails about how your events stand' : `Stop emails about this ${notice?.eventId ? 'event' : 'group'}`

const withStop = ({ subject, blocks }: AddressedMessage, link: string, about: About): AddressedMessage => ({
  subject,
  blocks: link ? [...blocks, { link, label: stopLabel(about), isQuiet: true }] : blocks,
})

/** RFC 8058: mail programs show a button of their own, and stop the emails by one click on it. */
const stopHeaders = (link: string): Record<string, string> =>
  link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}

/** Subject, text, HTML and headers; undefined where it would bring the links of answers, and there are none. */
export async function finished(services: Addressing, email: About, message: Message) {
  const [whole, link] = await Promise.all([addressed(services, message), stopLink(services, email)])
  return whole && { ...renderEmail(withStop(whole, link, email)), headers: { ...headersOfAll, ...stopHeaders(link) } }
}
