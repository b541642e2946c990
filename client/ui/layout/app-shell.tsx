// What stands around every page: the bar at the top, the main region, the foot.
import { Menu as MenuIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../actions/button.tsx'
import { Link } from '../actions/link.tsx'
import { cx } from '../cx.ts'
import { SeatMark } from '../seats/seat-mark.tsx'

export interface NavItem {
  href: string
  label: string
  isActive?: boolean
  /** Drawn as the primary button of the bar. */
  isPrimary?: boolean
  /** On a phone it stands in the bar too, not only behind the button. */
  isNear?: boolean
}

export interface AppShellProps {
  /** The brand's word; it links to /. */
  brand: string
  /** Stands in its place. */
  mark?: ReactNode
  /** Collapses behind a button on small screens, but for what is near. */
  nav?: readonly NavItem[]
  /** At the end of the bar at every width, e.g. the user menu. */
  end?: ReactNode
  /** Across the width, above the page. */
  banner?: ReactNode
  footer?: ReactNode
  /** full: the bar with its navigation; bare: the brand alone, for invitees. */
  look?: 'full' | 'bare'
  children: ReactNode
}

export const Brand = ({ name }: { name: string }) => (
  <Link href="/" tone="bare" className="flex h-11 items-center gap-2 rounded-sm text-17 font-bold tracking-[-0.02em]">
    <SeatMark state="mine" className="size-6" />
    {name}
  </Link>
)

const navClass = (item: NavItem) =>
  cx(
    'hit flex h-11 items-center rounded-[8px] px-3 font-medium transition-colors md:h-9',
    item.isPrimary ? 'bg-ink text-on-ink hover:bg-ink-hover md:ml-1 md:px-3.5' : 'text-muted hover:bg-fill hover:text-ink',
    item.isActive && !item.isPrimary && 'bg-fill text-ink',
  )

interface NavProps {
  label?: string
  items: readonly NavItem[]
  onGo?: () => void
  className: string
}
const Nav = ({ label = 'Main', items, onGo, className }: NavProps) => (
  <nav aria-label={label} className={className}>
    {items.map((item) => (
      <Link
        key={item.href}
        href={item.href}
        tone="bare"
        aria-current={item.isActive ? 'page' : undefined}
        onClick={onGo}
        className={navClass(item)}
      >
        {item.label}
      </Link>
    ))}
  </nav>
)

/** The page inside gets the id "main" for the skip link. */
export function AppShell({ brand, mark, nav = [], end, banner, footer, look = 'full', children }: AppShellProps) {
  const [isOpen, setOpen] = useState(false)
  const hasNav = look === 'full' && nav.length > 0
  const near = nav.filter(({ isNear }) => isNear)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        data-shell
        className="sr-only z-50 rounded bg-ink px-4 py-3 font-medium text-on-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <header data-shell className={cx('z-40 border-b border-line bg-canvas', look === 'full' && 'sticky top-(--top-bar) low:static')}>
        <div className={cx('mx-auto flex h-14 items-center gap-6 px-4 sm:px-6', look === 'full' ? 'max-w-wide' : 'max-w-narrow')}>
          {mark || <Brand name={brand} />}
          {hasNav && <Nav items={nav} className="hidden flex-1 items-center justify-end gap-1 text-15 md:flex" />}
          <div className={cx('flex items-center gap-2', !hasNav && 'ml-auto', hasNav && 'max-md:ml-auto', hasNav && !end && 'md:hidden')}>
            {hasNav && near.length > 0 && (
              <Nav label="In short" items={near} onGo={() => setOpen(false)} className="flex text-15 max-[359px]:hidden md:hidden" />
            )}
            {end}
            {hasNav && (
              <IconButton
                label={isOpen ? 'Close menu' : 'Menu'}
                icon={isOpen ? <X /> : <MenuIcon />}
                aria-expanded={isOpen}
                aria-controls="main-menu"
                onClick={() => setOpen(!isOpen)}
                className="md:hidden"
              />
            )}
          </div>
        </div>
        {hasNav && isOpen && (
          <div id="main-menu" className="animate-fade border-t border-line px-4 py-3 md:hidden">
            <Nav items={nav} onGo={() => setOpen(false)} className="flex flex-col gap-1" />
          </div>
        )}
      </header>
      {banner}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col focus:outline-none">
        {children}
      </main>
      {footer && (
        <footer data-shell className="border-t border-line text-13 text-muted">
          <div
            className={cx(
              'mx-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-6 sm:px-6',
              look === 'full' ? 'max-w-wide' : 'max-w-narrow',
            )}
          >
            {footer}
          </div>
        </footer>
      )}
    </div>
  )
}
