// Opens the database of the suite `mongo` once for all of its files.
import { writeFileSync } from 'node:fs'
import { MongoClient } from 'mongodb'
import type { TestProject } from 'vitest/node'
import { openMongoServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the feature suites keep their stores; absent where they run over the embedded engine. */
    readonly mongodb?: string
  }
}

export default async function setup(project: TestProject) {
  const server = await openMongoServer(project.getProvidedContext().bundles)
  console.log(`The suite mongo runs on ${server.name}.`)
  const { MONGO_NOTE: note } = process.env
  if (note) writeFileSync(note, JSON.stringify({ name: server.name, ...(await described(server.uri)) }))
  project.provide('mongodb', server.uri)
  return server.close
}

/** What the summary of `npm run test:mongo` says of the server, without its address. */
async function described(uri: string) {
  const client = new MongoClient(uri)
  const admin = client.db('admin')
  const [{ version }, { setName, hosts }] = [await admin.command({ buildInfo: 1 }), await admin.command({ hello: 1 })]
  const { tls } = client.options
  await client.close()
  return { version, set: setName ?? 'sharded', members: Array.isArray(hosts) ? hosts.length : 0, tls }
}
