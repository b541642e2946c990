// R224c: a photo as the cover of an event: its room is fixed, a blur of 32 bytes stands there first, and it fades where it is taken off.
import { type CSSProperties, useState } from 'react'
import { cx } from '../cx.ts'

export interface CoverPhoto {
  /** 800 pixels wide, and 1600. */
  readonly small: string
  readonly large: string
  /** 16 colors of two bytes each, as base64. */
  readonly blur: string
  /** Of its most telling color, in degrees in OKLCH; null for a gray one. */
  readonly hue: number | null
}

/** The photo fills the cover, and its seats stand at the foot. */
export const photoHeights = { banner: 'h-60! p-0! sm:h-80!', card: 'p-0!' }

/** The head of a bitmap of four by four pixels: what follows it are their colors. */
const bitmap = 'Qk1iAAAAAAAAAEIAAAAoAAAABAAAAPz///8BABAAAwAAACAAAAATCwAAEwsAAAAAAAAAAAAAAPgAAOAHAAAfAAAA'

/** The tones of the theme, of the photo's own color. */
export const huesOf = (photo: CoverPhoto | null | undefined) =>
  photo && photo.hue !== null ? ({ '--cover-ground-hue': photo.hue, '--cover-seat-hue': photo.hue } as CSSProperties) : undefined

/** The photo that is shown: one that was taken off until it has faded. */
export function useFading(photo: CoverPhoto | null | undefined) {
  const [held, hold] = useState(photo ?? null)
  if (photo && photo.small !== held?.small) hold(photo)
  return { shown: photo ?? held, isGoing: !photo, onGone: () => !photo && hold(null) }
}

interface PhotoProps {
  photo: CoverPhoto
  isSmall: boolean
  isGoing: boolean
  onGone: () => void
}

/** Decoration only: the event's name stands beside it. A phone is sent the small one, however many pixels its screen has. */
export const Photo = ({ photo, isSmall, isGoing, onGone }: PhotoProps) => (
  <div
    aria-hidden="true"
    data-photo
    style={{ backgroundImage: `url(data:image/bmp;base64,${bitmap}${photo.blur})` }}
    onTransitionEnd={onGone}
    className={cx('absolute inset-0 bg-cover bg-center transition-opacity duration-200', isGoing && 'opacity-0')}
  >
    <picture>
      {!isSmall && <source media="(min-width: 640px)" srcSet={photo.large} />}
      <img src={photo.small} alt="" width={800} height={450} fetchPriority={isSmall ? 'auto' : 'high'} className="size-full object-cover" />
    </picture>
  </div>
)
