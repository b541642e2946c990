// The links that are made when an email is sent, not when it is written: a personal link is kept nowhere (R87, R88), nor is that of a hand-over (R94).
import { formatThere } from '#protocol/dates.ts'
import { type Event, events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { linkClaims, linkEnd } from '../guest/model.ts'
import { handOverClaims, offeringOf, seatsOffered } from '../handover/model.ts'
import { messages } from '../message/model.ts'
import { type Clock, iso } from '../ports/clock.ts'
import type { SignedTokens } from '../ports/signed-tokens.ts'
import { handOverEnd, isErased, type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Store } from '../store/store.ts'
import type { AddressedMessage, Block, HandOverBlock, LinkBlock, Message, TextBlock } from './layout.ts'
import { unlinked, unlinkedText, withUnlinkedName } from './names.ts'

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
/** R88: the newest answers under this address, each with its link; R94: and the seats that are offered to it. */
async function answerBlocks(services: Addressing, email: string): Promise<Block[]> {
  const offering = await services.store.find(rsvps, { index: 'named', where: { handOverTo: email }, limit: mostAnswers })
  const offers = offering.map(({ _id, handOver }) =>
    handOverBlocks(services, { handOver: { rsvpId: _id, id: handOver?.id ?? '' }, link: `${services.publicUrl}/hand-over?token=` }),
  )
  const found = await services.store.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: mostAnswers })
  const blocks = found.map(async (rsvp): Promise<Block[]> => {
    const [event, group] = await Promise.all([eventOf(services, rsvp), services.store.get(groups, rsvp.groupId)])
    const link = await personalLink(services, rsvp, event)
    if (!link || !group || event?.published === false) return []
    const starts = event ? `, ${formatThere(event.start, event.timeZone)}` : ''
    return [{ p: `“${event?.name ?? group.name}”${starts}:` }, { link, label: 'Open your answer' }]
  })
  return (await Promise.all([...offers, ...blocks])).flat()
}

/** When and where, as it is now, for somebody who has agreed to nothing. */
async function factBlocks({ store }: Addressing, eventId: string): Promise<Block[]> {
  const event = await store.get(events, eventId)
  if (!event) return []
  const { location } = withUnlinkedName({ name: '', location: event.location })
  return [{ p: `It starts on ${formatThere(event.start, event.timeZone)}.` }, ...(location ? [{ p: `Place: ${location}` }] : [])]
}

/** R94: the giver's name and the seats as they are now; nothing once the offer has ended. */
async function handOverBlocks({ store, clock, signedTokens }: Addressing, { handOver, link }: HandOverBlock): Promise<Block[]> {
  const giver = offeringOf(await store.get(rsvps, handOver.rsvpId), handOver.id)
  const group = giver && (await store.get(groups, giver.groupId))
  if (!group || group.cancelledAt) return []
  const event = group.eventId ? await store.get(events, group.eventId) : undefined
  const end = handOverEnd(giver.handOver, event)
  if (end <= iso(clock.now())) return []
  const roles = group.roles.filter(({ _id }) => seatsOffered(giver, group).includes(_id)).map(({ name }) => `“${unlinked(name)}”`)
  const token = await signedTokens.sign('hand-over', handOverClaims(giver), Date.parse(end))
  const occasion = unlinked(event?.name ?? group.name)
  return [
    { p: `${unlinked(giver.name)} can’t make it, and offers you their seat as ${roles.join(', ')} at “${occasion}”.` },
    { link: `${link}${token}`, label: 'See the offer' },
    { p: `You can accept or decline it until ${formatThere(end, event?.timeZone ?? 'UTC')}. Until then the seat is still theirs.` },
  ]
}

/** R101: a message's own text, in paragraphs; nothing where it is gone. */
async function textBlocks({ store }: Addressing, { textOf, isPlain }: TextBlock): Promise<Block[]> {
  const message = await store.get(messages, textOf)
  const text = isPlain ? unlinkedText(message?.text ?? '') : (message?.text ?? '')
  return text.split(/\n{2,}/).map((p) => ({ p }))
}

/** The message with its personal links; undefined where it would bring answers or an offer, and there are none. */
export async function addressed(services: Addressing, { subject, blocks }: Message): Promise<AddressedMessage | undefined> {
  let isEmpty = false
  const found = async (looking: Promise<Block[]>) => {
    const brought = await looking
    isEmpty ||= brought.length === 0
    return brought
  }
  const all = blocks.map(async (block): Promise<Block[]> => {
    if ('textOf' in block) return textBlocks(services, block)
    if ('factsOf' in block) return factBlocks(services, block.factsOf)
    if ('handOver' in block) return found(handOverBlocks(services, block))
    if ('answersOf' in block) return found(answerBlocks(services, block.answersOf))
    return 'rsvpId' in block ? [await addressedLink(services, block)] : [block]
  })
  const addressedBlocks = (await Promise.all(all)).flat()
  return isEmpty ? undefined : { subject, blocks: addressedBlocks }
}
