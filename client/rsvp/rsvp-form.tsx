// The invitee's way: a role to take, the proof of an email, and the answer's way out. Coming or not is asked above it (answer/coming.tsx).
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadPart } from '#client/lib/load-page.tsx'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { goOn as goOnFromRoles, goToChoice } from '#client/rsvp/answer/form-parts.ts'
import { canStillTake, type Filled, filledNow, hasLost, isQuestionNext, isSentByCode, useFilled } from '#client/rsvp/answer/form-state.ts'
import { RolesPart } from '#client/rsvp/answer/roles-part.tsx'
import { useSubmit } from '#client/rsvp/answer/use-submit.ts'
import { companionsPart } from '#client/rsvp/companions/lazy-parts.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { EmailStep, WhoText } from '#client/rsvp/proof/email-step.tsx'
import { codeEntry, submitBar } from '#client/rsvp/proof/lazy-parts.ts'
import { cx } from '#client/ui/cx.ts'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { noteField, preloadEnd, questionsPart } from './lazy-parts.ts'
import { useHydrated } from './use-hydrated.ts'

/** Nobody has heard of any seat before the page stands. */
const SeatNews = loadPart<'SeatNews', Pick<Filled, 'seats'>>(() => import('#client/rsvp/answer/seat-news.ts'), 'SeatNews', {
  missing: () => null,
})

/** Once the event has ended it can only be read (R21). `isAsked`: coming or not is asked above it, in the place of its bar until that is said. */
export function RsvpForm({ form, isAsked }: { form: FormView; isAsked: boolean }) {
  const filled = useFilled(form)
  const sending = useSubmit(form)
  const isHydrated = useHydrated()
  const isClosed = form.status !== 'open'
  const { provenEmail } = useGuest()
  const [isEditing, setEditing] = useState(true)
  const [known, setKnown] = useState('')
  // The page is drawn before it is known who looks (R81): for somebody known by a cookie, a login or a link this part is done.
  if (provenEmail !== known) {
    setKnown(provenEmail)
    setEditing(!(filled.isVerified && filled.name.trim()))
  }
  const emailBox = useRef<HTMLInputElement>(null)
  const isKnown = filled.isVerified && !isEditing
  const seeksSeat = filled.attending === true && canStillTake(form, filled)
  const hasBar = !isClosed && !(isAsked && isQuestionNext(form, filled))

  useEffect(() => {
    if (isHydrated) for (const part of [submitBar, codeEntry]) part.preload()
  }, [isHydrated])
  useEffect(() => {
    if (filled.isVerified || filled.attending !== null) preloadEnd()
  }, [filled.isVerified, filled.attending])

  /** Folds the part about who answers and leads on, unless the name is missing: what was chosen before the proof is sent by it (R124). */
  const goOn = (isByCode: boolean) => {
    const now = filledNow(form)
    if (now.attending !== false && !now.name.trim()) return false
    flushSync(() => setEditing(false))
    const { draft } = useDraft.getState()
    // Both before the proof, when the button said what it would do, and after it, when more is known.
    if (isByCode && now.missing === null && [filled, now].every((one) => isSentByCode(form, one, draft))) sending.submit()
    // Nothing is sent: it says so, and leads to the role that somebody else has got.
    else if (hasLost(now)) sending.submit()
    else goToChoice()
    return true
  }
  const onTaken = () => filledNow(form).isVerified || goOnFromRoles()
  return (
    <>
      <RolesPart form={form} filled={filled} onTaken={onTaken} />
      {isHydrated && form.roles.length > 0 && <SeatNews seats={filled.seats} />}
      {!isClosed && filled.attending === null && form.maxCompanions && <Text tone="muted">You can bring someone along.</Text>}
      {!isClosed && isHydrated && filled.attending && (form.maxCompanions || filled.companions.length > 0) && (
        <Suspense>
          <companionsPart.Component form={form} filled={filled} />
        </Suspense>
      )}
      {!isClosed && form.questions && (
        <Suspense>
          <questionsPart.Component form={form} filled={filled} />
        </Suspense>
      )}
      {!isClosed && isHydrated && (filled.isVerified || filled.attending !== null) && (
        <Suspense>
          <noteField.Component saved={filled.saved?.note ?? ''} />
        </Suspense>
      )}
      {!filled.isVerified && (
        <a href="/my-answers" className="hit self-center text-13 text-muted underline">
          Already answered? Get a link to your answer
        </a>
      )}
      {/* On a phone the bar holds who answers as well, once it is said who comes and as what (R124f, R242). */}
      <div data-sticks={hasBar || undefined} data-over-page={hasBar || undefined} className="contents">
        {(!isClosed || isKnown) && (
          <section className={cx('flex flex-col gap-3', hasBar && (seeksSeat ? 'max-md:hidden' : 'max-md:mb-3'))}>
            <Heading level={2} size={20} className={hasBar ? 'max-md:sr-only' : undefined}>
              Your email
            </Heading>
            {isKnown ? (
              <WhoText {...filled} onEdit={isClosed ? null : () => setEditing(true)} />
            ) : (
              <EmailStep filled={filled} onDone={goOn} isReopened={filled.isVerified} emailBox={emailBox} isInBar={hasBar} />
            )}
          </section>
        )}
        {hasBar && isHydrated && (
          <Suspense>
            <submitBar.Component form={form} filled={filled} sending={sending} onName={() => setEditing(true)} onTaken={onTaken} />
          </Suspense>
        )}
      </div>
    </>
  )
}
