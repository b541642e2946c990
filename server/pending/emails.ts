// What is emailed for an event that was created while signed out.
import { unlinked } from '../emails/names.ts'
import { ignoreHint, linkHint, secret, withToken } from '../emails/parts.ts'

/**
 * R32, R116: the link opens the page that publishes; R120: `isFull` says to its owner alone that the plan has no room for it now. Anybody may have
 * typed email and name (R117).
 */
export const publishEmail = (to: string, url: string, token: string, event: { _id: string; name: string }, isFull: boolean) =>
  secret(to, `Publish “${unlinked(event.name)}”`, [
    { p: `Your event “${unlinked(event.name)}” is ready. Open this link and press Publish; until then nobody can answer.` },
    ...(isFull
      ? [{ p: 'Your plan has no room for it at the moment. Delete an event or choose a bigger plan first, then publish it.' }]
      : []),
    { link: `${withToken(url, '/token', token)}&publish=${event._id}`, label: 'Look at it and publish' },
    { p: `${linkHint} An event that is not published within two days is removed. ${ignoreHint}` },
  ])
