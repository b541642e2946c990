// The links that are made when an email is sent, not when it is written: a personal link is kept nowhere (R87, R88), nor is that of a hand-over (R94).
// So a crowd of answers costs no signatures, and a link that was replaced in the meantime is the new one.

import { formatLong } from '#protocol/kernel/time/dates.ts'
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import type {
  AddressedMessage,
  Block,
  CompanionBlock,
  EmailContent,
  FactsBlock,
  HandOverBlock,
  HeldBlock,
  LinkBlock,
  PictureBlock,
  TextBlock,
} from '#server/kernel/emails/layout.ts'
import { unlinked, unlinkedText, withUnlinkedName } from '#server/kernel/emails/names.ts'
import { facts } from '#server/kernel/emails/parts.ts'
import { type Clock, iso } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { SignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { rolesOfCompanion } from '#server/seats/model/companion.ts'
import { eventFor, events, type GroupEvent } from '#server/seats/model/event.ts'
import { pictureUrl } from '#server/seats/model/event-picture.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { linkClaims, linkEnd } from '#server/seats/model/guest.ts'
import { handOverClaims, offeringOf, seatsOffered } from '#server/seats/model/handover.ts'
import { messages } from '#server/seats/model/message.ts'
import { passesOf, whosePass } from '#server/seats/model/pass.ts'
import { handOverEnd, isErased, isRemoved, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf, formNow } from '#server/seats/rights/groups.ts'
import { withPasses } from '#server/seats/rules/calendar.ts'
import { linkedIn } from '#server/seats/rules/companion.ts'

export interface Addressing {
  readonly store: Store
  readonly clock: Clock
  readonly signedTokens: SignedTokens
  /** PUBLIC_URL: the start of every link. */
  readonly publicUrl: string
  readonly secrets: Secrets
}

/** R87: the guest's own way back, signed as of now; undefined once links to it have ended. */
async function personalLink({ clock, signedTokens, publicUrl }: Addressing, rsvp: Rsvp, event: GroupEvent | undefined, isToEvent = false) {
  const until = linkEnd(event, clock.now())
  if (isErased(rsvp) || until <= clock.now()) return undefined
  const token = await signedTokens.sign('guest', linkClaims(rsvp), until)
  if (isToEvent && rsvp.eventId) return `${publicUrl}/rsvp/event/${rsvp.eventId}?guest=${token}`
  return `${publicUrl}/rsvp/${rsvp.groupId}?${rsvp.eventId ? `eventId=${rsvp.eventId}&` : ''}guest=${token}`
}

/** R180: the passes of a guest's party as they are now. */
async function passesNow(services: Addressing, rsvpId: string) {
  const rsvp = await services.store.get(rsvps, rsvpId)
  const group = rsvp && (await services.store.get(groups, rsvp.groupId))
  return group ? passesOf(services, rsvp, group, await eventOf(services.store, group)) : []
}
async function passBlocks(services: Addressing, { label, rsvpId = '', atMost = Infinity }: LinkBlock): Promise<Block[]> {
  const passes = await passesNow(services, rsvpId)
  const blocks = passes
    .slice(0, atMost)
    .map(({ url }, nth) => ({ link: url, label: label.replace(/^Your\b/, whosePass(nth, passes.length - 1)), isSecond: true as const }))
  return passes.length > atMost ? [...blocks, { p: 'The passes of your other companions there are on the page of your answers.' }] : blocks
}
/** What goes into a guest's calendar: passes are kept nowhere. */
export const entryWithPasses = async (services: Addressing, entry: CalendarEntry | undefined, rsvpId: string | undefined) =>
  entry?.method === 'REQUEST' && rsvpId ? withPasses(entry, await passesNow(services, rsvpId)) : entry

const openedAt = ({ isToQuestions, isToFeed }: LinkBlock) => (isToQuestions ? '&open=questions' : isToFeed ? '&open=calendar' : '')

async function addressedLink(services: Addressing, block: LinkBlock): Promise<LinkBlock> {
  const { link, label, rsvpId, isToEvent, isSecond } = block
  const rsvp = rsvpId ? await services.store.get(rsvps, rsvpId) : undefined
  const group = rsvp && (await services.store.get(groups, rsvp.groupId))
  const own = rsvp && (await personalLink(services, rsvp, group && (await eventOf(services.store, group)), isToEvent))
  return { link: `${own ?? link}${openedAt(block)}`, label, ...(isSecond && { isSecond }) }
}

const maxAnswers = 50
/** R88: the newest answers under this address, each with its link; R94: and the seats that are offered to it. */
async function answerBlocks(services: Addressing, email: string): Promise<Block[]> {
  const offering = await services.store.find(rsvps, { index: 'named', where: { handOverTo: email }, limit: maxAnswers })
  const offers = offering.map(({ _id, handOver }) =>
    handOverBlocks(services, { handOver: { rsvpId: _id, id: handOver?.id ?? '' }, link: `${services.publicUrl}/hand-over?token=` }),
  )
  const found = await services.store.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: maxAnswers })
  const answers = await Promise.all(
    found.filter((rsvp) => !isRemoved(rsvp)).map(async (rsvp) => ({ rsvp, ...(await loadGroup(services, rsvp)) })),
  )
  const blocks = inEvents(answers).map((all) => (all.length > 1 ? severalBlocks(services, all) : ownBlocks(services, all[0])))
  return (await Promise.all([...offers, ...blocks])).flat()
}

interface Placed {
  readonly rsvp: Rsvp
  readonly group: Group | undefined
  readonly event: GroupEvent | undefined
}
async function loadGroup({ store }: Addressing, { groupId }: Rsvp): Promise<Omit<Placed, 'rsvp'>> {
  const group = await store.get(groups, groupId)
  return { group, event: group && (await eventOf(store, group)) }
}

/** R151: those to several groups of an event are one entry, at the place of the newest. */
function inEvents(answers: readonly Placed[]): [Placed, ...Placed[]][] {
  const entries = new Map<string, [Placed, ...Placed[]]>()
  for (const one of answers) {
    const key = one.event?._id ?? one.rsvp._id
    entries.set(key, [...(entries.get(key) ?? []), one] as [Placed, ...Placed[]])
  }
  return [...entries.values()]
}

async function ownBlocks(services: Addressing, { rsvp, group, event }: Placed): Promise<Block[]> {
  const link = await personalLink(services, rsvp, event)
  if (!link || !group || event?.published === false) return []
  const label = rsvp.attending === null ? 'Answer' : 'See or change your answer'
  return [...(event ? facts(event) : [{ p: `“${group.name}”:` }]), { link, label }]
}

async function severalBlocks(services: Addressing, all: readonly Placed[]): Promise<Block[]> {
  const [last] = all.toSorted((one, other) => ((one.event?.end ?? '') < (other.event?.end ?? '') ? 1 : -1))
  const event = await services.store.get(events, last?.event?._id ?? '')
  const link = last && (await personalLink(services, last.rsvp, last.event, true))
  if (!link || !event?.published) return []
  const names = all.flatMap(({ group }) => (group ? [`“${group.name}”`] : []))
  return [...facts(event), { p: `Your answers to ${rolesInWords(names)}:` }, { link, label: 'See or change your answers' }]
}

/** R252: a mail program keeps a picture under its address. */
async function pictureBlock(services: Addressing, { picture, pictureOf = '' }: PictureBlock): Promise<Block> {
  const group = await services.store.get(groups, pictureOf)
  if (!group) return { picture }
  return { picture: pictureUrl(services, await formNow(services, services.store, group, await eventOf(services.store, group))) }
}

/** R131: what, when, where and by whom, as it is now. */
async function factBlocks({ store }: Addressing, { factsOf, groupId, isAsTyped }: FactsBlock): Promise<Block[]> {
  const [itself, group] = await Promise.all([store.get(events, factsOf), groupId ? store.get(groups, groupId) : undefined])
  const event = itself && group ? eventFor(itself, group) : itself
  return event ? facts(isAsTyped ? event : withUnlinkedName(event)) : []
}

/** R94: the giver's name and the seats as they are now; nothing once the offer has ended. */
async function handOverBlocks({ store, clock, signedTokens }: Addressing, { handOver, link }: HandOverBlock): Promise<Block[]> {
  const giver = offeringOf(await store.get(rsvps, handOver.rsvpId), handOver.id)
  const group = giver && (await store.get(groups, giver.groupId))
  if (!group || group.cancelledAt) return []
  const event = await eventOf(store, group)
  const end = handOverEnd(giver.handOver, event)
  if (end <= iso(clock.now())) return []
  const roles = group.roles.filter(({ _id }) => seatsOffered(giver, group).includes(_id)).map(({ name }) => `“${unlinked(name)}”`)
  const token = await signedTokens.sign('hand-over', handOverClaims(giver), Date.parse(end))
  const occasion = unlinked(event?.name ?? group.name)
  return [
    { p: `${unlinked(giver.name)} can’t make it, and offers you their seat as ${rolesInWords(roles)} at “${occasion}”.` },
    { link: `${link}${token}`, label: 'See the offer' },
    { p: `You can accept or decline it until ${formatLong(end, event?.timeZone ?? 'UTC')}. They keep it until you accept.` },
  ]
}

/** R175: whose companion, and the seat, as they are now; nothing once the link has ended. */
async function companionBlocks({ store, clock, signedTokens }: Addressing, { companionOf, link }: CompanionBlock): Promise<Block[]> {
  const giver = await store.get(rsvps, companionOf.rsvpId)
  const group = giver && (await store.get(groups, giver.groupId))
  const event = group && (await eventOf(store, group))
  const one = linkedIn(giver, companionOf.id, event, clock.now())
  if (!giver || !group || !one || group.cancelledAt) return []
  const end = handOverEnd(one.link, event)
  const roles = group.roles.filter(({ _id }) => rolesOfCompanion(giver, one).includes(_id)).map(({ name }) => `“${unlinked(name)}”`)
  const token = await signedTokens.sign('companion', { sub: giver._id, link: one.link.id }, Date.parse(end))
  const as = roles.length > 0 ? ` as ${rolesInWords(roles)}` : ''
  return [
    {
      p: `${unlinked(giver.name)} has a seat for you${as} at “${unlinked(event?.name ?? group.name)}”, and would like you to answer for yourself.`,
    },
    { link: `${link}${token}`, label: 'See your seat' },
    { p: `You can accept it until ${formatLong(end, event?.timeZone ?? 'UTC')}. Until then they keep it for you.` },
  ]
}

/** R251: the seats that are held, and until when; nothing once they aren't any more. */
async function heldBlocks({ store, clock }: Addressing, { heldFor }: HeldBlock): Promise<Block[]> {
  const rsvp = await store.get(rsvps, heldFor.rsvpId)
  const group = rsvp && (await store.get(groups, rsvp.groupId))
  const offer = rsvp?.offers?.find(({ roleId }) => roleId === heldFor.roleId)
  const role = group?.roles.find(({ _id }) => _id === heldFor.roleId)
  if (!rsvp || !group || !offer || !role || offer.until <= iso(clock.now())) return []
  const event = await eventOf(store, group)
  const shown = rsvp.attending === null ? unlinked : (name: string) => name
  const { seats = 1, until } = offer
  const [what, are] = seats > 1 ? [`${seats} seats`, 'They are'] : ['A seat', 'It is']
  const free = `${what} as “${shown(role.name)}” at “${shown((event ?? group).name)}” became free.`
  return [{ p: `${free} ${are} held for you until ${formatLong(until, event?.timeZone ?? 'UTC')}.` }]
}

/** R101: a message's own text, in paragraphs; nothing where it is gone. */
async function textBlocks({ store }: Addressing, { textOf, isPlain }: TextBlock): Promise<Block[]> {
  const message = await store.get(messages, textOf)
  const text = isPlain ? unlinkedText(message?.text ?? '') : (message?.text ?? '')
  return text.split(/\n{2,}/).map((p) => ({ p }))
}

/** The message with its personal links; undefined where it would bring answers or an offer, and there are none. */
export async function addressed(services: Addressing, { subject, blocks }: EmailContent): Promise<AddressedMessage | undefined> {
  let isEmpty = false
  const found = async (looking: Promise<Block[]>) => {
    const brought = await looking
    isEmpty ||= brought.length === 0
    return brought
  }
  const all = blocks.map(async (block): Promise<Block[]> => {
    if ('textOf' in block) return textBlocks(services, block)
    if ('factsOf' in block) return factBlocks(services, block)
    if ('handOver' in block) return found(handOverBlocks(services, block))
    if ('companionOf' in block) return found(companionBlocks(services, block))
    if ('heldFor' in block) return found(heldBlocks(services, block))
    if ('answersOf' in block) return found(answerBlocks(services, block.answersOf))
    if ('picture' in block) return [await pictureBlock(services, block)]
    if ('isPass' in block) return passBlocks(services, block)
    return 'rsvpId' in block ? [await addressedLink(services, block)] : [block]
  })
  const addressedBlocks = (await Promise.all(all)).flat()
  return isEmpty ? undefined : { subject, blocks: addressedBlocks }
}
