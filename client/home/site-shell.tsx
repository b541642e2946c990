// What stands around every page but the invitee's: the navigation bar by who is here, and the foot.
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { AppShell, type NavItem } from '#client/ui/layout/app-shell.tsx'
import { Footer } from './footer.tsx'

const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))

const signedIn: readonly NavItem[] = [
  { href: '/create', label: 'Create' },
  { href: '/dashboard', label: 'Dashboard' },
]
const signedOut: readonly NavItem[] = [
  { href: '/pricing', label: 'Pricing' },
  { href: '/login', label: 'Login' },
  { href: '/signup', label: 'Sign up', isPrimary: true },
]

const MenuRoom = () => <Skeleton className="size-9" />

/** Draws the shell. Until the session is checked the bar shows what the kept tokens promise. */
export function SiteShell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const { user, checking, ...tokens } = useSession()
  const isSignedIn = accessOf(tokens) !== 'none' && (checking || user !== null)
  const nav = (isSignedIn ? signedIn : signedOut).map((item) => ({ ...item, isActive: item.href === path }))
  const menu = user ? (
    <Suspense fallback={<MenuRoom />}>
      <UserMenu user={user} />
    </Suspense>
  ) : (
    <MenuRoom />
  )
  return (
    <AppShell brand="Rolecall" nav={nav} end={isSignedIn && menu} footer={<Footer isSignedIn={isSignedIn} />}>
      {children}
    </AppShell>
  )
}
