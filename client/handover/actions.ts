// What is done to hand a seat over: one call each.
import type { z } from 'zod/mini'
import { call } from '#client/lib/call.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { type FormView, type OwnRsvp, type RsvpReceipt, rsvpApi } from '#protocol/seats/rsvp.ts'

/** What becomes of a seat that is given up: the form and the answer as they are then. */
export type Receipt = z.infer<typeof RsvpReceipt>

const here = ({ _id, eventId }: FormView) => ({ groupId: _id, eventId })

export const beginHandOver = (form: FormView, to: { name: string; email: string }) => call(handoverApi.begin, { ...here(form), ...to })
export const takeBack = (form: FormView) => call(handoverApi.takeBack, here(form))

/** The seats go back: an answer of no. */
export const release = (form: FormView, { name, email }: OwnRsvp) =>
  call(rsvpApi.submit, { ...here(form), name, email, attending: false, roles: [], confirmed: false })

export const openHandOver = (token: string) => call(handoverApi.open, { token })
export const acceptHandOver = (token: string, replaceRole: boolean) => call(handoverApi.accept, { token, replaceRole })
export const declineHandOver = (token: string) => call(handoverApi.decline, { token })
