// The way to what everybody may want to read, an invitee too.
import { Link } from '#client/ui/actions/link.tsx'

const texts = [
  { href: '/help', label: 'Help' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
]

export const TextLinks = () =>
  texts.map(({ href, label }) => (
    <Link key={href} href={href} tone="quiet" className="hit py-1.5">
      {label}
    </Link>
  ))
