// The Account Information card: who one is, and the same card while one edits it.
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { UserView } from '#protocol/account.ts'
import { planOffers } from '#protocol/limits.ts'
import { ProfileForm } from './profile-form.tsx'

/** R45: what each status of a subscription is called, and its look. */
const statuses: Record<UserView['subscriptionStatus'], [name: string, tone: BadgeTone]> = {
  active: ['Active', 'success'],
  canceled: ['Canceled', 'neutral'],
  past_due: ['Past Due', 'danger'],
  incomplete: ['Incomplete', 'warn'],
  none: ['None', 'neutral'],
}

const planName = ({ tier }: UserView) => `${planOffers[tier].name} Plan`
const initialOf = ({ username, maskedEmail }: UserView) => (username || maskedEmail || 'U').charAt(0)

function Shown({ user }: { user: UserView }) {
  const [status, tone] = statuses[user.subscriptionStatus]
  return (
    <Facts
      items={[
        { label: 'Username', value: user.username },
        ...(user.name ? [{ label: 'Name', value: user.name }] : []),
        { label: 'Email', value: user.maskedEmail },
        { label: 'Member since', value: formatDay(user.createdAt, viewerZone()) },
        {
          label: 'Subscription',
          value: (
            <Badge dot tone={tone}>
              {status}
            </Badge>
          ),
        },
      ]}
    />
  )
}

/** Draws the card; "Edit Profile" turns it into a form and back. */
export function AccountCard({ user }: { user: UserView }) {
  const [isEditing, setEditing] = useState(false)
  const comesBack = useRef(false)
  const close = () => {
    comesBack.current = true
    setEditing(false)
  }
  const edit = (
    <Button
      // The focus comes back to where the editing began.
      ref={(button) => {
        if (!comesBack.current || !button) return
        comesBack.current = false
        button.focus()
      }}
      icon={<Pencil aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      Edit Profile
    </Button>
  )
  return (
    <Section title="Account Information" actions={!isEditing && edit}>
      <Card padding="lg" className="flex flex-col gap-5">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={initialOf(user)} size="lg" />
          <div className="min-w-0">
            <p className="truncate text-20 font-semibold">{user.name || user.username || user.maskedEmail}</p>
            <Badge tone="accent" className="mt-1">
              {planName(user)}
            </Badge>
          </div>
        </div>
        {isEditing ? <ProfileForm user={user} onClose={close} /> : <Shown user={user} />}
      </Card>
    </Section>
  )
}
