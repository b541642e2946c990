// The forms on screen and the invitee's own answers: replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { EventBrand } from '#protocol/people/brand/brand.ts'
import type { HostFace } from '#protocol/people/face.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'

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

/** What changes apart from its form: the one that is shown where that is newer. */
const newest = <Part extends { readonly _id: string; readonly rev: number }>(shown: Part | undefined, came: Part | undefined) =>
  shown && shown._id === came?._id && shown.rev > came.rev ? shown : came

/** Puts a form on screen unless a newer one is there. An equal rev may pass: the end of an event changes the view, not the record. */
export function putForm(view: FormView) {
  useRsvps.setState(({ forms }) => {
    const shown = forms[view._id]
    if ((shown?.rev ?? 0) > view.rev) return { forms }
    const [brand, host] = [newest(shown?.brand, view.brand), newest(shown?.host, view.host)]
    return { forms: { ...forms, [view._id]: { ...view, ...(brand && { brand }), ...(host && { host }) } } }
  })
}

/** R219: puts a brand into the forms that use it, unless they have a newer one. */
export function putBrand(brand: EventBrand) {
  const branded = (form: FormView) => (form.brand?._id === brand._id && form.brand.rev <= brand.rev ? { ...form, brand } : form)
  useRsvps.setState(({ forms }) => ({ forms: Object.fromEntries(Object.entries(forms).map(([id, form]) => [id, branded(form)])) }))
}

/** R224: the same of a host's picture. */
export function putHost(host: HostFace) {
  const shown = (form: FormView) => (form.host?._id === host._id && form.host.rev <= host.rev ? { ...form, host } : form)
  useRsvps.setState(({ forms }) => ({ forms: Object.fromEntries(Object.entries(forms).map(([id, form]) => [id, shown(form)])) }))
}

/** An answer as given for `form`. */
export function savedFor(form: FormView, rsvp: OwnRsvp): SavedAnswer {
  const names = new Set(rsvp.roles.map(roleKey))
  const roleIds = form.roles.filter((role) => names.has(roleKey(role.name))).map((role) => role._id)
  return { ...rsvp, roleIds, start: form.event?.start ?? null }
}

/** Puts the invitee's own answer in, as given for `form`, unless a newer one is there. */
export function putRsvp(rsvp: OwnRsvp, form: FormView) {
  const answer = savedFor(form, rsvp)
  useRsvps.setState(({ answers }) =>
    (answers[rsvp._id]?.rev ?? 0) > rsvp.rev ? { answers } : { answers: { ...answers, [rsvp._id]: answer } },
  )
}

/** Forgets an answer that there is no more (R96). */
export function dropRsvp(id: string) {
  useRsvps.setState(({ answers: { [id]: _, ...answers } }) => ({ answers }))
}
