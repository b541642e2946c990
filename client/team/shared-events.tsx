// The dashboard's events of others that one helps with, each with one's role, and left at one click (R207).
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { formatInstant } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { SharedEvent } from '#protocol/people/team.ts'
import { leaveTeam } from './actions.ts'
import { helperPath, teamNames } from './role-words.ts'
import { useShared } from './use-shared.ts'

export function SharedEvents() {
  const { events, failure, load } = useShared()
  const [leaving, setLeaving] = useState<string | null>(null)
  const leave = async ({ _id, name }: SharedEvent) => {
    setLeaving(_id)
    await toasted(
      async () => {
        await leaveTeam(_id)
        await load()
      },
      { done: `You left the team of “${name}”. To come back you need a new invitation.`, failed: 'Failed to leave the team' },
    )
    setLeaving(null)
  }
  if (failure && events.length === 0)
    return (
      <Notice tone="danger" live action={<Button onClick={() => void load()}>Try again</Button>}>
        {failure}
      </Notice>
    )
  if (events.length === 0) return null
  return (
    <Section title="You help with">
      <List label="Events you help with">
        {events.map((one) => (
          <ListRow
            key={one._id}
            href={helperPath(one._id, one.role)}
            title={<span className="wrap-anywhere">{one.name}</span>}
            meta={[formatInstant(one.start, one.timeZone), one.organizer].filter(Boolean).join(' · ')}
            trailing={
              <span className="relative flex items-center gap-2">
                <Badge>{teamNames[one.role]}</Badge>
                <Button
                  size="sm"
                  variant="ghost"
                  className="hit"
                  aria-label={`Leave the team of ${one.name}`}
                  busy={leaving === one._id}
                  busyLabel="Leaving..."
                  onClick={() => void leave(one)}
                >
                  Leave
                </Button>
              </span>
            }
          />
        ))}
      </List>
    </Section>
  )
}
