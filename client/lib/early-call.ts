// The first call of a page, asked while the page's own code still comes: on a slow connection its reply is there by then.
import { credentials } from './session.ts'

/** What these pages read first, each with one call. */
const pages = /^\/(group|event)\/[0-9a-f]{24}$/

let asked: { path: string; as: string; reply: Promise<Response> } | undefined

/** Asks what the page at `path` reads first. */
export function askEarly(path: string) {
  if (!pages.test(path)) return
  const headers = credentials()
  const reply = fetch(`/api${path}`, { headers })
  reply.catch(() => {}) // said by whoever takes it
  asked = { path, as: JSON.stringify(headers), reply }
}

/** Gives the reply to a GET of `path`, once, if it was asked for by the same person; nothing else was. */
export function takeEarly(path: string): Promise<Response> | undefined {
  if (asked?.path !== path) return undefined
  const { as, reply } = asked
  asked = undefined
  return as === JSON.stringify(credentials()) ? reply : undefined
}
