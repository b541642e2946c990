// The store's contract over the embedded engine with a thread that writes (R113), as `sqlite.test.ts` has it without.
import { onTestFinished } from 'vitest'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { storeContract } from './contract.ts'
import { contractCollections } from './fixtures.ts'
import { newFile } from './sqlite-kit.ts'

async function open(file: string) {
  const lost = (why: Error) => {
    throw why
  }
  const store = await openSqlite({ file, collections: contractCollections, lost })
  onTestFinished(() => store.close())
  return store
}

storeContract('SQLite in a file, written by a thread', async () => {
  const file = newFile()
  return { store: await open(file), reopen: () => open(file) }
})
