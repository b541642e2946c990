// What guests are emailed before an event: asked to confirm, reminded, asked for an answer they haven't given; and about several groups at once (R154).
import type { NoticeKind } from '#protocol/mail/notice.ts'
import { openInWords, rolesInWords } from '#protocol/seats/standing/words.ts'
import type { Block, EmailContent } from '#server/kernel/emails/layout.ts'
import { unlinked, unlinkedText } from '#server/kernel/emails/names.ts'
import {
  aboutThen,
  cover,
  type EventSummary,
  type GuestPlace,
  headed,
  linkToQuestions,
  ownLink,
  passLink,
  plain,
  severalLink,
  toGuest,
} from '#server/kernel/emails/parts.ts'
import { standing } from '#server/seats/emails/standing.ts'

/** What an email of these says of the answer it is about. */
export interface Reminding {
  readonly roles: readonly string[]
  /** R98: they are still to confirm. */
  readonly isToConfirm: boolean
  /** R164: how many of the questions that have to be answered they haven't. */
  readonly open?: number
  /** R117: they have agreed to nothing: how often somebody makes them get one is limited. */
  readonly isStranger: boolean
}

const named = (roles: readonly string[]) => (roles.length > 0 ? ` as ${rolesInWords(roles)}` : '')
const unaskedIf = (isStranger: boolean) => (isStranger ? { isUnasked: true } : {})
const otherwise = { p: 'If you can’t come, please say so there, and someone else can have your seat.' }

/** R164: what is still open, before the link; never what was answered (R166). */
const openQuestions = (open = 0): Block[] => (open > 0 ? [{ p: `${openInWords(open)}. Your link opens your answer there.` }] : [])
/** Their own link, to the questions where some are open. */
function linkOf(url: string, guest: GuestPlace, { isToConfirm, open = 0 }: Pick<Reminding, 'isToConfirm' | 'open'>): Block {
  const link = open > 0 ? linkToQuestions : ownLink
  return isToConfirm ? link(url, guest, 'Confirm') : link(url, guest)
}

/** R98: looking at the page changes nothing; its first button confirms (R116). */
export function confirmationEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, reminding: Reminding) {
  const { roles, isStranger, open } = reminding
  const so = guest.hasAnswered ? 'You said yes to' : 'You have a seat at'
  const news = `${so} “${occasion.name}”${named(roles)}. Are you coming?`
  const blocks = aboutThen(url, guest, news, ...openQuestions(open), linkOf(url, guest, { isToConfirm: true, open }), otherwise)
  const asked = standing({ state: guest.hasAnswered ? 'coming' : 'assigned', roles, isAsked: true }, blocks)
  return { ...toGuest(guest, plain(to, `Please confirm: “${occasion.name}”`, asked)), ...unaskedIf(isStranger) }
}

/** R99 */
export function reminderEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, { roles, isToConfirm, open }: Reminding) {
  const news = `A reminder: you said yes to “${occasion.name}”${named(roles)}.`
  const blocks = aboutThen(url, guest, news, ...openQuestions(open), linkOf(url, guest, { isToConfirm, open }), passLink(guest), otherwise)
  return toGuest(guest, plain(to, `Coming up: “${occasion.name}”`, standing({ state: 'coming', roles, isAsked: isToConfirm }, blocks)))
}

/** R99: once. */
export function nudgeEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, { roles, isStranger }: Reminding) {
  const news = `You haven’t answered yet: are you coming to “${occasion.name}”${named(roles)}?`
  const blocks = aboutThen(url, guest, news, ownLink(url, guest, 'Answer'))
  const asked = standing({ state: roles.length > 0 ? 'assigned' : 'unanswered', roles, isAsked: true }, blocks)
  return { ...toGuest(guest, plain(to, `Please answer: “${occasion.name}”`, asked)), ...unaskedIf(isStranger) }
}

/** What is due about one group. */
export interface Due {
  readonly guest: GuestPlace
  readonly group: string
  readonly roles: readonly string[]
  /** R98: they are still to confirm. */
  readonly isToConfirm: boolean
  /** R164: how many of the questions that have to be answered they haven't. */
  readonly open: number
}
interface AboutDue {
  /** The event's own. */
  readonly name: string
  /** How they stand in all of its groups, as the page says it (R131a): some may be due another day. */
  readonly standing: string
  readonly kind: NoticeKind
  /** By time. */
  readonly parts: readonly Due[]
}

/** R117: who has agreed to nothing reads no link that somebody typed. */
const shown = (isKnown: boolean, text: string) => (isKnown ? text : unlinked(text))

function blocksOf({ guest, group, roles, isToConfirm, open }: Due): EmailContent['blocks'] {
  const { hasAnswered } = guest
  const as = roles.length > 0 ? ` as ${rolesInWords(roles.map((role) => shown(hasAnswered, role)))}` : ''
  const said = hasAnswered ? `you said yes${as}` : `you have a seat${as}`
  const todo = hasAnswered ? (isToConfirm ? ' Please confirm.' : '') : ' Please say whether you come.'
  const questions = open > 0 ? ` ${openInWords(open)}.` : ''
  return [
    { factsOf: guest.eventId ?? '', groupId: guest._id, isAsTyped: hasAnswered },
    { p: `“${shown(hasAnswered, group)}”: ${said}.${todo}${questions}` },
  ]
}

const subjects: Readonly<Partial<Record<NoticeKind, string>>> = { reminder: 'Coming up', nudge: 'Please answer' }

/** R180b: so many passes in one email in all, and of each group the guest's own. */
const mostPasses = 24
const passesEach = (groups: number) => Math.max(1, Math.floor(mostPasses / groups))

/** The link opens all groups: what is to be confirmed is confirmed there one by one, or all by one button. */
export function remindersEmail(to: string, url: string, { name, standing: stands, kind, parts }: AboutDue) {
  const [first] = parts
  const known = parts.filter(({ guest }) => guest.hasAnswered)
  const guest = known[0]?.guest ?? (first as Due).guest
  const isAsking = parts.some((one) => one.isToConfirm || !one.guest.hasAnswered)
  // R164: all groups are on one page, which leads to what is open.
  const isOpen = parts.some(({ open }) => open > 0)
  const title = shown(known.length > 0, name)
  const ask: EmailContent['blocks'] = [
    ...(isAsking ? [{ p: 'Are you coming? With this link you confirm each of them alone, or all together.' }] : []),
    {
      ...severalLink(url, guest),
      ...(isOpen && { isToQuestions: true }),
      ...(isAsking && { label: known.length > 0 ? 'Confirm' : 'Answer' }),
    },
  ]
  const blocks: EmailContent['blocks'] = [
    cover(url, guest),
    { p: `${kind === 'reminder' ? 'A reminder of your' : 'These are your'} ${parts.length} parts of “${title}”:` },
    ...(isAsking ? ask : []),
    ...parts.flatMap(blocksOf),
    ...(isAsking ? [] : ask),
    ...known.map((one) => ({ ...passLink(one.guest, `Your pass for “${one.group}”`), atMost: passesEach(known.length) })),
    { p: 'If you can’t come, please say so there, and someone else can have your seat.' },
  ]
  return toGuest(
    guest,
    plain(to, `${subjects[kind] ?? 'Please confirm'}: “${title}”`, headed(known.length > 0 ? stands : unlinkedText(stands), blocks)),
  )
}
