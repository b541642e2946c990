// The landing page (/): what Rolecall is, shown by letting a visitor take a seat.
import { Link2, Radio, ShieldCheck, Tags } from 'lucide-react'
import { PlanTeaser } from '#client/plan/plan-teaser.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { Feature, Hero } from '#client/ui/layout/hero.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { planLimits } from '#protocol/kernel/limits.ts'
import { MiniatureBoard } from './miniature-board.tsx'

const features = [
  {
    icon: <Tags />,
    title: 'Roles of your own',
    text: 'Speaker, Host, Guest, or whatever your event needs. Each role has its own number of seats.',
  },
  {
    icon: <ShieldCheck />,
    title: 'Never overbooked',
    text: 'When two people want the last seat, one gets it and the other is told right away.',
  },
  {
    icon: <Link2 />,
    title: 'One link, no sign-up',
    text: 'Guests open your link, verify their email with a code, and are done in a minute.',
  },
  {
    icon: <Radio />,
    title: 'Live for everyone',
    text: 'Answers and seats update on every screen the moment they change. No one has to reload.',
  },
]

const start = (
  <ButtonLink href="/create" variant="primary" size="lg" className="max-sm:hidden low:inline-flex!">
    Start Your Free Event
  </ButtonLink>
)

/** On a phone the one act is in reach of a thumb wherever one has scrolled to. */
const StartBar = () => (
  <div className="sticky bottom-0 z-10 -mx-4 -mb-6 flex flex-col border-t border-line bg-canvas/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-sm sm:hidden print:hidden low:static">
    <ButtonLink href="/create" variant="primary" size="lg">
      Start Your Free Event
    </ButtonLink>
  </div>
)

const Closing = () => (
  <section aria-labelledby="closing" className="grid items-center gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.05fr]">
    <div className="flex flex-col items-start gap-4">
      <Heading level={2} size={32} id="closing">
        Who does what? You’ll soon know.
      </Heading>
      <p className="max-w-[42ch] text-17 text-muted">Name the event, name the roles, share the link. It takes about two minutes.</p>
      <div className="mt-2 flex w-full flex-col sm:w-auto">{start}</div>
    </div>
    <Cover theme="dusk" seats={160} taken={85} mine={1} seed="closing" className="sm:h-64!" />
  </section>
)

export const LandingPage = () => (
  <Page width="wide" className="gap-16! sm:gap-24!">
    <title>Rolecall · Smart RSVP Management with Custom Roles</title>
    <Hero
      title="Smart RSVP Management with Custom Roles"
      lead="Give every role its own seats, share one link, and watch the seats fill live. Never overbooked."
      actions={
        <>
          {start}
          <ButtonLink href="/pricing" size="lg">
            View Plans & Pricing
          </ButtonLink>
        </>
      }
      isBarred
      note={`Free for ${planLimits.free.activeEvents} active events, with as many guests as you like.`}
      art={<MiniatureBoard />}
    />
    <Section title="For events where it matters who does what" divided>
      <div className="grid gap-x-8 gap-y-10 pt-4 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ icon, title, text }) => (
          <Feature key={title} icon={icon} title={title}>
            {text}
          </Feature>
        ))}
      </div>
    </Section>
    <PlanTeaser />
    <Closing />
    <StartBar />
  </Page>
)
