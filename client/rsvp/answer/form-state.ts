// The form as it stands filled in: what was typed, over what was answered before, over what the session knows.

import { useMemo } from 'react'
import { serverNow } from '#client/lib/now.ts'
import { isAnswer, useGuest } from '#client/rsvp/guest.ts'
import { type OwnAnswer, savedOf, useOwn } from '#client/rsvp/own-answer.ts'
import { type SavedAnswer, useRsvps } from '#client/rsvp/store.ts'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import { attendingMissing, nameMissing, normalEmail, roleKey } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { offersOpen } from '#protocol/seats/standing/standing.ts'
import { type DraftCompanion, type RsvpDraft, useDraft } from './draft.ts'
import { type RoleSeats, seatsOf } from './seats.ts'

export interface Filled {
  readonly email: string
  readonly name: string
  readonly attending: boolean | null
  readonly seats: readonly RoleSeats[]
  /** R89: the full roles to wait for, and those among them that the saved answer doesn't wait for yet. */
  readonly waits: readonly string[]
  readonly newWaits: readonly string[]
  /** R170: who comes along, and R172: with how many people they would come. */
  readonly companions: readonly DraftCompanion[]
  readonly atLeast: number | undefined
  /** Said so, or answered so before: a yes without a role. */
  readonly comesWithout: boolean
  /** The answer this email has given; null before the proof. */
  readonly saved: SavedAnswer | null
  readonly isVerified: boolean
  /** R16: not proven yet, and known to have answered. */
  readonly hasAnswered: boolean
  /** R164: the questions (ids) that have to be answered and aren't. */
  readonly open: readonly string[]
  /** What is still needed before it can be sent; null when nothing is. */
  readonly missing: string | null
  /** R18: asks once more whether the yes is meant: a first one, one for a new role, or one for a moved start. */
  readonly needsConfirmation: boolean
}

export const isSelfSelect = (form: FormView) => form.event?.enableRoleSelfSelect ?? true
export const isSingleRole = (form: FormView) => form.event?.singleRoleOnly ?? false

/** R141a: no answers are taken now, and there is none of theirs that stands: all there is to say is a no. */
export const isShutOut = ({ shut }: FormView, { saved }: Pick<Filled, 'saved'>) =>
  shut !== undefined && !(saved && (saved.attending ?? saved.roleIds.length > 0))

/** R83: a seat is free or can be waited for, and nothing of the kind is chosen. */
export const canStillTake = (form: FormView, { seats, waits, comesWithout }: Filled) =>
  isSelfSelect(form) &&
  !form.shut &&
  !comesWithout &&
  waits.length === 0 &&
  !seats.some((role) => role.isChosen) &&
  seats.some((role) => role.left > 0 || form.waitlist)

/** A seat that was chosen here and taken by somebody else meanwhile. */
export const hasLost = ({ attending, seats }: Filled) => attending !== false && seats.some((role) => role.isChosen && role.isFull)

export const seatsLeft = ({ seats }: Pick<Filled, 'seats'>) => seats.reduce((sum, role) => sum + role.left, 0)

/** Whether the first question holds the bar's place: until it is answered, whatever is typed. */
export const isQuestionNext = (form: FormView, filled: Filled) =>
  form.status === 'open' && filled.attending === null && !isShutOut(form, filled)

/** Whether the code sends what was chosen before it: not where an earlier answer would change before it was said whose it is (R239). */
export const isSentByCode = (form: FormView, filled: Filled, draft: RsvpDraft) =>
  draft.attending !== undefined &&
  filled.open.length === 0 &&
  !filled.hasAnswered &&
  !(filled.saved && isAnswer(filled.saved)) &&
  (draft.attending === false || (filled.name.trim() !== '' && !hasLost(filled) && !canStillTake(form, filled)))

/** R124: a no goes by the email alone; what is sent has a name all the same. */
export const nameOf = ({ name, email }: Pick<Filled, 'name' | 'email'>) => name.trim() || email.trim().split('@', 1).join()

/** V2: a submit needs email, name, an attending choice and a verified email. */
function missingOf({ name, isVerified, attending }: Pick<Filled, 'name' | 'isVerified' | 'attending'>) {
  if (!isVerified) return formRefusals['proof-missing'][1]
  if (attending === null) return attendingMissing
  return attending && !name.trim() ? nameMissing : null
}

const isConfirmedStill = (saved: SavedAnswer | null, chosenIds: readonly string[], form: FormView) =>
  saved?.confirmed === true &&
  saved.attending === true &&
  saved.start === (form.event?.start ?? null) &&
  chosenIds.every((one) => saved.roleIds.includes(one))

function chosenOf(form: FormView, draft: RsvpDraft, heldIds: readonly string[], attending: boolean | null): readonly string[] {
  if (!isSelfSelect(form)) return heldIds
  if (attending === false) return []
  const chosen = draft.roleIds ?? heldIds
  return isSingleRole(form) ? chosen.slice(0, 1) : chosen
}

/** R97: the roles that the invitation suggested, as far as a seat is free. */
function suggestedIds(form: FormView, saved: SavedAnswer | null): string[] {
  if (!isSelfSelect(form)) return []
  const { roleCoverage } = form
  const names = (saved?.suggested ?? []).map(roleKey)
  return roleCoverage
    .filter(({ name, count, total, waiting = 0 }) => names.includes(roleKey(name)) && count < total && waiting === 0)
    .map(({ _id }) => _id)
}

/** Reads the form as filled in. */
export function filledForm(form: FormView, { guest, saved: kept }: OwnAnswer, draft: RsvpDraft): Filled {
  const email = guest.isSession ? guest.provenEmail : (draft.email ?? guest.provenEmail)
  const isVerified = guest.provenEmail !== '' && normalEmail(email) === guest.provenEmail
  const saved = isVerified ? kept : null
  const attending = draft.attending ?? saved?.attending ?? null
  const name = draft.name ?? (saved?.name || (isVerified ? guest.userName : ''))
  const heldIds = saved && saved.attending !== false ? saved.roleIds : []
  const chosenIds = chosenOf(form, draft, [...heldIds, ...suggestedIds(form, saved)], attending)
  const waiting = saved?.waiting?.map(({ role }) => role) ?? []
  const waits = attending === false || !isSelfSelect(form) ? [] : (draft.waitFor ?? waiting)
  const had = saved?.attending ? (saved.companions ?? []) : []
  const companions = attending === false ? [] : (draft.companions ?? had)
  const refusedIds = guest.refused.rev >= form.rev ? guest.refused.ids : []
  return {
    email,
    name,
    attending,
    saved,
    isVerified,
    hasAnswered: !isVerified && guest.answeredEmail !== '' && guest.answeredEmail === normalEmail(email),
    waits,
    newWaits: waits.filter((role) => !waiting.includes(role)),
    comesWithout: chosenIds.length === 0 && waits.length === 0 && (draft.roleIds !== undefined || saved?.attending === true),
    companions,
    atLeast: draft.atLeast ?? saved?.atLeast,
    seats: seatsOf(form, { heldIds, chosenIds, refusedIds, had, companions, offers: saved ? offersOpen(saved, serverNow()) : [] }),
    open: guest.openQuestions,
    missing: missingOf({ name, isVerified, attending }),
    needsConfirmation: form.showConfirmation && attending === true && !isConfirmedStill(saved, chosenIds, form),
  }
}

/** Reads it as of this moment, e.g. right after the proof brought an earlier answer. */
export function filledNow(form: FormView) {
  const guest = useGuest.getState()
  return filledForm(form, { guest, saved: savedOf(form, guest, useRsvps.getState().answers) }, useDraft.getState().draft)
}

/** Follows the filled form on screen. */
export function useFilled(form: FormView): Filled {
  const own = useOwn(form)
  const { draft } = useDraft()
  return useMemo(() => filledForm(form, own, draft), [form, own, draft])
}
