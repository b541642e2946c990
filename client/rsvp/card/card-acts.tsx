// What can be done from the card: the one act that is next as its button, beside it what else answers a question, the rest behind one menu (R123). On a phone they stay at the bottom (R242).

import { Ellipsis } from 'lucide-react'
import { Suspense, useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { serverNow } from '#client/lib/now.ts'
import { answerInWords } from '#client/rsvp/answer/next-step.ts'
import { fileLink } from '#client/rsvp/own/calendar-links.ts'
import { goToRoles } from '#client/rsvp/sheet/go-to-roles.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { LateMenu } from '#client/ui/actions/menu.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type FreeRole, isQuestion, type NextAct, offersOpen } from '#protocol/seats/standing/standing.ts'
import { cardActs, declineOffer, giveOneBack, giveUp, moreActs } from './lazy-parts.ts'
import { openChange } from './open-change.ts'
import type { Stands, StateCardProps } from './use-standing.ts'

const failed = 'That couldn’t be sent. Please try again.'

/** Named where there is no choice. */
const takeSeat = ([first, ...others]: readonly FreeRole[] = []) =>
  first && others.length === 0
    ? `Take a seat as ${first.name}, ${first.left} left`
    : `Take a seat, ${others.reduce((sum, { left }) => sum + left, first?.left ?? 0)} left`

/** R126: words of confirmation come with confirmation. */
const labelOf = (next: NextAct, { state, saved, facts }: Stands, { showConfirmation }: FormView, open: number) => {
  const confirm = saved && saved.roles.length > 0 ? `Confirm my ${saved.roles.length > 1 ? 'seats' : 'seat'}` : 'Confirm'
  const labels: Readonly<Record<NextAct, string>> = {
    answer: 'Answer',
    confirm: state === 'assigned' && !showConfirmation ? 'I’m coming' : confirm,
    accept: 'Accept the seat',
    'take-back': 'Withdraw the offer',
    'take-seat': takeSeat(facts.free),
    'add-to-calendar': 'Add to calendar',
    'remove-from-calendar': 'Remove from calendar',
    change: 'Change my answer',
    complete: answerInWords(open),
    'come-after-all': 'I can come after all',
    'answer-again': 'Answer again',
  }
  return labels[next]
}

/** Does it; what needs no more than the page opens the form. */
async function doNext(next: NextAct, form: FormView, saved: SavedAnswer | null, [question]: readonly string[]) {
  // R164: an answer without what is asked for would be refused.
  if (next === 'complete') return openChange({}, question)
  if (next === 'confirm' && question) return openChange({ attending: true }, question)
  if (next === 'change' || next === 'answer-again') return openChange()
  if (next === 'come-after-all') return openChange({ attending: true })
  if (next === 'take-seat') {
    openChange({ attending: true })
    // Once it is drawn.
    return void setTimeout(goToRoles)
  }
  const acts = await cardActs()
  if (!saved) return
  if (next === 'confirm') await acts.confirm(form, saved)
  if (next === 'take-back') await acts.takeBack(form)
  const [held] = offersOpen(saved, serverNow())
  if (next === 'accept' && held) await acts.acceptOffer(form, held)
}

/** The other answer to a question: no. */
function SayNo({ form, saved, next }: { form: FormView; saved: SavedAnswer; next: NextAct }) {
  const [isAsking, setAsking] = useState(false)
  const props = { form, saved, open: isAsking, onOpenChange: setAsking }
  return (
    <>
      <Button size="lg" onClick={() => setAsking(true)}>
        {next === 'accept' ? 'Decline' : 'I can’t make it'}
      </Button>
      {isAsking && <Suspense>{next === 'accept' ? <declineOffer.Component {...props} /> : <giveUp.Component {...props} />}</Suspense>}
    </>
  )
}

/** Nothing is asked of the reader: the button is outlined (R242). */
const calm: readonly NextAct[] = ['take-back', 'come-after-all', 'answer-again', 'change', 'remove-from-calendar']

const more = <Button size="lg" aria-label="More" className="px-0! aspect-square" icon={<Ellipsis aria-hidden="true" />} />

/** The ticket's last part; of a phone the bar, where the form isn't open: its own bar has that place then. */
export function CardActs({ form, stands, open, isBar }: StateCardProps & { open: readonly string[]; isBar: boolean }) {
  const { state, next, saved } = stands
  const { run, isBusy } = useAction((act: NextAct) => toasted(() => doNext(act, form, saved, open), { failed }))
  const [isGiving, setGiving] = useState(false)
  const asksFirst = next === 'accept' && saved !== null && offersOpen(saved, serverNow())[0]?.choose !== undefined
  const hasMore = saved !== null && form.status === 'open' && state !== 'over'
  if (next === null && !hasMore) return null
  const isAsked = isQuestion(next)
  const isFile = next === 'add-to-calendar' || next === 'remove-from-calendar'
  return (
    <div
      ref={isBar ? bottomBar : undefined}
      data-over-page={isBar || undefined}
      className="flex items-center gap-2.5 border-t border-line bg-surface px-4.5 py-4 max-[359px]:flex-wrap max-sm:*:px-3.5 max-sm:*:text-15 md:px-7 md:py-5 print:hidden"
    >
      {isFile && (
        <ButtonLink href={fileLink(form)} download variant={calm.includes(next) ? 'secondary' : 'primary'} size="lg" className="grow">
          {labelOf(next, stands, form, open.length)}
        </ButtonLink>
      )}
      {next !== null && !isFile && (
        <Button
          variant={calm.includes(next) ? 'secondary' : 'primary'}
          size="lg"
          className="min-w-0 shrink grow"
          busy={isBusy}
          onClick={() => (asksFirst ? setGiving(true) : void run(next))}
        >
          <span className="truncate">{labelOf(next, stands, form, open.length)}</span>
        </Button>
      )}
      {next !== null && isAsked && saved && <SayNo form={form} saved={saved} next={next} />}
      {/* What one most often comes back for, beside the act that asks nothing. */}
      {next === 'add-to-calendar' && isBar && (
        <Button size="lg" aria-label="Change my answer" onClick={() => openChange()}>
          Change
        </Button>
      )}
      {isGiving && saved && (
        <Suspense>
          <giveOneBack.Component form={form} saved={saved} open onOpenChange={setGiving} />
        </Suspense>
      )}
      {hasMore && <LateMenu trigger={more} part={moreActs} props={{ form, state, next, saved }} />}
    </div>
  )
}
