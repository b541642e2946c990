// What is emailed about a group: that it is there, that it was canceled, that a role is gone.
import { about, formLink, type Occasion, ofOrganizer, type Place, plain } from '../emails/parts.ts'

export const groupCreatedEmail = (to: string, url: string, groupId: string, name: string) =>
  plain(to, `Your group “${name}”`, [
    { p: `Your group “${name}” was created. Here is where you manage it and find the link to share:` },
    { link: `${url}/group/${groupId}`, label: 'Open group' },
  ])

/** R57 */
export const cancelledEmail = (to: string, group: Place, occasion: Occasion) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `“${occasion.name}” was canceled`, [{ p: `The organizer canceled “${occasion.name}”. There is nothing for you to do.` }]),
  )

/** R8 */
export const roleDeletedEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `A role of yours was removed from “${occasion.name}”`, [
      { p: `The organizer removed the role “${role}” from “${occasion.name}”. Your yes still stands; you can choose another role.` },
      ...about(occasion),
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
  )
