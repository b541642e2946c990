// What the server already drew into the page (R81), so that the client draws the same at first, and waits for no call.
import { createContext } from 'react'
import type { DrawnClock } from '#protocol/kernel/time/clocks.ts'
import type { FormView, RsvpForm } from '#protocol/seats/rsvp.ts'
import type { SeveralForm } from '#protocol/seats/several/several.ts'

/** What the server knew of the reader, by their proof or their personal link. */
export type FirstOwn = Pick<RsvpForm, 'userEmail' | 'userName' | 'rsvp' | 'removed'>

/** Either the form of the link, or why there is none; nothing on a page that the server didn't draw. */
export interface FirstView {
  readonly form?: FormView
  /** R81b: in a page that was drawn for this reader alone. */
  readonly own?: FirstOwn
  /** R151: all groups of an event, with what the server knew of the reader. */
  readonly several?: SeveralForm
  readonly problem?: { readonly sentence: string; readonly status: number }
}

export const FirstViewContext = createContext<FirstView>({})

/** Whether the page was drawn with the card, so that drawing it again waits for that. */
export const hasCard = ({ form, own }: FirstView) =>
  Boolean(own?.rsvp || own?.removed) || form?.status === 'ended' || form?.status === 'cancelled'

/** Reads what the server left, inert and out of the content policy's way. It isn't parsed against its schema: it came in the very document that brought this code. */
function readLeft(place: string): unknown {
  const text = document.getElementById(place)?.textContent
  return text ? JSON.parse(text) : undefined
}
export const readFirstView = () => (readLeft('first-view') ?? {}) as FirstView
/** R234: what the server's clock said for each time that it drew. */
export const readDrawnClock = () => readLeft('drawn-clock') as DrawnClock | undefined

/** All forms that were drawn: the one, or those of all groups of an event. */
export const drawnForms = ({ form, several }: FirstView): readonly FormView[] => (form ? [form] : (several?.forms ?? []))

/** The form that was drawn, if it is this group's. One that isn't published names nothing, itself neither: it is everybody's. */
export function drawnForm({ form }: FirstView, groupId: string): FormView | null {
  if (form?._id === '') return { ...form, _id: groupId }
  return form?._id === groupId ? form : null
}
