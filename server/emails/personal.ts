// The links that are made when an email is sent, not when it is written: a personal link is kept nowhere (R87, R88).
import { formatThere } from '#protocol/dates.ts'
import { type Event, events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { linkClaims, linkEnd } from '../guest/model.ts'
import { messages } from '../message/model.ts'
import type { Clock } from '../ports/clock.ts'
import type { SignedTokens } from '../ports/signed-tokens.ts'
import { isErased, type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Store } from '../store/store.ts'
import type { AddressedMessage, Block, LinkBlock, Message, TextBlock } from './layout.ts'
import { unlinkedText } from './names.ts'

export interface Addressing {
  readonly store: Store
  readonly clock: Clock
  readonly signedTokens: SignedTokens
  /** PUBLIC_URL: the start of every link. */
  readonly publicUrl: string
}

/** R87: the guest's own way back, signed as of now; undefined once links to it have ended. */
async function personalLink({ clock, signedTokens, publicUrl }: Addressing, rsvp: Rsvp, event: Event | undefined) {
  const until = linkEnd(event, clock.now())
  if (isErased(rsvp) || until <= clock.now()) return undefined
  const token = await signedTokens.sign('guest', linkClaims(rsvp), until)
  return `${publicUrl}/rsvp/${rsvp.groupId}?${rsvp.eventId ? `eventId=${rsvp.eventId}&` : ''}guest=${token}`
}

const eventOf = async ({ store }: Addressing, { eventId }: Rsvp) => (eventId ? store.get(events, eventId) : undefined)

async function addressedLink(services: Addressing, { link, label, rsvpId }: LinkBlock): Promise<LinkBlock> {
  const rsvp = rsvpId ? await services.store.get(rsvps, rsvpId) : undefined
  const own = rsvp && (await personalLink(services, rsvp, await eventOf(services, rsvp)))
  return { link: own ?? link, label }
}

const mostAnswers = 50
/** R88: the newest answers under this address, each with its link. */
async function answerBlocks(services: Addressing, email: string): Promise<Block[]> {
  const found = await services.store.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: mostAnswers })
  const blocks = found.map(async (rsvp): Promise<Block[]> => {
    const [event, group] = await Promise.all([eventOf(services, rsvp), services.store.get(groups, rsvp.groupId)])
    const link = await personalLink(services, rsvp, event)
    if (!link || !group || event?.published === false) return []
    const starts = event ? `, ${formatThere(event.start, event.timeZone)}` : ''
    return [{ p: `“${event?.name ?? group.name}”${starts}:` }, { link, label: 'Open your answer' }]
  })
  return (await Promise.all(blocks)).flat()
}

/** R101: a message's own text, in paragraphs; nothing where it is gone. */
async function textBlocks({ store }: Addressing, { textOf, isPlain }: TextBlock): Promise<Block[]> {
  const message = await store.get(messages, textOf)
  const text = isPlain ? unlinkedText(message?.text ?? '') : (message?.text ?? '')
  return text.split(/\n{2,}/).map((p) => ({ p }))
}

/** The message with its personal links; undefined where it would bring answers, and there are none. */
export async function addressed(services: Addressing, { subject, blocks }: Message): Promise<AddressedMessage | undefined> {
  let isEmpty = false
  const all = blocks.map(async (block): Promise<Block[]> => {
    if ('textOf' in block) return textBlocks(services, block)
    if ('rsvpId' in block) return [await addressedLink(services, block)]
    if (!('answersOf' in block)) return [block]
    const answers = await answerBlocks(services, block.answersOf)
    isEmpty ||= answers.length === 0
    return answers
  })
  const addressedBlocks = (await Promise.all(all)).flat()
  return isEmpty ? undefined : { subject, blocks: addressedBlocks }
}
