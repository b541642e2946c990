// What can be done from the card: the one act that is next as its button, the rest behind one menu (R123).

import { Ellipsis } from 'lucide-react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { serverNow } from '#client/lib/now.ts'
import { answerInWords } from '#client/rsvp/answer/next-step.ts'
import { fileLink } from '#client/rsvp/own/calendar-links.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { LateMenu } from '#client/ui/actions/menu.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type NextAct, offersOpen, type State } from '#protocol/seats/standing/standing.ts'
import { cardActs, moreActs } from './lazy-parts.ts'
import { openChange } from './open-change.ts'
import type { StateCardProps } from './use-standing.ts'

/** R126: words of confirmation come with confirmation. */
const labelOf = (next: NextAct, state: State, { showConfirmation }: FormView, open: number) => {
  const confirm = state === 'assigned' && !showConfirmation ? 'I’m coming' : 'Confirm'
  const labels: Readonly<Record<NextAct, string>> = {
    answer: 'Answer',
    confirm,
    accept: 'Accept',
    'take-back': 'Withdraw the offer',
    'add-to-calendar': 'Add to calendar',
    change: 'Change my answer',
    complete: answerInWords(open),
    'come-after-all': 'Come after all',
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
  const acts = await cardActs()
  if (!saved) return
  if (next === 'confirm') await acts.confirm(form, saved)
  if (next === 'take-back') await acts.takeBack(form)
  const [held] = offersOpen(saved, serverNow())
  if (next === 'accept' && held) await acts.answerOffer(form, held.role, true)
}

const more = (
  <Button size="lg" icon={<Ellipsis aria-hidden="true" />}>
    More
  </Button>
)

export function CardActs({ form, stands, open }: StateCardProps & { open: readonly string[] }) {
  const { state, next, saved } = stands
  const { run, isBusy } = useAction((act: NextAct) =>
    toasted(() => doNext(act, form, saved, open), { failed: 'That couldn’t be sent. Please try again.' }),
  )
  const hasMore = saved !== null && form.status === 'open' && state !== 'over'
  if (next === null && !hasMore) return null
  return (
    <div className="flex flex-wrap items-center gap-2.5 max-sm:*:px-3.5">
      {next === 'add-to-calendar' && (
        <ButtonLink href={fileLink(form)} download variant="primary" size="lg" className="max-sm:grow">
          {labelOf(next, state, form, open.length)}
        </ButtonLink>
      )}
      {next !== null && next !== 'add-to-calendar' && (
        <Button variant="primary" size="lg" className="max-sm:grow" busy={isBusy} onClick={() => void run(next)}>
          {labelOf(next, state, form, open.length)}
        </Button>
      )}
      {hasMore && <LateMenu trigger={more} part={moreActs} props={{ form, state, next, saved }} />}
    </div>
  )
}
