// The page behind the link in every email that nobody asked for (/unsubscribe?token=): stops those of one event at a click only (R102, R116).
import { useCallback, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { NoticeChoice } from '#protocol/notice.ts'
import { refusals } from '#protocol/refusals.ts'
import { readChoice, resumeNotices, stopNotices } from './actions.ts'

type State =
  | { is: 'loading' }
  /** Trying again helps only where the server did not say no. */
  | { is: 'failed'; sentence: string; canRetry: boolean }
  | { is: 'open'; choice: NoticeChoice; hasChosen: boolean; isBusy: boolean; sentence: string | null }

const fallback = 'Something went wrong. Please try again.'
const isOver = (error: unknown) => error instanceof CallFailed && (error.code === 'notice-link-over' || error.code === 'input-invalid')

function useChoice(token: string) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(() => {
    setState({ is: 'loading' })
    if (!token) return setState({ is: 'failed', sentence: refusals['notice-link-over'][1], canRetry: false })
    readChoice(token).then(
      (choice) => setState({ is: 'open', choice, hasChosen: false, isBusy: false, sentence: null }),
      (error: unknown) => setState({ is: 'failed', sentence: sentenceOf(error, fallback), canRetry: !isOver(error) }),
    )
  }, [token])
  useEffect(load, [load])
  const choose = async (before: Extract<State, { is: 'open' }>) => {
    setState({ ...before, isBusy: true, sentence: null })
    try {
      const choice = await (before.choice.stopped ? resumeNotices(token) : stopNotices(token))
      setState({ is: 'open', choice, hasChosen: true, isBusy: false, sentence: null })
    } catch (error) {
      setState({ ...before, isBusy: false, sentence: sentenceOf(error, fallback) })
    }
  }
  return { state, load, choose }
}

/** Draws the page. */
export function UnsubscribePage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, choose } = useChoice(token)
  return (
    <AccessFrame title="Stop emails">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'failed' && <LinkFailed {...state} onRetry={load} />}
      {state.is === 'open' && <Choice {...state} onChoose={() => void choose(state)} />}
    </AccessFrame>
  )
}

type ChoiceProps = Extract<State, { is: 'open' }> & { onChoose: () => void }

/** Which emails are meant, in words. */
const kindsOf = ({ about }: NoticeChoice) =>
  about === 'digest' ? 'emails about how your events stand' : 'invitations, reminders and messages'

const What = ({ occasion, maskedEmail }: NoticeChoice) => (
  <>
    {occasion && (
      <>
        {' '}
        about <strong className="font-semibold wrap-anywhere">{occasion}</strong>
      </>
    )}
    {maskedEmail && <> to {maskedEmail}</>}
  </>
)

/** What still comes. */
const Rest = ({ about }: NoticeChoice) => (
  <p className="text-muted">
    {about === 'digest'
      ? 'You still get what you ask for yourself. When these emails come can be chosen in your profile.'
      : 'What you ask for yourself still comes: codes, and the confirmation of your own answer. Emails about other events are not affected.'}
  </p>
)

function Choice({ choice, hasChosen, isBusy, sentence, onChoose }: ChoiceProps) {
  const { stopped, about } = choice
  return (
    <>
      {stopped ? (
        <Notice tone="success" title="Emails are stopped" live={hasChosen}>
          You get no more {kindsOf(choice)}
          <What {...choice} />.
        </Notice>
      ) : (
        <>
          {hasChosen && (
            <Notice tone="success" live>
              You get these emails again.
            </Notice>
          )}
          <p>
            This stops {kindsOf(choice)}
            <What {...choice} />.
          </p>
        </>
      )}
      <Rest {...choice} />
      <Failure>{sentence}</Failure>
      <div>
        <Button
          variant={stopped ? 'secondary' : 'primary'}
          busy={isBusy}
          busyLabel={stopped ? 'Starting...' : 'Stopping...'}
          onClick={onChoose}
        >
          {stopped ? 'Get these emails again' : about === 'digest' ? 'Stop these emails' : `Stop emails about this ${about}`}
        </Button>
      </div>
    </>
  )
}
