// The Account Information card: who one is, and the same card while one edits it.
import { Pencil } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { faceAddress } from '#client/lib/event/cover-photo.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { ownName } from '#protocol/kernel/texts.ts'
import type { UserView } from '#protocol/people/account.ts'
import { ProfileForm } from './profile-form.tsx'

/** Nobody needs it before they ask for it. */
const faceDialog = loadPage(() => import('#client/photo/face-dialog.tsx'), 'FaceDialog')

/** One's own email stands here whole: nobody else sees this page. */
const AccountFacts = ({ user }: { user: UserView }) => (
  <Facts
    items={[
      { label: 'Username', value: user.username },
      ...(user.name ? [{ label: 'Name', value: user.name }] : []),
      { label: 'Email', value: <span className="wrap-anywhere">{user.email}</span> },
      { label: 'Member since', value: formatDay(user.createdAt, viewerZone()) },
    ]}
  />
)

/** "Edit Profile" turns it into a form and back. */
export function AccountCard({ user }: { user: UserView }) {
  const [isEditing, setEditing] = useState(false)
  const [isPicturing, setPicturing] = useState(false)
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
          <Avatar name={ownName(user)} size="lg" photo={user.photo && faceAddress(user.photo, 256)} />
          <div className="flex min-w-0 flex-col items-start">
            <p dir="auto" className="max-w-full truncate text-20 font-semibold">
              {ownName(user)}
            </p>
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3.5"
              onClick={() => void faceDialog.ready().then(() => setPicturing(true), toastNotLoaded)}
            >
              {user.photo ? 'Change your picture' : 'Add your picture'}
            </Button>
          </div>
        </div>
        <Suspense>{isPicturing && <faceDialog.Component user={user} isOpen onOpenChange={setPicturing} />}</Suspense>
        {isEditing ? <ProfileForm user={user} onClose={close} /> : <AccountFacts user={user} />}
      </Card>
    </Section>
  )
}
