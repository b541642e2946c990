// What stands around every page but the invitee's: the navigation bar by who is here, and the foot.
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { loadPart } from '#client/lib/load-page.tsx'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { AppShell, type NavItem } from '#client/ui/layout/app-shell.tsx'
import { useAtRest } from '#client/ui/when-idle.ts'
import { Footer } from './footer.tsx'

const MenuRoom = () => <Skeleton className="mx-1 size-9 rounded-full" />
const UserMenu = loadPart(() => import('./user-menu.tsx'), 'UserMenu', { waiting: <MenuRoom />, missing: () => <MenuRoom /> })

const signedIn: readonly NavItem[] = [
  { href: '/create', label: 'Create' },
  { href: '/dashboard', label: 'Dashboard' },
]
const signedOut: readonly NavItem[] = [
  { href: '/pricing', label: 'Pricing', isNear: true },
  { href: '/login', label: 'Login', isNear: true },
  { href: '/signup', label: 'Sign up', isPrimary: true },
]

/** Until the session is checked the bar shows what the kept tokens promise. */
export function SiteShell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { user, checking, ...tokens } = useSession()
  const isSignedIn = accessOf(tokens) !== 'none' && (checking || user !== null)
  const nav = (isSignedIn ? signedIn : signedOut).map((item) => ({ ...item, isActive: item.href === path }))
  // It isn't what anybody came for, and it brings its list along.
  const isAtRest = useAtRest()
  const menu = user && isAtRest ? <UserMenu user={user} /> : <MenuRoom />
  return (
    <AppShell brand="Rolecall" nav={nav} end={isSignedIn && menu} footer={<Footer isSignedIn={isSignedIn} />}>
      {children}
    </AppShell>
  )
}
