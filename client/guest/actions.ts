// What a guest asks for of what is theirs, and an organizer for a guest: one call each.
import { call } from '#client/lib/call.ts'
import { saveText } from '#client/lib/files/save-file.ts'
import { newKey } from '#client/lib/new-key.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

const here = ({ _id, eventId }: FormView) => ({ groupId: _id, eventId: eventId ?? '' })

export const askNewLink = (form: FormView) => call(guestApi.newLink, here(form), { key: newKey() })

export const sendNewLink = (groupId: string, rsvpId: string) => call(guestApi.newLinkFor, { id: groupId, rsvpId }, { key: newKey() })

/** R96: saves all that is kept of this guest as a file. */
export async function saveMyData(form: FormView) {
  const data = await call(guestApi.myData, here(form))
  saveText('my-answer.json', `${JSON.stringify(data, null, 2)}\n`, 'application/json')
}

export const eraseMyData = (form: FormView) => call(guestApi.erase, here(form))
