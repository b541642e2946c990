// The poster of an event (/group/:groupId/poster): one sheet with its face, what, when and where, and a code that leads to the invitation; with
// `?of=event` to the one of all its groups (R151).
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { GroupFrame } from '#client/group/group-frame.tsx'
import { useBoardGroups } from '#client/group/several/board.ts'
import { fillOf } from '#client/group/several/fill.ts'
import { formatThere } from '#client/lib/dates.ts'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { useEvents } from '#client/records/events.ts'
import { isInside, useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { coverStyleOf } from '#protocol/people/brand/style.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupPage, RoleCoverage } from '#protocol/seats/group.ts'

/** Width over height of what is printed: a little less than each sheet has within its margins, so that no browser needs a second one. */
const sheets = {
  a4: { label: 'A4', size: 'A4', shape: 186 / 246 },
  letter: { label: 'Letter', size: 'letter', shape: 191.9 / 230 },
  a5: { label: 'A5', size: 'A5', shape: 124 / 166 },
} as const
type Sheet = keyof typeof sheets
const sizes = Object.entries(sheets).map(([value, { label }]) => ({ value: value as Sheet, label }))

interface Printed {
  readonly title: string
  readonly event: PublicEvent | null
  readonly roles: readonly RoleCoverage[]
  readonly link: string
  readonly face: BrandFace | null | undefined
}

/** R216: who invites, over all else: the logo needs no words where there is one. */
const Head = ({ face: { name, logo } }: { face: BrandFace }) =>
  logo ? (
    <img src={logo.largeUrl} width={logo.width} height={logo.height} alt={name} className="h-[9cqw] w-auto max-w-[50cqw] object-contain" />
  ) : (
    <p dir="auto" className="line-clamp-1 text-[4cqw] font-bold wrap-anywhere">
      {name}
    </p>
  )

/** Everything on it is sized by its width, so that it looks on any paper as on the screen. */
function Poster({ title, event, roles, link, face, sheet }: Printed & { sheet: Sheet }) {
  const host = namedHost(event?.organizer ?? '')
  const photo = coverPhoto(event?.photo)
  return (
    <article
      aria-label="Poster"
      style={{ aspectRatio: sheets[sheet].shape }}
      className="@container mx-auto w-full max-w-160 overflow-hidden rounded-lg border border-line bg-paper text-print print:max-w-none print:rounded-none print:border-0"
    >
      {face && <style>{coverStyleOf(face.accent)}</style>}
      <div className="flex h-full flex-col items-center gap-[4cqw] p-[5cqw] text-center">
        {face && <Head face={face} />}
        <div className="w-full flex-1 overflow-hidden" style={{ minHeight: '30cqw' }}>
          {photo ? (
            <img src={photo.large} alt="" className="size-full rounded object-cover" />
          ) : (
            event && <Cover theme={face ? 'brand' : event.theme} seed={event._id} {...coverSeats(roles)} className="h-full!" />
          )}
        </div>
        <h2 dir="auto" className="line-clamp-3 text-[8cqw] leading-tight font-bold wrap-anywhere">
          {title}
        </h2>
        {event && <p className="text-[3.6cqw] leading-snug">{formatThere(event.start, event.timeZone)}</p>}
        {event?.location && (
          <p dir="auto" className="line-clamp-2 text-[3.6cqw] leading-snug wrap-anywhere">
            {event.location}
          </p>
        )}
        <div className="flex items-center gap-[4cqw] text-left">
          <span className="[&_svg]:size-[22cqw]">
            <QrCode text={link} label="QR code of the invitation" />
          </span>
          <p className="text-[3cqw] leading-snug">
            <span className="block font-bold">Scan to answer</span>
            <span className="block wrap-anywhere">{link.replace(/^https?:\/\//, '')}</span>
            {host && <span dir="auto" className="block">{`Organized by ${host}`}</span>}
          </p>
        </div>
      </div>
    </article>
  )
}

const none: readonly string[] = []

/** What the poster says of the group or, with `isWhole`, of the event with all of its groups; undefined once it isn't there any more. */
function usePrinted({ group: { _id: id, eventId } }: GroupPage, isWhole: boolean): Printed | undefined {
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
          title={`Poster of ${title}`}
          back={{ href: group.eventId ? `/event/${group.eventId}` : `/group/${group._id}`, label: 'Back' }}
        />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Segmented label="Paper" name="paper" options={sizes} value={sheet} onValue={setSheet} />
          <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
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
