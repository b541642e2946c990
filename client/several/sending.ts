// Sends what is picked in several groups as one answer. The reply carries the new views; a refusal leaves everything picked in place and says where it hurts.
import { z } from 'zod/mini'
import { refusedSentence } from '#client/lib/actions/keeps-cookies.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { editDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { isSelfSelect, nameOf } from '#client/rsvp/answer/form-state.ts'
import { companionSent, sizeOf, submitFailed } from '#client/rsvp/answer/submit.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { givenIn } from '#client/rsvp/questions/given.ts'
import { putForm, putRsvp } from '#client/rsvp/store.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { type FormView, type OwnRsvp, rsvpApi, type SeveralAnswers } from '#protocol/seats/rsvp.ts'
import { openSeveral } from './calls.ts'
import { type GroupChoice, sendsAnswers } from './choice.ts'
import { dropPicks } from './picks.ts'
import { type Refused, useSeveral } from './store.ts'

export interface Who {
  readonly email: string
  readonly name: string
}
type Entry = SeveralAnswers['groups'][number]

/** What is given back comes first, so that it isn't in the way of what is taken. */
export const inOrder = (changed: readonly GroupChoice[]) =>
  [...changed].sort((one, other) => Number(one.pick.isComing) - Number(other.pick.isComing))

function entryOf(chosen: GroupChoice): Entry {
  const { form, pick, seats, saved } = chosen
  const { companions, atLeast, keepWaiting, replaceRole } = pick
  const attending = pick.isComing
  const waits = saved?.waiting?.map(({ role }) => role) ?? []
  const hasOtherWaits = pick.waitFor.length !== waits.length || pick.waitFor.some((role) => !waits.includes(role))
  return {
    groupId: form._id,
    attending,
    roles: attending && isSelfSelect(form) ? seats.filter((role) => role.isChosen).map((role) => role.name) : [],
    confirmed: false,
    ...(attending && companions && { companions: companions.map(companionSent) }),
    ...(attending && atLeast && pick.waitFor.length > 0 && { atLeast: Math.min(atLeast, sizeOf(chosen)) }),
    ...(attending && (hasOtherWaits || keepWaiting !== undefined) && { waitFor: [...pick.waitFor], keepWaiting, replaceRole }),
    ...(sendsAnswers(chosen) && { answers: givenIn(form, { attending, seats, saved }, pick).answers }),
  }
}

function takeIn(replies: readonly { form: FormView; rsvp: OwnRsvp }[]) {
  for (const { form, rsvp } of replies) {
    putForm(form)
    putRsvp(rsvp, form)
  }
}

/** What ends one group while its answer is being typed: the others are sent all the same. */
const gone = ['group-unknown', 'event-unknown', 'event-cancelled', 'event-ended', 'members-only', 'answers-early', 'answers-late']
const Body = z.object({
  groupId: z.optional(z.string()),
  full: z.optional(z.array(z.object({ groupId: z.optional(z.string()), role: z.string() }))),
  overlap: z.optional(z.array(z.object({ groupId: z.string() }))),
  tooMany: z.optional(z.array(z.object({ groupId: z.string() }))),
})

/** Which groups a refusal is about; the only one that was sent, where it names none. */
function refusedIn(refusal: CallFailed, entries: readonly Entry[]): string[] {
  const { groupId, full = [], overlap = [], tooMany = [] } = Body.safeParse(refusal.body).data ?? {}
  const named = [groupId, ...[...full, ...overlap, ...tooMany].map((one) => one.groupId)]
  const sent = entries.map((one) => one.groupId)
  const found = [...new Set(named)].filter((id) => id !== undefined).filter((id) => sent.includes(id))
  return found.length > 0 || sent.length > 1 ? found : sent
}

/** What a refusal says of fields that have rows, by row: 'companions.2.name' is of the row 2. */
const wrongIn = (fields: CallFailed['fields'], ...names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, sentence]) => {
      const [name = '', row = ''] = field.split('.')
      return names.includes(name) ? [[row, sentence]] : []
    }),
  )

/** R162, R178: what is wrong with a group's answers stands at the questions, with who comes along at their row; whether there was any. */
function takeWrongFields({ fields }: CallFailed, [groupId = '']: readonly string[]): boolean {
  const answers = wrongIn(fields, 'answers')
  const companions = wrongIn(fields, 'companions', 'atLeast')
  const found = [answers, companions].some((one) => Object.keys(one).length > 0)
  if (groupId && found) useSeveral.setState({ wrongAnswers: { [groupId]: answers }, wrongCompanions: { [groupId]: companions } })
  return groupId !== '' && found
}

/** Shows at each group what the server said no to. */
function takeRefusal(refusal: CallFailed, changed: readonly GroupChoice[], entries: readonly Entry[], { email, name }: Who) {
  const { full = [] } = Body.safeParse(refusal.body).data ?? {}
  const refused: Record<string, Refused> = {}
  const groupIds = refusedIn(refusal, entries)
  for (const groupId of takeWrongFields(refusal, groupIds) ? [] : groupIds) {
    const form = changed.find((one) => one.form._id === groupId)?.form
    const names = full.filter((one) => (one.groupId ?? groupId) === groupId).map(({ role }) => roleKey(role))
    const ids = form?.roles.filter((role) => names.includes(roleKey(role.name))).map(({ _id }) => _id) ?? []
    const roles = form?.roles.filter(({ _id }) => ids.includes(_id)).map((role) => `“${role.name}”`) ?? []
    const sentence = roles.length > 0 ? `${roles.join(' and ')} is full now. Nothing was sent: please choose again.` : refusal.message
    refused[groupId] = { sentence, ids, rev: form?.rev ?? 0 }
  }
  useSeveral.setState({ refused })
  if (refusal.code === 'members-only') useGuest.setState({ refusedEmail: email })
  if (refusal.code === 'proof-missing') {
    editDraft({ email, name })
    useGuest.setState({ provenEmail: '', isSession: false })
  } else void openSeveral(useSeveral.getState().eventId)
}

export interface SendResult {
  /** Why it is not in; null when it is. */
  readonly failure: string | null
  /** Groups that were left out, since they are over or called off. */
  readonly leftOut: readonly string[]
}

/** Sends these; where a group has ended meanwhile, all others. */
export async function sendPicks(changed: readonly GroupChoice[], who: Who): Promise<SendResult> {
  const { eventId } = useSeveral.getState()
  const { note } = useDraft.getState().draft
  let entries = inOrder(changed).map(entryOf)
  const leftOut: string[] = []
  useSeveral.setState({ refused: {}, wrongCompanions: {} })
  for (;;) {
    try {
      const sent = { eventId, name: nameOf(who), email: who.email, groups: entries, ...(note !== undefined && { note }) }
      const reply = await call(rsvpApi.submit, sent)
      takeIn(reply.groups ?? [reply])
      dropPicks(changed.map(({ form }) => form._id))
      editDraft({ note: undefined })
      useGuest.setState({ isArriving: true })
      if (leftOut.length > 0) void openSeveral(eventId)
      return { failure: null, leftOut }
    } catch (error) {
      const ended = error instanceof CallFailed && gone.includes(error.code) ? refusedIn(error, entries) : []
      const others = entries.filter(({ groupId }) => !ended.includes(groupId))
      if (others.length > 0 && others.length < entries.length) {
        leftOut.push(...ended)
        entries = others
        continue
      }
      if (error instanceof CallFailed) takeRefusal(error, changed, entries, who)
      return { failure: refusedSentence(error, submitFailed), leftOut }
    }
  }
}

/** R154: confirms what is kept, in these groups at once; R239: in each under the name that it has there. */
export async function confirmAll(all: readonly GroupChoice[], name: string) {
  const { eventId } = useSeveral.getState()
  const kept = all.flatMap(({ form, saved }) => (saved ? [{ form, saved }] : []))
  const [first] = kept
  if (!first) return
  const named = (saved: { name: string }) => saved.name || name
  const groups = kept.map(
    ({ form, saved }): Entry => ({
      groupId: form._id,
      name: named(saved),
      attending: true,
      roles: isSelfSelect(form) ? saved.roles : [],
      confirmed: form.showConfirmation,
    }),
  )
  const reply = await call(rsvpApi.submit, { eventId, name: named(first.saved), email: first.saved.email, groups })
  takeIn(reply.groups ?? [reply])
}
