// The whole cover over a board that nobody has answered yet; it folds away once there is something to see.
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { plainTheme } from '#protocol/seats/theme/theme.ts'
import { isAnswered } from './board-head.tsx'

export const EmptyCover = ({ group, event }: { group: GroupView; event: PublicEvent | undefined }) =>
  event && !isAnswered(group) ? (
    <Cover
      theme={plainTheme(event.theme, event._id)}
      seed={event._id}
      {...coverSeats(group.roleCoverage)}
      photo={coverPhoto(event.photo)}
    />
  ) : null
