// What stands over a board that nobody has answered yet: the whole cover, and the link to share. It goes once there is something to see.
import { UserPlus } from 'lucide-react'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { plainTheme } from '#protocol/seats/theme/theme.ts'
import { isAnswered } from './board-head.tsx'

interface EmptyBoardProps {
  group: GroupView
  event: PublicEvent | undefined
  /** Whether they may invite people now. */
  mayInvite: boolean
}

export function EmptyBoard({ group, event, mayInvite }: EmptyBoardProps) {
  if (isAnswered(group)) return null
  return (
    <>
      {event && (
        <Cover
          theme={plainTheme(event.theme, event._id)}
          seed={event._id}
          {...coverSeats(group.roleCoverage)}
          photo={coverPhoto(event.photo)}
        />
      )}
      {mayInvite && (
        <Card className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between print:hidden">
          <div className="min-w-0">
            <Heading level={2} size={17}>
              No answers yet
            </Heading>
            <Text tone="muted" className="wrap-anywhere">
              Share the link. Answers appear here as they come in.{' '}
              <span className="text-ink">{group.shortLink.replace(/^https?:\/\//, '')}</span>
            </Text>
          </div>
          <div className="flex shrink-0 flex-wrap gap-2">
            <CopyButton text={group.shortLink} label="Copy link" variant="primary" onRefused={sayCopyRefused} />
            <ButtonLink href={`/group/${group._id}/invite`} icon={<UserPlus aria-hidden="true" />}>
              Invite by email
            </ButtonLink>
          </div>
        </Card>
      )}
    </>
  )
}
