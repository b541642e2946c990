// R84: text as it was typed, its addresses links as soon as what finds them has come.
import { Suspense } from 'react'
import { loadPage } from '#client/lib/load-page.tsx'

/** The server has it before it draws (R81). */
export const linked = loadPage(() => import('#client/ui/layout/linked-text.tsx'), 'LinkedText')

/** Only a text that may hold an address loads what finds links. */
export function TextWithLinks({ text }: { text: string }) {
  if (!/https?:\/\/|www\./i.test(text)) return text
  return (
    <Suspense fallback={text}>
      <linked.Component text={text} />
    </Suspense>
  )
}
