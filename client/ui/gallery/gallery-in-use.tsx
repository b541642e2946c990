// The gallery's parts together, as pages use them: a landing page, an invitee's page and an organizer's board.
import { ButtonLink } from '../actions/button.tsx'
import { Segmented } from '../fields/segmented.tsx'
import { Hero } from '../layout/hero.tsx'
import { SeatPlan } from '../seats/seat-plan.tsx'
import { Board } from './gallery-board.tsx'
import { InviteePage } from './gallery-invitee.tsx'
import { Sheets } from './gallery-sheet.tsx'

const Landing = () => (
  <Hero
    title="Smart RSVP Management with Custom Roles"
    lead="Say which roles your event needs and how many seats each has. People take a seat; you watch them fill."
    actions={
      <>
        <ButtonLink variant="primary" size="lg" href="/create">
          Start Your Free Event
        </ButtonLink>
        <ButtonLink size="lg" href="/pricing">
          View Plans & Pricing
        </ButtonLink>
      </>
    }
    note="No account needed to answer."
    art={<SeatPlan seats={200} taken={128} mine={1} seed="landing" look="house" />}
  />
)

const YesNo = () => (
  <Segmented
    name="yes-no"
    label="Will you attend?"
    look="cards"
    options={[
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ]}
  />
)

export const GalleryInUse = () => (
  <Sheets>
    <Landing />
    <div className="grid items-start gap-12 lg:grid-cols-[35rem_1fr] lg:gap-10">
      <div className="mx-auto w-full max-w-narrow">
        <InviteePage />
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <Board />
        <YesNo />
      </div>
    </div>
  </Sheets>
)
