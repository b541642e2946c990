// When a person is emailed how their events stand (R100); takes effect at once.
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { setNews } from '#client/records/user.ts'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { UserView } from '#protocol/people/account.ts'
import type { NewsChoice } from '#protocol/people/digest.ts'

const options = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Daily' },
  { value: 'at-once', label: 'Right away' },
] as const
const hints: Readonly<Record<NewsChoice, string>> = {
  off: 'You check for yourself.',
  daily: 'One email in the morning when answers changed. If someone who confirmed drops out within 48 hours of the start, also right away.',
  'at-once': 'One email in the morning when answers changed, and one right away whenever someone who confirmed drops out.',
}

export function NewsSection({ user }: { user: UserView }) {
  const [wanted, setWanted] = useState<NewsChoice | null>(null)
  const chosen = wanted ?? user.news ?? 'daily'
  const choose = async (news: NewsChoice) => {
    setWanted(news)
    await toasted(() => setNews({ news }), { failed: 'Failed to save' })
    setWanted(null)
  }
  return (
    <Section title="Emails about your events">
      <Card padding="lg">
        <Segmented
          name="news"
          label="When answers change"
          options={options}
          value={chosen}
          onValue={(news) => void choose(news)}
          hint={hints[chosen]}
        />
      </Card>
    </Section>
  )
}
