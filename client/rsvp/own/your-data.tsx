// What belongs to a guest who has answered: the link to come back, and what is kept of them.
import { askNewLink, saveMyData } from '#client/guest/actions.ts'
import { CallFailed } from '#client/lib/call.ts'
import { dropRsvp, type SavedAnswer } from '#client/rsvp/store.ts'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { companionName } from '#protocol/seats/companions/companion.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { eraseAnswer } from './erase.ts'
import { EraseData, NewLink, SaveData } from './own-acts.tsx'

interface OwnProps {
  form: FormView
  /** null for whom the organizers have removed: what is kept of them is theirs all the same (R96). */
  saved: SavedAnswer | null
}
/** R170: whom they bring; R162: what they answered to the questions that are asked now; the file has the others as well. */
function YourAnswers({ form: { questions = [] }, saved }: OwnProps) {
  const items = questions.flatMap((question) => {
    const value = answerInWords(question, answerTo(saved?.answers ?? [], question._id))
    return value ? [{ key: question._id, label: question.label, value: <span className="whitespace-pre-line">{value}</span> }] : []
  })
  const { companions = [], name = '' } = saved ?? {}
  const names = companions.map((one, nth) => companionName(one, name, nth + 1))
  const along = names.length > 0 ? [{ key: 'companions', label: 'Who comes with you', value: names.join(', ') }] : []
  const all = [...along, ...items]
  return all.length > 0 && <Facts items={all} />
}

export function YourData({ form, saved }: OwnProps) {
  const forgetUnknown = (error: unknown) => {
    if (saved && error instanceof CallFailed && error.code === 'rsvp-unknown') dropRsvp(saved._id)
    throw error
  }
  return (
    <div className="flex flex-col gap-4">
      <YourAnswers form={form} saved={saved} />
      <Text tone="muted">
        {saved
          ? 'We emailed you a personal link to come back to. It opens your answer without a code. If you forwarded it by mistake, ask for a new one.'
          : 'Your answer was removed; your name and email are still kept with this event.'}
      </Text>
      <div className="flex flex-wrap gap-2.5">
        {saved && <NewLink maskedEmail={saved.maskedEmail} to="this answer" send={() => askNewLink(form)} />}
        <SaveData save={() => saveMyData(form)} />
        <EraseData hasAnswer={saved !== null} erase={() => eraseAnswer(form, saved?._id ?? '').catch(forgetUnknown)} />
      </div>
    </div>
  )
}
