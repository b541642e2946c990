// The menu of whoever is here: who they are, and the way out.
import { BookOpen, CircleArrowUp, CircleUser, Keyboard, KeyRound, LogOut, ServerCog } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { logOut } from '#client/access/store.ts'
import { useFreshUser } from '#client/account/use-fresh-user.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { isSold } from '#client/lib/settings.ts'
import { useAccountRoom } from '#client/plan/use-account-room.ts'
import { iconButtonClass } from '#client/ui/actions/button-style.ts'
import { Menu } from '#client/ui/actions/menu.tsx'
import type { MenuItem } from '#client/ui/actions/menu-list.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import { hasTeamFeatures } from '#protocol/kernel/limits.ts'
import { isMadeUp, ownName } from '#protocol/kernel/texts.ts'
import type { UserView } from '#protocol/people/account.ts'
import { type OpenDialog, useShortcuts } from './commands/use-shortcuts.ts'

const commands = loadPage(() => import('./commands/commands.tsx'), 'Commands')

/** How long the words of a logout stay. */
const loggedOutMs = 3000

/** Somebody who came by a magic link has no username, and may log in with an account instead. */
export function UserMenu({ user }: { user: UserView }) {
  const [, navigate] = useLocation()
  useFreshUser()
  useAccountRoom(user)
  const [opened, setOpened] = useState<OpenDialog>(null)
  const open = useCallback((what: OpenDialog) => void commands.ready().then(() => setOpened(what), toastNotLoaded), [])
  useShortcuts(open)
  const byLink = user.access === 'organizer'
  const leave = () => {
    navigate('/')
    void logOut()
    toast('Logged out', { duration: loggedOutMs })
  }
  const items: MenuItem[] = [
    ...(byLink ? [{ label: 'Login', icon: <KeyRound aria-hidden="true" />, href: '/login' }] : []),
    ...(isSold() ? [{ label: 'Upgrade', icon: <CircleArrowUp aria-hidden="true" />, href: '/pricing' }] : []),
    ...(byLink ? [] : [{ label: 'Profile', icon: <CircleUser aria-hidden="true" />, href: '/profile' }]),
    ...(hasTeamFeatures(user.tier) ? [{ label: 'User Guide', icon: <BookOpen aria-hidden="true" />, href: '/user-guide' }] : []),
    ...(user.isOperator ? [{ label: 'Administration', icon: <ServerCog aria-hidden="true" />, href: '/admin' }] : []),
    { label: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, onSelect: () => open('keys') },
    { label: 'Logout', icon: <LogOut aria-hidden="true" />, onSelect: leave },
  ]
  const name = ownName(user)
  const username = user.username !== name && !isMadeUp(user.username) ? user.username : ''
  const trigger = (
    <button type="button" className={iconButtonClass({})}>
      <Avatar name={name} />
      <VisuallyHidden>Your account</VisuallyHidden>
    </button>
  )
  const header = (
    <div className="min-w-0">
      <p className="truncate font-semibold">{byLink ? 'Signed in by email' : name}</p>
      {username && <p className="truncate text-13 text-muted">{username}</p>}
      <p className="truncate text-13 text-muted">{user.email}</p>
    </div>
  )
  return (
    <>
      <Menu trigger={trigger} header={header} items={items} />
      {opened && <commands.Component opened={opened} onOpened={setOpened} />}
    </>
  )
}
