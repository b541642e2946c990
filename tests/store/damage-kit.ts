// A store on disk with every kind of page, to be damaged.
import { readFileSync } from 'node:fs'
import { enlarge } from '../kit/process/harm.ts'
import { newFolder } from '../kit/process/process.ts'
import { fill, storeFile } from '../kit/process/seed.ts'

/** A store with every kind of page. */
export async function filled(bytes?: number) {
  const folder = newFolder()
  await fill(folder, { groups: 1, seats: 500, rsvps: 500 })
  enlarge(storeFile(folder), bytes)
  return { folder, file: storeFile(folder) }
}

/** All but the first page, which says how the file is written. */
export const beyondHead = (file: string) => readFileSync(file).subarray(2_048)
