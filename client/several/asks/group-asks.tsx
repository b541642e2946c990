// What one group asks besides who comes: said from the first paint on, so that it is read without a script, and asked once somebody picks there.
import { Suspense } from 'react'
import { loadPage } from '#client/lib/load-page.tsx'
import { goToQuestion } from '#client/rsvp/answer/form-parts.ts'
import { useHydrated } from '#client/rsvp/use-hydrated.ts'
import { type GroupChoice, sendsAnswers } from '#client/several/choice.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { companionsTitle } from './places.ts'

export const companionsOfGroup = loadPage(() => import('./group-companions.tsx'), 'GroupCompanions')
export const questionsOfGroup = loadPage(() => import('./group-questions.tsx'), 'GroupQuestions')

/** Leads to a question of a group; the questions there may be on their way. */
export async function goToAsked(groupId: string, questionId: string) {
  await questionsOfGroup.ready()
  setTimeout(() => goToQuestion(questionId, groupId))
}

/** Leads to who comes along to a group, of whom something is wrong. */
export async function goToCompanions(groupId: string) {
  await companionsOfGroup.ready()
  setTimeout(() => {
    const part = document.getElementById(companionsTitle(groupId))?.parentElement
    part?.scrollIntoView({ block: 'center' })
    part?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: true })
  })
}

function inWords({ questions, maxCompanions, event }: FormView): string {
  const host = namedHost(event?.organizer ?? '') || 'The organizer'
  const said = [questions && `${host} asks a few questions here.`, maxCompanions && 'You can bring someone along.']
  return said.filter(Boolean).join(' ')
}

export function GroupAsks({ chosen, guest }: { chosen: GroupChoice; guest: string }) {
  const { form, pick, saved, companions, isTouched, isClosed } = chosen
  const isHydrated = useHydrated()
  const bringsMore = !form.shut && form.maxCompanions !== undefined
  const isUnanswered = !isClosed && !form.shut && !isTouched && !pick.isComing && (saved === null || saved.attending === null)
  const said = isUnanswered ? inWords(form) : ''
  return (
    <>
      {said && (
        <Text size={13} tone="muted">
          {said}
        </Text>
      )}
      {isHydrated && !isClosed && pick.isComing && (bringsMore || companions.length > 0) && (
        <Suspense>
          <companionsOfGroup.Component chosen={chosen} guest={guest} />
        </Suspense>
      )}
      {(sendsAnswers(chosen) || pick.answers) && isTouched && isHydrated && (
        <Suspense>
          <questionsOfGroup.Component chosen={chosen} />
        </Suspense>
      )}
    </>
  )
}
