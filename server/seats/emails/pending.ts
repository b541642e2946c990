// What is emailed for an event that was created while signed out.
import { code as codeRules, linkLifeHours } from '#protocol/kernel/limits.ts'
import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import { type EventSummary, facts, ignoreHint, linkHint, secret, withToken } from '#server/kernel/emails/parts.ts'

/** Both let in whoever has them; no code once too many wrong ones were typed. */
interface Proof {
  readonly token: string
  readonly code: string | null
}
type UnpublishedEvent = EventSummary & { readonly _id: string }

/**
 * R32, R116, R127: the code publishes where it is typed, the link opens the page that does; R120: `isFull` says to its owner alone that the plan has no
 * room for it now. Anybody may have typed email and name (R117).
 */
export const publishEmail = (to: string, url: string, { token, code }: Proof, event: UnpublishedEvent, isFull: boolean) => {
  const ready = `Your event “${unlinked(event.name)}” is ready; until you publish it no one can answer.`
  const byLink = 'this link and press Publish:'
  return secret(
    to,
    `Publish “${unlinked(event.name)}”`,
    [
      ...(code === null
        ? [{ p: `${ready} Open ${byLink}` }]
        : [
            { p: `${ready} Enter this code on the page where you created it:` },
            { code },
            { p: `It works for ${codeRules.lifeMinutes} minutes. Or open, on any device, ${byLink}` },
          ]),
      { link: `${withToken(url, '/token', token)}&publish=${event._id}`, label: 'Review and publish' },
      ...facts(withUnlinkedName(event)),
      ...(isFull ? [{ p: 'You reached your plan’s limit. Delete an event or choose a bigger plan first, then publish it.' }] : []),
      {
        p: `${linkHint} Please share neither the code nor the link. Anyone who has one can act as you. An event that is not published within two days is removed. ${ignoreHint}`,
      },
    ],
    linkLifeHours,
  )
}
