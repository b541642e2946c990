// The foot of every page but the invitee's: the way to what one may look for, and the theme.
import { Link } from '#client/ui/actions/link.tsx'
import { ThemeSwitch } from '#client/ui/actions/theme-switch.tsx'
import { TextLinks } from './text-links.tsx'

const signedIn = [
  { href: '/create', label: 'Create an event' },
  { href: '/dashboard', label: 'Dashboard' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/my-answers', label: 'My answers' },
]
const signedOut = [
  { href: '/create', label: 'Create an event' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/login', label: 'Login' },
  { href: '/signup', label: 'Sign up' },
  { href: '/request-token', label: 'Get a sign-in link' },
  { href: '/my-answers', label: 'My answers' },
]

export const Footer = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <nav aria-label="Foot" className="flex flex-wrap gap-x-5 gap-y-1">
      {(isSignedIn ? signedIn : signedOut).map(({ href, label }) => (
        <Link key={href} href={href} tone="quiet" className="hit py-1.5">
          {label}
        </Link>
      ))}
      <TextLinks />
    </nav>
    <ThemeSwitch />
  </>
)
