// The first question to all groups: coming or not, beside what is left (R124).
import { NotYou } from '#client/rsvp/proof/not-you.tsx'
import { OfflineLine } from '#client/rsvp/proof/offline-line.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { pickInWords } from '#protocol/seats/several/asked.ts'
import type { EventIndex } from '#protocol/seats/several/several.ts'
import { type GroupChoice, noToAll } from './choice.ts'
import { goToGroup } from './group-card.tsx'
import { editPicks, setPicksAside } from './picks.ts'
import type { SeveralView } from './use-several.ts'

/** R148 */
function pickSentence(index: EventIndex) {
  const said = pickInWords(index, index.groups.length)
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
}

/** R141a */
const isOpenNow = ({ isClosed, form }: GroupChoice) => !isClosed && !form.shut

/** R124: coming or not is asked on the first screen: until something is picked it is the bar of a phone (R242). */
export function ComingQuestion({ view: { index, all, who } }: { view: SeveralView }) {
  const first = all.find(isOpenNow) ?? all.find(({ isClosed }) => !isClosed)
  const left = all.filter(isOpenNow).reduce((sum, { seats }) => sum + seats.reduce((some, role) => some + role.left, 0), 0)
  if (!first) return null
  const isBar = !all.some(({ isTouched }) => isTouched)
  const name = who.isVerified ? who.name : ''
  const seats = `${left === 1 ? '1 seat' : `${left} seats`} left in ${all.length} groups`
  return (
    <div
      data-asks
      ref={isBar ? bottomBar : undefined}
      data-over-page={isBar || undefined}
      className="flex flex-col gap-2 border-t border-line bg-surface px-4.5 py-4 md:px-7 md:py-5"
    >
      {isBar && <OfflineLine />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Text className="font-semibold wrap-anywhere">{name ? `Are you coming, ${name}?` : 'Are you coming?'}</Text>
        {who.isVerified ? (
          <NotYou name={who.name} onGone={setPicksAside} />
        ) : (
          <Text size={13} tone="muted" className="tabular">
            {seats}
          </Text>
        )}
      </div>
      <div className="flex gap-2 max-[359px]:flex-col">
        <Button variant="primary" size="lg" className="grow" onClick={() => goToGroup(first.form._id)}>
          I’m coming
        </Button>
        <Button size="lg" className="px-4" onClick={() => editPicks(noToAll(all))}>
          I can’t make it
        </Button>
      </div>
      <Text size={13} tone="muted">
        {pickSentence(index)}.
      </Text>
    </div>
  )
}
