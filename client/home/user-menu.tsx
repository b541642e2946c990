// The menu of whoever is here: who they are, and the way out.
import { BookOpen, CircleArrowUp, CircleUser, Keyboard, KeyRound, LogOut } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { logOut } from '#client/access/store.ts'
import { useFreshUser } from '#client/account/use-fresh-user.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { isSold } from '#client/lib/settings.ts'
import { useAccountRoom } from '#client/plan/use-account-room.ts'
import { iconButtonClass } from '#client/ui/actions/button-style.ts'
import { Menu, type MenuItem } from '#client/ui/actions/menu.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import type { UserView } from '#protocol/account.ts'
import { hasTeamFeatures } from '#protocol/limits.ts'
import { type Opened, useShortcuts } from './commands/use-shortcuts.ts'

const commands = loadPage(() => import('./commands/commands.tsx'), 'Commands')

/** How long the words of a logout stay. */
const loggedOutMs = 3000

/** Draws the menu. Somebody who came by a magic link has no username, and may log in with an account instead. */
export function UserMenu({ user }: { user: UserView }) {
  const [, navigate] = useLocation()
  useFreshUser()
  useAccountRoom(user)
  const [opened, setOpened] = useState<Opened>(null)
  const open = useCallback((what: Opened) => void commands.ready().then(() => setOpened(what), toastNotLoaded), [])
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
    { label: 'Keyboard shortcuts', icon: <Keyboard aria-hidden="true" />, onSelect: () => open('keys') },
    { label: 'Logout', icon: <LogOut aria-hidden="true" />, onSelect: leave },
  ]
  const name = user.username || user.email
  const trigger = (
    <button type="button" className={iconButtonClass({})}>
      <Avatar name={name} />
      <VisuallyHidden>Your account</VisuallyHidden>
    </button>
  )
  const header = (
    <div className="min-w-0">
      <p className="truncate font-semibold">{byLink ? 'Here by your access link' : name}</p>
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
