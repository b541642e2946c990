// R244b: ids that follow from an address which is kept in another spelling since. Whatever asks by the address of today finds the record under its own id (decision 0147).
import type { Collection, Reader, Stored } from './store.ts'

/** By the id that its record has. Written by migrations alone; nobody is known by it, as an id is a keyed hash. */
export interface FormerId extends Stored {
  /** The id that the address makes today. */
  readonly id: string
  /** The collection of a record that can't be found by the address, as another one is. Absent where it is found. */
  readonly apart?: string
}
export const formerIds: Collection<FormerId> = {
  name: 'formerIds',
  indexes: { today: { fields: ['id'] }, apart: { fields: ['apart'] } },
}

const maxShown = 25
/** Records that their address doesn't find, as it finds another one. */
export const readApart = (reader: Reader, { name }: Collection<never>): Promise<FormerId[]> =>
  reader.find(formerIds, { index: 'apart', where: { apart: name }, limit: maxShown })

const perPage = 1_000
/** The ids to be used in the place of what an address makes today: by that. */
export async function readFormerIds(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  let page: FormerId[] = []
  do {
    const last = page.at(-1)
    page = await reader.find(formerIds, { index: '_id', limit: perPage, ...(last && { after: last }) })
    for (const { _id, id, apart } of page) if (apart === undefined) found.set(id, _id)
  } while (page.length === perPage)
  return found
}

/** How ids follow from parts: as they did once, and as they do now. */
export interface Ids {
  was(...parts: readonly string[]): string
  is(...parts: readonly string[]): string
}
/** What an address in a record leads to: in which collection, and what its id followed from and follows from. */
export interface Led {
  readonly collection: string
  readonly was: readonly string[]
  readonly is: readonly string[]
}
export interface Leading {
  readonly reader: Reader
  readonly ids: Ids
  readonly collectionOf: (name: string) => Collection<never>
}

/** The former ids to be kept for what `record` leads to; `known` are those of records before it in the same commit, and it adds to them. */
export async function addFormerIds(
  { reader, ids, collectionOf }: Leading,
  record: Stored & { readonly userId?: unknown },
  led: readonly Led[],
  known: Map<string, FormerId>,
): Promise<void> {
  for (const { collection: name, was, is } of led) {
    const [_id, id, collection] = [ids.was(...was), ids.is(...is), collectionOf(name)]
    if (_id === id || known.has(_id) || (await reader.get(formerIds, _id))) continue
    if (![record._id, record.userId].includes(_id) && !(await reader.get(collection, _id))) continue
    const [other] = await reader.find(formerIds, { index: 'today', where: { id }, limit: 1 })
    const isTaken =
      other !== undefined || [...known.values()].some((one) => one.id === id) || (await reader.get(collection, id)) !== undefined
    known.set(_id, { _id, rev: 1, id, ...(isTaken && { apart: name }) })
  }
}
