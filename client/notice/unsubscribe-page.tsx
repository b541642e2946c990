// The page behind the link in every email that nobody asked for (/unsubscribe?token=): stops those of one event at a click only (R102, R116).
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { NoticeChoice } from '#protocol/mail/notice.ts'
import { readChoice, resumeNotices, stopNotices } from './actions.ts'

const link = {
  read: async (token: string) => ({ choice: await readChoice(token), hasChosen: false }),
  over: {
    codes: ['notice-link-over', 'input-invalid'],
    title: 'This link is no longer valid',
    sentence: 'To stop emails about an event, open the newest one about it and press the link at its end.',
  },
}
const newestLinks = { href: '/my-answers', label: 'Get a link to your answer' }
const profile = { href: '/profile', label: 'Go to Profile' }
type LoadedChoice = Awaited<ReturnType<typeof link.read>>

function useChoice(token: string) {
  const { answer, ...rest } = useLink<LoadedChoice, 'choose'>(token, link)
  const choose = (before: LoadedChoice) =>
    answer(before, 'choose', async () => {
      const choice = await (before.choice.stopped ? resumeNotices(token) : stopNotices(token))
      return { is: 'asking', view: { choice, hasChosen: true }, busy: null, sentence: null }
    })
  return { ...rest, choose }
}

export function UnsubscribePage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, choose } = useChoice(token)
  const isIn = useSession((session) => session.token !== null)
  if (state.is === 'failed')
    return (
      <LinkFailed failed={state} onRetry={load} next={isIn ? profile : newestLinks}>
        <p className="mt-2">
          You can turn off updates about events that you organize in <Link href="/profile">your profile</Link>.
        </p>
      </LinkFailed>
    )
  return (
    <AccessFrame title="Stop emails">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && <Choice {...state} onChoose={() => void choose(state.view)} />}
    </AccessFrame>
  )
}

interface ChoiceProps {
  view: LoadedChoice
  busy: 'choose' | null
  sentence: string | null
  onChoose: () => void
}

/** Which emails are meant, in words. */
const kindsOf = ({ about }: NoticeChoice) => (about === 'digest' ? 'updates about your events' : 'invitations, reminders and messages')

const AboutText = ({ occasion, maskedEmail }: NoticeChoice) => (
  <>
    {occasion && (
      <>
        {' '}
        about{' '}
        <strong dir="auto" className="font-semibold wrap-anywhere">
          {occasion}
        </strong>
      </>
    )}
    {maskedEmail && <> to {maskedEmail}</>}
  </>
)

const Rest = ({ about }: NoticeChoice) => (
  <p className="text-muted">
    {about === 'digest'
      ? 'You still get the emails you ask for. You can choose when you get these emails in your profile.'
      : 'You still get the emails you ask for, such as codes and the confirmation of your answer. Emails about other events are not affected.'}
  </p>
)

function Choice({ view: { choice, hasChosen }, busy, sentence, onChoose }: ChoiceProps) {
  const { stopped, about } = choice
  return (
    <>
      {stopped ? (
        <Notice tone="success" title="Emails are stopped" live={hasChosen}>
          You get no more {kindsOf(choice)}
          <AboutText {...choice} />.
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
            <AboutText {...choice} />.
          </p>
        </>
      )}
      <Rest {...choice} />
      <Failure>{sentence}</Failure>
      <div>
        <Button
          variant={stopped ? 'secondary' : 'primary'}
          busy={busy !== null}
          busyLabel={stopped ? 'Starting...' : 'Stopping...'}
          onClick={onChoose}
        >
          {stopped ? 'Get these emails again' : about === 'digest' ? 'Stop these emails' : `Stop emails about this ${about}`}
        </Button>
      </div>
    </>
  )
}
