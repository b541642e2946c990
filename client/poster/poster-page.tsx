// The poster of an event (/group/:groupId/poster): one sheet with its face, what, when and where, and a code that leads to the invitation; with
// `?of=event` to the one of all its groups (R151).
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { GroupFrame } from '#client/group/group-frame.tsx'
import { useBoardGroups } from '#client/group/several/board.ts'
import { backTo } from '#client/group/several/board-path.ts'
import { fillOf } from '#client/group/several/fill.ts'
import { Poster, type Printed, type Sheet, sheets } from '#client/lib/event/poster.tsx'
import { useEvents } from '#client/records/events.ts'
import { isInside, useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { coverStyleOf } from '#protocol/people/brand/style.ts'
import type { GroupPage } from '#protocol/seats/group.ts'

const sizes = Object.entries(sheets).map(([value, { label }]) => ({ value: value as Sheet, label }))

const none: readonly string[] = []

/** What the poster says of the group or, with `isWhole`, of the event with all of its groups; undefined once it isn't there any more. */
function usePrinted(
  { group: { _id: id, eventId } }: GroupPage,
  isWhole: boolean,
): (Printed & { face: BrandFace | null | undefined }) | undefined {
  const group = useGroups((held) => held.byId[id])
  const form = useFormView(id, eventId)
  const whole = useEvents((held) => (isWhole && eventId ? held.byId[eventId] : undefined))
  const all = useBoardGroups(whole?.groupIds ?? none)
  const face = form?.brand?.face
  if (whole?.shortLink) return { title: whole.name, event: whole, roles: all.map(fillOf), link: whole.shortLink, face }
  const event = form?.event ?? null
  return group && { title: event?.name ?? group.name, event, roles: group.roleCoverage, link: group.shortLink, face }
}

function OpenPoster({ page, isWhole }: { page: GroupPage; isWhole: boolean }) {
  const { group } = page
  const printed = usePrinted(page, isWhole)
  const [sheet, setSheet] = useState<Sheet>('a4')
  if (!printed) return null
  const { title } = printed
  return (
    <>
      <title>{`Poster · ${title} · Rolecall`}</title>
      <style>{`@page{size:${sheets[sheet].size};margin:12mm}`}</style>
      <div className="flex flex-col gap-4 print:hidden">
        <PageHeader
          title="Poster"
          lead={<span className="line-clamp-3 wrap-anywhere">{title}</span>}
          back={backTo(group.eventId ? `/event/${group.eventId}` : `/group/${group._id}`)}
        />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Segmented label="Paper" name="paper" options={sizes} value={sheet} onValue={setSheet} />
          <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      {printed.face && <style>{coverStyleOf(printed.face.accent)}</style>}
      <Poster {...printed} sheet={sheet} />
    </>
  )
}

/** Draws the page, for whoever sees the share link anyway. */
export function PosterPage() {
  const [params] = useSearchParams()
  const isWhole = params.get('of') === 'event'
  return (
    <GroupFrame
      title="Poster"
      mayOpen={isInside}
      withEvent={isWhole}
      skeleton={
        <Loading label="Loading the poster...">
          <Skeleton className="h-64 w-full rounded-lg" />
        </Loading>
      }
    >
      {(page) => <OpenPoster page={page} isWhole={isWhole} />}
    </GroupFrame>
  )
}
