// Reads what was pasted or chosen while it changes; what its columns mean can be told otherwise.
import { useEffect, useState } from 'react'
import type { Column } from './columns.ts'
import { type PeopleList, readPeopleList } from './read-people.ts'
import { type Meaning, meanings } from './words.ts'

/** A text, or a file. */
export type Brought = string | { readonly fileName: string; readonly bytes: Uint8Array }
export interface ReadingChoices {
  /** By the column: a meaning, or a use that only the page knows. */
  readonly chosen: Readonly<Record<string, string>>
  /** What a heading says on this page before anything else. */
  readonly usesOf: (heading: string) => string | undefined
}
export interface Reading {
  readonly list: PeopleList
  /** For each column its meaning or its use. */
  readonly uses: readonly string[]
}

/** Another list has other columns: what was said of one of these holds while its list is gone on with. */
export const columnKey = ({ heading, sample }: Column, at: number) => `${at} ${heading || sample}`

const isMeaning = (use: string): use is Meaning => (meanings as readonly string[]).includes(use)
const meant = (use: string | undefined) => (use === undefined ? undefined : isMeaning(use) ? use : '')

export async function readBrought(brought: Brought, { chosen, usesOf }: ReadingChoices): Promise<Reading> {
  const [source, fileName] = typeof brought === 'string' ? [brought, ''] : [brought.bytes, brought.fileName]
  const first = await readPeopleList(source, { fileName })
  const told = first.columns.map((column, at) => chosen[columnKey(column, at)] ?? (column.heading ? usesOf(column.heading) : undefined))
  const isTold = told.some((use) => use !== undefined)
  const list = isTold ? await readPeopleList(source, { fileName, columns: told.map(meant) }) : first
  return { list, uses: list.columns.map(({ meaning }, at) => told[at] ?? meaning) }
}

/** The latest reading; null while there is none. */
export function useReading(brought: Brought, { chosen, usesOf }: ReadingChoices): Reading | null {
  const [reading, setReading] = useState<Reading | null>(null)
  useEffect(() => {
    let isLatest = true
    if (brought === '') setReading(null)
    else void readBrought(brought, { chosen, usesOf }).then((read) => isLatest && setReading(read))
    return () => {
      isLatest = false
    }
  }, [brought, chosen, usesOf])
  return brought === '' ? null : reading
}
