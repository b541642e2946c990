// R130: the head of a board: what, when, and how it was answered, so low that the tabs are on the first screen. The rest folds.
import type { ReactNode } from 'react'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { sayCopyRefused } from '#client/ui/actions/share-button.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { answeredIn } from '#protocol/seats/coverage.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { plainTheme } from '#protocol/seats/theme/theme.ts'
import { type Answered, AnswerLine } from './answer-line.tsx'

interface BoardHeadProps {
  title: string
  /** The field in which the title is being edited. */
  editor: ReactNode
  badge: ReactNode
  /** The button that begins it. */
  rename: ReactNode
  when: ReactNode
  actions: ReactNode
  /** For guests, on a phone, where it is below the roles; '' keeps its room. */
  link?: string | undefined
  /** Absent while it loads, null once it is gone. */
  group: Answered | null | undefined
  event: Pick<PublicEvent, '_id' | 'theme' | 'photo'> | undefined
  /** Place, link, description; null where there are none. */
  details: ReactNode
}

/** The link that the head copies: until somebody answered it stands below, large. */
export const linkOnceAnswered = (group: GroupView | undefined) => (group && isAnswered(group) ? group.shortLink : '')

/** Whether anybody said anything yet. Until then the cover is all there is to see. */
export const isAnswered = ({ answers }: GroupView) => answeredIn(answers) > 0

/** The face of the event, small, where there is room beside the words. */
const BoardCover = ({ group, event }: Pick<BoardHeadProps, 'group' | 'event'>) =>
  event ? (
    <div className="w-32 shrink-0 max-lg:hidden print:hidden">
      <Cover
        theme={plainTheme(event.theme, event._id)}
        seed={event._id}
        size="card"
        {...coverSeats(group?.roleCoverage ?? [])}
        photo={coverPhoto(event.photo)}
      />
    </div>
  ) : null

export const BoardHead = ({ title, editor, badge, rename, when, actions, link, group, event, details }: BoardHeadProps) => (
  <div className="flex flex-col gap-2">
    <div className="flex items-start gap-4">
      <BoardCover group={group} event={event} />
      <div className="min-w-0 flex-1">
        <PageHeader title={title} editor={editor} badge={badge} titleEnd={rename} lead={when} />
      </div>
      <div className="flex gap-2">
        {link !== undefined && (
          <span className="size-11 lg:hidden">
            {link && (
              <CopyButton text={link} label="Copy the link for guests" className="px-3! [&>span]:sr-only" onRefused={sayCopyRefused} />
            )}
          </span>
        )}
        {actions}
      </div>
    </div>
    <AnswerLine group={group} />
    {details && (
      <Disclosure summary="Details" isPrinted>
        {details}
      </Disclosure>
    )}
  </div>
)
