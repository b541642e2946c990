// A person as a picture of theirs, or as initials, in the shape of the back of a seat.
import { cx } from './cx.ts'

export interface AvatarProps {
  /** A name, a username or an email. */
  name: string
  size?: 'sm' | 'md' | 'lg'
  /** Where their picture is, if they have one. */
  photo?: string | undefined
  /** Says the name to screen readers; leave it out where the name stands beside it. */
  isNamed?: boolean
}

const sizes = {
  sm: 'size-7 text-[11px] rounded-[10px_10px_5px_5px]',
  md: 'size-9 text-13 rounded-[13px_13px_6px_6px]',
  lg: 'size-14 text-20 rounded-[20px_20px_9px_9px]',
}

/** Gives at most two initials. */
export function initialsOf(name: string) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = words[0] ?? 'U'
  const last = words.length > 1 ? words.at(-1) : undefined
  return ([...first][0] ?? 'U').toUpperCase() + ([...(last ?? '')][0] ?? '').toUpperCase()
}

export const Avatar = ({ name, size = 'md', photo, isNamed }: AvatarProps) => (
  <span
    {...(isNamed ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    className={cx(
      'inline-flex shrink-0 overflow-hidden select-none items-center justify-center bg-fill-strong font-semibold tracking-normal text-ink',
      sizes[size],
    )}
  >
    {photo ? <img src={photo} alt="" decoding="async" className="size-full object-cover" /> : initialsOf(name)}
  </span>
)
