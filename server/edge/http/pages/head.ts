// What stands in the head of a page for those who run no script: its title, and how it looks where its link is shared (R81).

import { holdsEmail } from '#protocol/kernel/texts.ts'
import { formatThere } from '#protocol/kernel/time/dates.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { SeveralForm } from '#protocol/seats/several/several.ts'
import { pictureSize } from '#server/edge/preview/picture.ts'
import { type Addressed, pictureUrl, plainPictureUrl } from '#server/seats/model/event-picture.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
/** Escapes a text for an attribute or an element. */
export const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? '')

export interface PageHead {
  readonly title: string
  readonly description: string
  /** The page's address without what differs from link to link. */
  readonly url: string
  readonly picture: string
  /** R224: then it is a JPEG, whatever its name says. */
  readonly hasPhoto?: boolean
  /** Only for those who have the link: search engines are asked to leave it alone. */
  readonly isPrivate?: boolean
}

const longest = 280
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const cut = (text: string) =>
  text.length > longest
    ? `${text
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text

/** Gives the tags: for browsers, search engines, and what draws a preview of a link. */
export function headTags({ title, description, url, picture, hasPhoto = false, isPrivate = false }: PageHead): string {
  const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
  const og = (name: string, content: string | number) => `<meta property="og:${name}" content="${escaped(`${content}`)}">`
  return [
    `<title>${escaped(title)}</title>`,
    named('description', description),
    ...(isPrivate ? [named('robots', 'noindex, nofollow')] : []),
    `<link rel="canonical" href="${escaped(url)}">`,
    og('type', 'website'),
    og('site_name', 'Rolecall'),
    og('title', title),
    og('description', description),
    og('url', url),
    og('image', picture),
    og('image:type', hasPhoto ? 'image/jpeg' : 'image/png'),
    og('image:width', pictureSize.width),
    og('image:height', pictureSize.height),
    og('image:alt', title),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', picture),
  ].join('\n    ')
}

/** What a link says whose invitation can't be shown, or not yet. */
export const closedHead = (publicUrl: string, groupId?: string): PageHead => ({
  title: 'Invitation · Rolecall',
  description: 'Open the link to see the invitation.',
  url: groupId ? `${publicUrl}/rsvp/${groupId}` : publicUrl,
  picture: plainPictureUrl(publicUrl, 'rolecall'),
  isPrivate: true,
})

/** R85: the host by a name of their own; never an email, masked or not. */
const hostOf = (organizer: string) => (organizer && !holdsEmail(organizer) ? `${organizer} invites you` : 'You are invited')

/** What the link of a form says: no more than the form's call, and nothing of anyone who has answered. */
export function invitationHead(by: Addressed, form: FormView): PageHead {
  const { publicUrl } = by
  const { event, status } = form
  if (status === 'unpublished') return closedHead(publicUrl, form._id)
  const name = event?.name || form.name
  const facts = [
    event && formatThere(event.start, event.timeZone),
    event?.location,
    hostOf(event?.organizer ?? ''),
    event?.description || form.description,
  ]
  return {
    title: status === 'cancelled' ? `Canceled: ${name}` : name,
    description: cut(oneLine(facts.filter(Boolean).join(' · '))),
    url: `${publicUrl}/rsvp/${form._id}${form.eventId ? `?eventId=${form.eventId}` : ''}`,
    picture: pictureUrl(by, form),
    hasPhoto: Boolean(event?.photo),
    isPrivate: true,
  }
}

/** R151: the same of the link to all groups of an event; its picture is that of the first. */
export function severalHead(by: Addressed, { index, forms }: Pick<SeveralForm, 'index' | 'forms'>): PageHead {
  const { publicUrl } = by
  const { event, status } = index
  const [form] = forms
  if (!event || !form) return closedHead(publicUrl)
  const head = invitationHead(by, {
    ...form,
    status,
    event: { ...event, organizer: form.event?.organizer ?? event.organizer },
    description: '',
  })
  return { ...head, picture: pictureUrl(by, form), url: `${publicUrl}/rsvp/event/${index._id}` }
}

/** R81: what the pages say that are there for everyone. */
export const openHeads: Readonly<Record<'/' | '/pricing', Pick<PageHead, 'title' | 'description'>>> = {
  '/': {
    title: 'Rolecall · Smart RSVP Management with Custom Roles',
    description: 'Invite people, let each take a role, and watch the seats fill: never more people than seats.',
  },
  '/pricing': {
    title: 'Choose Your Plan · Rolecall',
    description: 'What Rolecall costs: free for small events, and more roles, seats and people with a plan.',
  },
}
