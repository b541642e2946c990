// R84: where an event takes place, leading to a map search where it is on one (R255), and what to wear.
import { MapPin, Shirt } from 'lucide-react'
import { Link } from '#client/ui/actions/link.tsx'

export const mapHref = (location: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`

interface EventPlaceProps {
  event: { location: string; dressCode: string; isOffMap?: true | undefined }
}

export const EventPlace = ({ event: { location, dressCode, isOffMap } }: EventPlaceProps) => (
  <>
    {location && (
      <p className="flex items-start gap-2.5">
        <MapPin aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
        {isOffMap ? (
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {location}
          </span>
        ) : (
          <Link href={mapHref(location)} target="_blank" rel="noopener noreferrer nofollow" className="min-w-0 wrap-anywhere">
            {location}
            <span className="sr-only"> (opens a map)</span>
          </Link>
        )}
      </p>
    )}
    {dressCode && (
      <p className="flex items-start gap-2.5">
        <Shirt aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">
          Dress code: <span dir="auto">{dressCode}</span>
        </span>
      </p>
    )}
  </>
)
