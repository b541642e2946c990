// What guests will see: the invitation in light and dark, an email, the picture of a shared link, and the poster; it follows every keystroke.
import { type ReactNode, useDeferredValue } from 'react'
import { Poster } from '#client/lib/event/poster.tsx'
import { places } from '#client/ui/actions/places.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { BrandLogo } from '#protocol/people/brand/brand.ts'
import { styleOf } from '#protocol/people/brand/style.ts'
import { BrandMark } from './brand-mark.tsx'

export interface Previewed {
  readonly name: string
  /** A color that can be drawn. */
  readonly accent: string
  readonly replyName: string
  readonly hideMadeWith: boolean
  readonly logo: BrandLogo | null
}
const scope = 'brand-preview'
const seats = { seats: 40, taken: 17, mine: 1 }
const frame = 'flex min-w-0 flex-col rounded-lg border border-line bg-canvas text-ink'

const Button = ({ children }: { children: string }) => (
  <span className="inline-flex h-11 items-center justify-center rounded bg-action px-4.5 font-medium text-on-action">{children}</span>
)

const InvitationPreview = ({ name, logo, hideMadeWith }: Previewed) => (
  <>
    <div className="border-b border-line px-4 py-2">
      <BrandMark face={{ name, logo }} />
    </div>
    <div className="flex flex-col gap-3 p-4">
      <Cover theme="brand" seed="preview" size="card" className="h-20! w-full!" {...seats} />
      <p className="text-20 font-semibold">Summer concert</p>
      <p className="text-muted">Saturday evening · Old harbor</p>
      <Button>I’m coming</Button>
      <p className="font-medium text-accent underline underline-offset-3">See the program</p>
    </div>
    <p className="mt-auto border-t border-line px-4 py-3 text-13 text-muted">
      Help · Privacy · Report abuse{!hideMadeWith && ' · Made with Rolecall'}
    </p>
  </>
)

const Email = ({ name, logo, replyName, hideMadeWith }: Previewed) => (
  <>
    <p className="border-b border-line px-4 py-3 text-13">
      <span dir="auto" className="font-semibold">
        {replyName || name} via Rolecall
      </span>
      <br />
      You are coming to “Summer concert”
    </p>
    <div className="flex flex-col items-start gap-3 p-4">
      {logo ? (
        <img src={logo.url} alt={name} className="h-10 w-auto max-w-40 object-contain" />
      ) : (
        <p dir="auto" className="text-17 font-bold">
          {name}
        </p>
      )}
      <p>You said yes to “Summer concert”.</p>
      <Button>See or change your answer</Button>
      <p className="text-13 text-muted">{!hideMadeWith && 'Made with Rolecall · '}Privacy · Report abuse</p>
    </div>
  </>
)

const Picture = ({ name, logo }: Previewed) => (
  <div data-cover="brand" className="flex aspect-[1200/630] flex-col justify-between overflow-hidden rounded-lg p-5">
    <div>
      <p className="flex min-w-0 items-center gap-2 text-13 font-semibold text-(--cover-quiet)">
        {logo && <img src={logo.url} alt="" className="h-5 w-auto" />}
        <span dir="auto" className="truncate">
          {name}
        </span>
      </p>
      <p className="text-24 font-bold">Summer concert</p>
      <p className="text-13">Saturday evening</p>
    </div>
    <div className="flex gap-1">
      {places(8).map((place) => (
        <span key={place} className={place < 4 ? 'size-3.5 rounded-xs bg-(--cover-taken)' : 'size-3.5 rounded-xs bg-(--cover-free)'} />
      ))}
    </div>
  </div>
)

/** The very sheet that is printed. */
const PosterPreview = ({ name, logo }: Previewed) => (
  <Poster
    title="Summer concert"
    event={{
      _id: 'preview',
      theme: 'brand',
      photo: null,
      start: '2030-06-15T17:00:00.000Z',
      timeZone: 'UTC',
      location: 'Old harbor',
      organizer: name,
    }}
    roles={[{ _id: 'preview', name: 'Singer', total: seats.seats, count: seats.taken }]}
    link={location.origin}
    face={{ name, logo }}
    sheet="a4"
  />
)

const Named = ({ label, children }: { label: string; children: ReactNode }) => (
  <figure className="flex min-w-0 flex-col gap-1.5">
    <Text as="span" size={13} tone="muted">
      {label}
    </Text>
    {children}
  </figure>
)

export function Previews(shown: Previewed) {
  const accent = useDeferredValue(shown.accent)
  const face = { ...shown, name: shown.name.trim() || 'Your name' }
  return (
    <Section title="What guests see" className="min-w-0">
      <style>{styleOf(accent, `.${scope}`)}</style>
      <div aria-hidden="true" className={`${scope} pointer-events-none grid gap-5 select-none sm:grid-cols-2`}>
        <Named label="Invitation, light">
          <div className={`${frame} flex-1 scheme-light`}>
            <InvitationPreview {...face} />
          </div>
        </Named>
        <Named label="Invitation, dark">
          <div className={`${frame} flex-1 scheme-dark`}>
            <InvitationPreview {...face} />
          </div>
        </Named>
        <Named label="Email">
          <div className={`${frame} flex-1 scheme-light`}>
            <Email {...face} />
          </div>
        </Named>
        <Named label="Where the link is shared">
          <div className="scheme-light">
            <Picture {...face} />
          </div>
        </Named>
        <Named label="Poster">
          <div className="scheme-light">
            <PosterPreview {...face} />
          </div>
        </Named>
      </div>
    </Section>
  )
}
