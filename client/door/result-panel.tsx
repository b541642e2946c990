// What the last scan came to: a word and a color to be seen at arm's length, and the taps that follow from it (R185, R187, R188).
import { Ban, Check, CircleHelp, CloudOff } from 'lucide-react'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { admissible } from '#protocol/seats/door/scan.ts'
import { type Holder, holderIn } from './holder.ts'
import { type Tone, toneOf } from './signals.ts'
import type { ShownResult } from './use-scanning.ts'
import { entriesIn, sentenceFor, wordOf } from './words.ts'

const looks: Readonly<Record<Tone, string>> = {
  good: 'border-success bg-success-soft',
  ask: 'border-warn bg-warn-soft',
  bad: 'border-danger bg-danger-soft',
}
const icons = { good: Check, ask: CircleHelp, bad: Ban }

const About = ({ holder: { name, roles, companionId, person } }: { holder: Holder }) => (
  <>
    <Heading level={3} size={20} className="wrap-anywhere">
      <span dir="auto">{name || 'Someone without a name'}</span>
    </Heading>
    {roles.length > 0 && (
      <Text tone="muted">
        <span dir="auto">{roles.join(', ')}</span>
      </Text>
    )}
    {companionId && (
      <Text>
        With <span dir="auto">{person.name || 'a guest'}</span>
      </Text>
    )}
    {!companionId && person.companions && <Text>With {person.companions.map((one) => one.name).join(', ')}</Text>}
    {person.answers?.map(({ question, answer }) => (
      <Text key={question} size={13}>
        <span dir="auto">{question}</span> <span dir="auto">{answer}</span>
      </Text>
    ))}
  </>
)

/** What came so shortly before that nobody has read it. */
const Before = ({ before, isBusy, onLetIn }: Pick<ResultPanelProps, 'before' | 'isBusy' | 'onLetIn'>) => (
  <ul aria-label="Just before" className="border-t border-line pt-2 text-15">
    {before.map((one) => {
      const name = holderIn(one.answer)?.name || 'Someone'
      const tap = tapOf(one)
      return (
        <li key={one.answer.scanId} className="flex items-center justify-between gap-3 wrap-anywhere">
          <span>
            <span dir="auto">{name}</span>
            <span>{`: ${wordOf[one.answer.result]}`}</span>
          </span>
          {tap && (
            <Button aria-label={`${tap}: ${name}`} disabled={isBusy} onClick={() => onLetIn(one)}>
              {tap}
            </Button>
          )}
        </li>
      )
    })}
  </ul>
)

interface ResultPanelProps {
  shown: ShownResult
  before: readonly ShownResult[]
  timeAt: (iso: string) => string
  whenAt: (iso: string) => string
  isBusy: boolean
  onLetIn: (one: ShownResult) => void
  onUndo: () => void
}
/** Whether they are in the house by this very scan, so that it can be taken back. */
const isDone = ({ answer, isLook }: ShownResult) => !isLook && holderIn(answer)?.door !== undefined && answer.result === 'ok'
/** The tap that lets them in, if one does. */
function tapOf({ answer: { result, person }, isLook }: ShownResult): string | undefined {
  if (isLook) return result === 'unknown' ? undefined : 'Let in'
  return person && admissible.some((one) => one === result) ? 'Let in anyway' : undefined
}

/** A mark: this phone decided it by itself, and the server hears of it later. */
const OnThisPhone = () => (
  <Text size={13} data-here className="flex items-center gap-2">
    <CloudOff aria-hidden="true" className="size-4 shrink-0" />
    Without a network, by the list on this phone
  </Text>
)

export function ResultPanel({ shown, before, timeAt, whenAt, isBusy, onLetIn, onUndo }: ResultPanelProps) {
  const { answer, isLook, isOffline } = shown
  const { result, at = '', entries } = answer
  const holder = holderIn(answer)
  const isComing = isLook && result === 'ok'
  const tone = isComing ? 'ask' : toneOf(result)
  const Icon = icons[tone]
  const why = entries ? `Let in twice: ${entriesIn(entries, timeAt)}.` : sentenceFor(answer, at && whenAt(at))
  const tap = tapOf(shown)
  return (
    <section
      aria-live="assertive"
      data-result={isComing ? 'coming' : result}
      className={cx('flex max-h-[45dvh] flex-col gap-2 overflow-y-auto rounded-lg border-2 p-4', looks[tone])}
    >
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-8 shrink-0" />
        <Heading level={2} size={24}>
          {answer.practice && 'Practice: '}
          {isComing ? 'Coming' : wordOf[result]}
        </Heading>
      </div>
      {holder && <About holder={holder} />}
      {why && <Text>{why}</Text>}
      {answer.practice && <Text>This pass is to practice with: no one was let in, and nothing counts.</Text>}
      {isOffline && <OnThisPhone />}
      <div className="flex gap-3 empty:hidden">
        {tap && (
          <Button size="lg" block={isLook} variant={isLook ? 'primary' : 'secondary'} busy={isBusy} onClick={() => onLetIn(shown)}>
            {tap}
          </Button>
        )}
        {isDone(shown) && (
          <Button size="lg" busy={isBusy} onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      {before.length > 0 && <Before {...{ before, isBusy, onLetIn }} />}
    </section>
  )
}
