// R255a: said before anything is accepted by whoever is known here by another address than the link was sent to, with the way on.
import type { ReactNode } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { logOut } from './store.ts'

/** Stays on the page, which goes on for whoever the link was sent to. */
export function LogOutHere({ onDone }: { onDone?: () => void }) {
  const { run, isBusy } = useAction(async () => {
    await logOut()
    onDone?.()
  })
  return (
    <Button size="sm" busy={isBusy} busyLabel="Logging out..." onClick={() => void run()}>
      Log out and go on
    </Button>
  )
}

interface OtherAddressProps {
  /** What was sent: "invitation". */
  what: string
  /** Where it was sent. */
  email: string
  hereAs: string | undefined
  /** What accepting all the same means. */
  children: ReactNode
  /** They are logged out now: the link is to be read again. */
  onLoggedOut: () => void
}

/** Nothing where the address is the same, or nobody's is known. */
export function OtherAddress({ what, email, hereAs, children, onLoggedOut }: OtherAddressProps) {
  const isSignedIn = useSession((now) => accessOf(now) !== 'none')
  if (hereAs === undefined) return null
  return (
    <Notice tone="warn" action={isSignedIn && <LogOutHere onDone={onLoggedOut} />}>
      <p className="wrap-anywhere">
        This {what} is for {email}. {isSignedIn ? `You are logged in as ${hereAs}.` : `In this browser you are known as ${hereAs}.`}
      </p>
      <p>{children}</p>
    </Notice>
  )
}
