// What belongs to a guest of an event with several groups, over all of them at once: the link to come back, and what is kept of them (R96a).
import { askNewLink } from '#client/guest/actions.ts'
import { call } from '#client/lib/call.ts'
import { saveText } from '#client/lib/files/save-file.ts'
import { dropDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { EraseData, NewLink, SaveData } from '#client/rsvp/own/own-acts.tsx'
import { dropRsvp } from '#client/rsvp/store.ts'
import { openSeveral } from '#client/several/calls.ts'
import type { GroupChoice } from '#client/several/choice.ts'
import { dropPicks } from '#client/several/picks.ts'
import { Text } from '#client/ui/layout/heading.tsx'
import { severalApi } from '#protocol/seats/several/several.ts'

async function saveData(eventId: string) {
  const data = await call(severalApi.myData, { eventId })
  saveText('my-answers.json', `${JSON.stringify(data, null, 2)}\n`, 'application/json')
}

async function eraseAll(eventId: string, all: readonly GroupChoice[]) {
  await call(severalApi.erase, { eventId })
  dropDraft()
  dropPicks(all.map(({ form }) => form._id))
  for (const { saved } of all) if (saved) dropRsvp(saved._id)
  useGuest.setState({ userName: '' })
  await openSeveral(eventId)
}

export function SeveralData({ eventId, all }: { eventId: string; all: readonly GroupChoice[] }) {
  const answered = all.find(({ saved }) => saved !== null)
  return (
    <div className="flex flex-col gap-4">
      <Text tone="muted">
        {answered
          ? 'We emailed you a personal link to come back to. It opens your answers without a code. If you forwarded it by mistake, ask for a new one.'
          : 'Your answer was removed; your name and email are still kept with this event.'}
      </Text>
      <div className="flex flex-wrap gap-2.5">
        {answered?.saved && <NewLink maskedEmail={answered.saved.maskedEmail} to="your answers" send={() => askNewLink(answered.form)} />}
        <SaveData save={() => saveData(eventId)} />
        <EraseData hasAnswer={answered !== undefined} where=" in all groups" erase={() => eraseAll(eventId, all)} />
      </div>
    </div>
  )
}
