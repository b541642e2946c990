// The form as it stands filled in: what was typed, over what was answered before, over what the session knows.
import { useMemo } from 'react'
import { type Guest, useGuest } from '#client/rsvp/guest.ts'
import { type SavedAnswer, useRsvps } from '#client/rsvp/store.ts'
import { formRefusals } from '#protocol/form-refusals.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { attendingMissing, nameMissing, normalEmail, roleKey } from '#protocol/texts.ts'
import { type Draft, useDraft } from './draft.ts'
import { type RoleSeats, seatsOf } from './seats.ts'

export interface Filled {
  readonly email: string
  readonly name: string
  readonly attending: boolean | null
  readonly seats: readonly RoleSeats[]
  /** The answer this email has given; null before the proof. */
  readonly saved: SavedAnswer | null
  readonly isVerified: boolean
  /** What is still needed before it can be sent; null when nothing is. */
  readonly missing: string | null
  /** R18: asks once more whether the yes is meant: a first one, one for a new role, or one for a moved start. */
  readonly needsConfirmation: boolean
}

export const isSelfSelect = (form: FormView) => form.event?.enableRoleSelfSelect ?? true
export const isSingleRole = (form: FormView) => form.event?.singleRoleOnly ?? false

/** R83: a seat is free, and none is chosen. */
export const canStillTake = (form: FormView, { seats }: Pick<Filled, 'seats'>) =>
  isSelfSelect(form) && !seats.some((role) => role.isChosen) && seats.some((role) => role.left > 0)

/** V2: a submit needs email, name, an attending choice and a verified email. */
function missingOf({ name, isVerified, attending }: Pick<Filled, 'name' | 'isVerified' | 'attending'>) {
  if (!isVerified) return formRefusals['proof-missing'][1]
  if (!name.trim()) return nameMissing
  return attending === null ? attendingMissing : null
}

const isConfirmedStill = (saved: SavedAnswer | null, chosenIds: readonly string[], form: FormView) =>
  saved?.confirmed === true &&
  saved.attending === true &&
  saved.start === (form.event?.start ?? null) &&
  chosenIds.every((one) => saved.roleIds.includes(one))

function chosenOf(form: FormView, draft: Draft, heldIds: readonly string[], attending: boolean | null): readonly string[] {
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
export function filledForm(form: FormView, guest: Guest, draft: Draft, answers: Readonly<Record<string, SavedAnswer>>): Filled {
  const email = guest.isSession ? guest.provenEmail : (draft.email ?? guest.provenEmail)
  const isVerified = guest.provenEmail !== '' && normalEmail(email) === guest.provenEmail
  const eventId = form.eventId
  const isOwn = (one: SavedAnswer) => one.email === guest.provenEmail && one.groupId === guest.place?.groupId && one.eventId === eventId
  const saved = (isVerified && Object.values(answers).find(isOwn)) || null
  const attending = draft.attending ?? saved?.attending ?? null
  const name = draft.name ?? (saved?.name || (isVerified ? guest.userName : ''))
  const heldIds = saved && saved.attending !== false ? saved.roleIds : []
  const chosenIds = chosenOf(form, draft, [...heldIds, ...suggestedIds(form, saved)], attending)
  const refusedIds = guest.refused.rev >= form.rev ? guest.refused.ids : []
  return {
    email,
    name,
    attending,
    saved,
    isVerified,
    seats: seatsOf(form, { heldIds, chosenIds, refusedIds }),
    missing: missingOf({ name, isVerified, attending }),
    needsConfirmation: form.showConfirmation && attending === true && !isConfirmedStill(saved, chosenIds, form),
  }
}

/** Reads it as of this moment, e.g. right after the proof brought an earlier answer. */
export const filledNow = (form: FormView) => filledForm(form, useGuest.getState(), useDraft.getState().draft, useRsvps.getState().answers)

/** Follows the filled form on screen. */
export function useFilled(form: FormView): Filled {
  const guest = useGuest()
  const { draft } = useDraft()
  const { answers } = useRsvps()
  return useMemo(() => filledForm(form, guest, draft, answers), [form, guest, draft, answers])
}
