// The points in a command's way where `self-killing-child.ts` ends itself, and how a test names them and reads what was under way.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `before`: nothing is written yet; `amid`: written, and not yet committed; `after`: durable, and nobody was told. */
export const moments = ['before', 'amid', 'after'] as const
export interface Point {
  readonly when: (typeof moments)[number]
  /** A commit that writes to this collection ... */
  readonly collection: string
  /** ... and to no other one. */
  readonly only?: boolean
  /** ... with other writes besides: so a command of the sandbox is told from a delivery of its messages. */
  readonly several?: boolean
  /** The first such commit unless told. */
  readonly nth?: number
}
/** A write as the child has noted it: `put` is the record, null where it was dropped. */
export interface Noted {
  readonly collection: string
  readonly id: string
  readonly expectedRev: number
  readonly put: { readonly _id: string; readonly rev: number } | null
}
export const pointFile = (folder: string) => join(folder, 'dies-at.json')
export const commitFile = (folder: string) => join(folder, 'commits.jsonl')

/** From now on the server of this folder dies at `point`. */
export const arm = (folder: string, point: Point) => writeFileSync(pointFile(folder), JSON.stringify(point))

/** Takes the point back, so that the next server lives. */
export const disarm = (folder: string) => rmSync(pointFile(folder), { force: true })

/** Every commit that was begun since this was last asked, in order. */
export function commitsOf(folder: string): Noted[][] {
  if (!existsSync(commitFile(folder))) return []
  const lines = readFileSync(commitFile(folder), 'utf8').split('\n').filter(Boolean)
  writeFileSync(commitFile(folder), '')
  return lines.map((line) => JSON.parse(line) as Noted[])
}
