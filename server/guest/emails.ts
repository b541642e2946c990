// What is emailed to a guest about what is theirs: their links, and that their data is gone.
import type { CalendarEntry } from '../calendar/model.ts'
import { unlinked } from '../emails/names.ts'
import { type GuestPlace, ignoreHint, type Occasion, ofOrganizer, ownLink, plain, toGuest } from '../emails/parts.ts'

/** R88: the answers are looked up when it is sent; to who has none it is not sent. */
export const linksEmail = (to: string, url: string) =>
  plain(to, 'The links of your answers', [
    { p: 'Each of these links opens one of your answers, without a code. They are yours alone, so please keep them to yourself.' },
    { answersOf: to },
    {
      p: `If one was passed on, open it and ask for a new one: the old one then ends. You can ask for this list again at ${url}/my-answers`,
    },
    { p: ignoreHint },
  ])

/** R87: after one was asked for, by the guest or the organizer; those before it have ended. */
export const newLinkEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion) =>
  toGuest(
    guest,
    plain(to, `Your new link for “${unlinked(occasion.name)}”`, [
      { p: `Here is a new link to your answer for “${unlinked(occasion.name)}”. The ones before it no longer work.` },
      ownLink(url, guest),
    ]),
  )

/** R96: the last email; nothing of it is kept. */
export const erasedEmail = (to: string, occasion: Occasion, ownerId: string, calendar?: CalendarEntry) => ({
  ...ofOrganizer(
    ownerId,
    plain(to, `Your data for “${unlinked(occasion.name)}” was erased`, [
      { p: `As you asked, your name and email were erased from “${unlinked(occasion.name)}”, and your seats are free again.` },
      { p: 'This is the last email about it. It is not kept either.' },
    ]),
  ),
  isLast: true,
  isAskedFor: true,
  ...(calendar && { calendar }),
})
