// Where a plan's limit bites: the way to a bigger one.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import { isSold } from './settings.ts'

/** Gives the link when `sentence`, the server's own, speaks of a limit of the plan; null otherwise. */
export function upgradeLinkFor(sentence: unknown) {
  if (typeof sentence !== 'string' || !isSold()) return null
  const isTeams = sentence.includes(organizerRefusals['team-plan-needed'][1])
  if (!isTeams && !/Your plan allows|Upgrade your plan/.test(sentence)) return null
  return (
    <ButtonLink href={isTeams ? '/pricing?plan=team' : '/pricing'} size="sm">
      View Plans
    </ButtonLink>
  )
}
