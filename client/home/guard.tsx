// The guard of a page that isn’t for everyone: whoever has no session goes to the login, and comes back to the page afterwards.
import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { loginHref } from '#client/access/came-from.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { LoadingNotice } from './loading-notice.tsx'

interface Props {
  /** Stands here for nobody, instead of the way to the login. */
  toNobody?: ReactNode
  /** Stands here for somebody who came by a magic link, where that isn't enough (R30). */
  toLink?: ReactNode
  /** Opens while the session is still checked: the page waits for what it shows anyway, and a token that is refused closes it. */
  isEager?: boolean
  children: ReactNode
}

/** Lets a login in, and a magic link where nothing else is said; says "Loading..." while the session is checked, unless it is eager. */
export function Guard({ toNobody, toLink, isEager = false, children }: Props) {
  const [path] = useLocation()
  const search = useSearch()
  const { checking, ...tokens } = useSession()
  const access = accessOf(tokens)
  if (access === 'none') return toNobody || <Redirect to={loginHref(search ? `${path}?${search}` : path)} replace />
  if (checking && !isEager) return <LoadingNotice />
  return access === 'organizer' && toLink ? toLink : children
}
