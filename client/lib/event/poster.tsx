// One sheet with the face of an event, what, when and where, and the code of its link: as it is printed, and as the page of a brand shows it beforehand.
import { formatThere } from '#client/lib/dates.ts'
import { cx } from '#client/ui/cx.ts'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { coverPhoto } from './cover-photo.ts'
import { coverSeats } from './cover-seats.ts'

/** Width over height of what is printed: a little less than each sheet has within its margins, so that no browser needs a second one. */
export const sheets = {
  a4: { label: 'A4', size: 'A4', shape: 186 / 246 },
  letter: { label: 'Letter', size: 'letter', shape: 191.9 / 230 },
  a5: { label: 'A5', size: 'A5', shape: 124 / 166 },
} as const
export type Sheet = keyof typeof sheets

export interface Printed {
  readonly title: string
  readonly event: Pick<PublicEvent, '_id' | 'theme' | 'photo' | 'start' | 'timeZone' | 'location' | 'organizer'> | null
  readonly roles: readonly RoleCoverage[]
  readonly link: string
  readonly face: Pick<BrandFace, 'name' | 'logo'> | null | undefined
}

/** R216: who invites, over all else: the logo needs no words where there is one. */
const Head = ({ face: { name, logo } }: { face: Pick<BrandFace, 'name' | 'logo'> }) =>
  logo ? (
    <img src={logo.largeUrl} width={logo.width} height={logo.height} alt={name} className="h-[9cqw] w-auto max-w-[50cqw] object-contain" />
  ) : (
    <p dir="auto" className="line-clamp-1 text-[4cqw] font-bold wrap-anywhere">
      {name}
    </p>
  )

/** Characters that three lines of the largest letters have room for. */
const largeUpTo = 45
/** In hundredths of the width: all of a long title is on the paper, on about as much of it. */
const titleSize = ({ length }: string) => 8 * Math.min(1, Math.sqrt(largeUpTo / length))

/** The colors of a brand's cover are given by who shows it. Everything on it is sized by its width, so that it looks on any paper as on the screen. */
export function Poster({ title, event, roles, link, face, sheet }: Printed & { sheet: Sheet }) {
  const host = namedHost(event?.organizer ?? '')
  const photo = coverPhoto(event?.photo)
  return (
    <article
      aria-label="Poster"
      style={{ aspectRatio: sheets[sheet].shape }}
      className="scheme-light @container mx-auto w-full max-w-160 overflow-hidden rounded-lg border border-line bg-paper text-print print:max-w-none print:rounded-none print:border-0"
    >
      <div className="flex h-full flex-col items-center gap-[4cqw] p-[5cqw] text-center">
        {face && <Head face={face} />}
        <div className="w-full flex-1 overflow-hidden" style={{ minHeight: '30cqw' }}>
          {photo ? (
            <img src={photo.large} alt="" className="size-full rounded object-cover" />
          ) : (
            event && <Cover theme={face ? 'brand' : event.theme} seed={event._id} {...coverSeats(roles)} className="h-full!" />
          )}
        </div>
        <h2
          dir="auto"
          style={{ fontSize: `${titleSize(title)}cqw` }}
          className={cx('leading-tight font-bold wrap-anywhere', title.length > largeUpTo ? 'line-clamp-5' : 'line-clamp-3')}
        >
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
