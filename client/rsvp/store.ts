// The forms on screen and the invitee's own answers: replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { roleKey } from '#protocol/texts.ts'

/** The invitee's saved answer. `roleIds` are its roles by id, which a rename leaves alone (R7); `start` is the one it was given for (R18). */
export interface SavedAnswer extends OwnRsvp {
  readonly roleIds: readonly string[]
  readonly start: string | null
}

interface Rsvps {
  readonly forms: Readonly<Record<string, FormView>>
  readonly answers: Readonly<Record<string, SavedAnswer>>
}
export const useRsvps = create<Rsvps>(() => ({ forms: {}, answers: {} }))

/** Puts a form on screen unless a newer one is there. An equal rev may pass: the end of an event changes the view, not the record. */
export function putForm(view: FormView) {
  useRsvps.setState(({ forms }) => ((forms[view._id]?.rev ?? 0) > view.rev ? { forms } : { forms: { ...forms, [view._id]: view } }))
}

/** Puts the invitee's own answer in, as given for `form`, unless a newer one is there. */
export function putRsvp(rsvp: OwnRsvp, form: FormView) {
  const names = new Set(rsvp.roles.map(roleKey))
  const roleIds = form.roles.filter((role) => names.has(roleKey(role.name))).map((role) => role._id)
  const answer: SavedAnswer = { ...rsvp, roleIds, start: form.event?.start ?? null }
  useRsvps.setState(({ answers }) =>
    (answers[rsvp._id]?.rev ?? 0) > rsvp.rev ? { answers } : { answers: { ...answers, [rsvp._id]: answer } },
  )
}

/** Forgets an answer that there is no more (R96). */
export function dropRsvp(id: string) {
  useRsvps.setState(({ answers: { [id]: _, ...answers } }) => ({ answers }))
}
