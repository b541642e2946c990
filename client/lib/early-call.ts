// The first call of a page, asked while the page's own code still comes: on a slow connection its reply is there by then.
import { credentials } from './session.ts'

/** An older reply is worth less than asking again. */
const freshMs = 10_000
/** What these pages read first, each with one call. */
const pages = /^\/(group|event)\/[0-9a-f]{24}$/

let asked: { path: string; as: string; at: number; reply: Promise<Response> } | undefined

/** Asks what the page at `path` reads first. */
export function askEarly(path: string) {
  if (!pages.test(path)) return
  const headers = credentials()
  const reply = fetch(`/api${path}`, { headers })
  const early = { path, as: JSON.stringify(headers), at: performance.now(), reply }
  asked = early
  reply.catch(() => {
    if (asked === early) asked = undefined
  })
}

/** Gives the reply to a GET of `path`, once, if it was asked for by the same person; nothing else was. */
export function takeEarly(path: string): Promise<Response> | undefined {
  if (asked?.path !== path) return undefined
  const { as, at, reply } = asked
  asked = undefined
  return as === JSON.stringify(credentials()) && performance.now() - at < freshMs ? reply : undefined
}
