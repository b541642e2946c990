// What is emailed to whoever is invited to help with an event.
import { invitationDays } from '#protocol/kernel/limits.ts'
import { team } from '#protocol/people/team.ts'
import { type AskedRole, needsNoAccount } from '#protocol/people/team-roles.ts'
import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { about, type EventSummary, type GroupRef, ofOrganizer, plain, secret, withToken } from '#server/kernel/emails/parts.ts'

const does: Readonly<Record<Exclude<AskedRole, 'owner'>, string>> = {
  manager: 'manage it: its settings, roles, answers and messages',
  assigner: 'assign roles to people, and see their names and emails',
  messenger: 'read answers, invite people and write to guests',
  viewer: 'see how its seats fill, and the names of who comes',
  door: 'let guests in at the door',
}

interface InvitationEmail {
  /** '' where nobody has named them. */
  readonly invitedBy: string
  readonly role: AskedRole
  readonly token: string
  /** R209: other events of the organization that it is for as well. */
  readonly moreEvents?: number
}
interface Helped extends EventSummary {
  readonly ownerId: string
}

/** R201: sealed, since its link accepts; it carries nothing that anybody typed but the facts of the event and who invites. */
export const teamInvitedEmail = (
  to: string,
  url: string,
  group: Pick<GroupRef, '_id'>,
  event: Helped,
  { invitedBy, role, token, moreEvents = 0 }: InvitationEmail,
): EmailDraft => {
  const said = withUnlinkedName(event)
  const by = invitedBy ? unlinked(invitedBy) : 'The organizer'
  const news =
    role === 'owner'
      ? `${by} offers you “${said.name}”: it would be yours, with its answers, and count for your plan.`
      : `${by} asks you to help with “${said.name}”${moreEvents > 0 ? ` and ${moreEvents} more ${moreEvents === 1 ? 'event' : 'events'}` : ''}. You could ${does[role]}.`
  const needed = needsNoAccount(role) ? 'You need no account.' : 'You need an account with this email address: the link leads you to it.'
  return {
    ...ofOrganizer(
      event.ownerId,
      secret(
        to,
        role === 'owner' ? 'An event on Rolecall is offered to you' : 'You are invited to help with an event on Rolecall',
        about(
          url,
          group,
          said,
          news,
          { link: withToken(url, '/team', token), label: 'See the invitation' },
          { p: `The link works for ${role === 'owner' ? `${team.offerHours} hours` : `${invitationDays} days`}. ${needed}` },
        ),
        role === 'owner' ? team.offerHours : invitationDays * 24,
      ),
    ),
    isUnasked: true,
  }
}

/** R203: to who had the event, once it is somebody else's. */
export const eventTakenEmail = (
  to: string,
  url: string,
  group: Pick<GroupRef, '_id'>,
  event: Helped & { readonly _id: string },
  { by }: { readonly by: string },
): EmailDraft => {
  const news = `${by || 'The person you offered it to'} has taken “${event.name}” over. You can go on managing it, until its new owner ends that.`
  return ofOrganizer(
    event.ownerId,
    plain(
      to,
      `“${event.name}” has a new owner`,
      about(url, group, event, news, { link: `${url}/event/${event._id}`, label: 'Open the event' }),
    ),
  )
}
