// The reference of a fault travels at the end of the sentence that tells of it: whatever shows sentences can set it apart.
import type { ReactNode } from 'react'

const mark = ' Reference: '

/** Adds the reference to a sentence, if there is one. */
export const withReference = (sentence: string, reference: string | undefined) => (reference ? `${sentence}${mark}${reference}` : sentence)

/** Takes the two apart again; what isn't such a sentence stays whole. */
export function splitReference(said: ReactNode): [said: ReactNode, reference?: string] {
  const at = typeof said === 'string' ? said.lastIndexOf(mark) : -1
  return typeof said === 'string' && at >= 0 ? [said.slice(0, at), said.slice(at + mark.length)] : [said]
}
