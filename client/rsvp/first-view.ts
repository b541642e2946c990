// What the server already drew into the page (R81), so that the client draws the same at first, and waits for no call.
import { createContext } from 'react'
import type { FormView } from '#protocol/rsvp.ts'

/** Either the form of the link, or why there is none; nothing on a page that the server didn't draw. */
export interface FirstView {
  readonly form?: FormView
  readonly problem?: { readonly sentence: string; readonly status: number }
}

export const FirstViewContext = createContext<FirstView>({})

/** Where the server leaves it: inert, and out of the content policy's way. */
const place = 'first-view'

/** Reads it. It isn't parsed against its schema: it came in the very document that brought this code. */
export function readFirstView(): FirstView {
  const text = document.getElementById(place)?.textContent
  return text ? (JSON.parse(text) as FirstView) : {}
}
