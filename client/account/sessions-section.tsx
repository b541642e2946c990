// Where one is logged in, and the way to end all of it but this.
import { KeyRound, LogIn } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { loadSessions, revokeOthers } from '#client/records/user.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { SessionView } from '#protocol/people/account.ts'

type LoadState = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'known'; sessions: readonly SessionView[] }

const kinds = {
  login: { title: 'With your password', Icon: LogIn },
  link: { title: 'With a sign-in link', Icon: KeyRound },
}

function useSessions() {
  const [known, setKnown] = useState<LoadState>({ is: 'loading' })
  const load = useCallback(() => {
    loadSessions().then(
      (sessions) => setKnown({ is: 'known', sessions }),
      (error: unknown) => setKnown({ is: 'failed', sentence: errorText(error, 'We could not load where you are logged in.') }),
    )
  }, [])
  useEffect(load, [load])
  useReturn(load)
  return { known, load, setKnown }
}

const dayAndTime = (instant: string) => formatInstant(instant, viewerZone())

function SessionRow({ session }: { session: SessionView }) {
  const { title, Icon } = kinds[session.kind]
  return (
    <ListRow
      leading={<Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />}
      title={title}
      meta={`Since ${dayAndTime(session.createdAt)} · until ${dayAndTime(session.expiresAt)}`}
      trailing={session.isCurrent && <Badge tone="accent">Current</Badge>}
    />
  )
}

const Sessions = ({ known, onRetry }: { known: LoadState; onRetry: () => void }) => {
  if (known.is === 'loading')
    return (
      <Loading label="Loading where you are logged in...">
        <Skeleton className="h-16 w-full" />
      </Loading>
    )
  if (known.is === 'failed')
    return (
      <Notice tone="danger" action={<Button onClick={onRetry}>Try Again</Button>}>
        {known.sentence}
      </Notice>
    )
  return (
    <List label="Where you are logged in">
      {known.sessions.map((session) => (
        <SessionRow key={session.lastPart + session.createdAt} session={session} />
      ))}
    </List>
  )
}

export function SessionsSection() {
  const { known, load, setKnown } = useSessions()
  const [isAsking, setAsking] = useState(false)
  const end = () => toasted(async () => setKnown({ is: 'known', sessions: await revokeOthers() }), { done: 'Logged out everywhere else' })
  return (
    <Section
      title="Where you are logged in"
      description="With a password you stay logged in for 30 days, with a sign-in link for 24 hours."
      actions={<Button onClick={() => setAsking(true)}>Log out everywhere else</Button>}
    >
      <Sessions known={known} onRetry={load} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Log out everywhere else?"
        confirmLabel="Log out everywhere else"
        busyLabel="Logging out..."
        onConfirm={end}
      >
        You are logged out on all other devices. Sign-in links and your calendar feed stop working. You stay logged in here.
      </ConfirmDialog>
    </Section>
  )
}
