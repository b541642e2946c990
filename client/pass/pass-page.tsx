// What a plain camera opens from a pass (/p#token): its owner's answer, or the way to prove that one is its owner (R180). It changes nothing.
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import type { LinkFailure } from '#client/access/use-link.ts'
import { WornMark } from '#client/brand/brand-mark.tsx'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { takeFragment } from '#client/lib/link-token.ts'
import { supportMail } from '#client/lib/settings.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'

type State =
  | { is: 'loading' }
  | ({ is: 'failed' } & LinkFailure)
  /** R216: with the brand of its event, if that has one. */
  | { is: 'other'; invitation: string; face: BrandFace | null }

const over = {
  is: 'failed',
  title: 'This pass is not valid',
  sentence: 'A newer one may have replaced it. Your current pass is with your answer.',
  canRetry: false,
} as const
const isVoid = (error: unknown) => error instanceof CallFailed && error.code === 'pass-void'

/** Where its answer is, and whether an answer of this reader is there. */
async function open(pass: string) {
  const { groupId, eventId } = await call(passApi.open, { pass })
  const { rsvp, brand } = await call(rsvpApi.form, { groupId, eventId })
  return { path: `/rsvp/${groupId}?eventId=${eventId}`, isKnown: rsvp !== null, face: brand?.face ?? null }
}

function usePass() {
  const [pass] = useState(takeFragment)
  const [, navigate] = useLocation()
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(() => {
    if (!pass) return setState(over)
    setState({ is: 'loading' })
    open(pass).then(
      ({ path, isKnown, face }) => (isKnown ? navigate(path, { replace: true }) : setState({ is: 'other', invitation: path, face })),
      (error: unknown) =>
        setState(
          isVoid(error) ? over : { is: 'failed', sentence: errorText(error, 'Something went wrong. Please try again.'), canRetry: true },
        ),
    )
  }, [pass, navigate])
  useEffect(load, [load])
  return { state, load }
}

export function PassPage() {
  const { state, load } = usePass()
  if (state.is === 'failed')
    return <LinkFailed failed={state} onRetry={load} next={{ href: '/my-answers', label: 'Get a link to your answer' }} />
  return (
    <AccessFrame title="A pass for the door">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'other' && (
        <>
          {state.face && <WornMark face={state.face} />}
          <p>This code lets one guest in. It is scanned at the door of the event.</p>
          <p className="text-muted">Is it yours? Open the invitation and verify your email there to see your answer.</p>
          <ButtonLink href={state.invitation} variant="primary">
            Open the invitation
          </ButtonLink>
          {state.face && (
            <Link href={supportMail(`Report: ${state.invitation}`)} tone="quiet" className="hit self-center py-1.5 text-13">
              Report abuse
            </Link>
          )}
        </>
      )}
    </AccessFrame>
  )
}
