// R84: where an event takes place, leading to a map search.
import { MapPin } from 'lucide-react'
import { Link } from '#client/ui/actions/link.tsx'
import { cx } from '#client/ui/cx.ts'

export const mapHref = (location: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`

/** Draws the place, or nothing where nobody named one. */
export function EventPlace({ location, className }: { location: string; className?: string }) {
  if (!location) return null
  return (
    <p className={cx('flex items-start gap-2.5', className)}>
      <MapPin aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
      <Link href={mapHref(location)} target="_blank" rel="noopener noreferrer nofollow" className="min-w-0 wrap-anywhere">
        {location}
        <span className="sr-only"> (opens a map)</span>
      </Link>
    </p>
  )
}
