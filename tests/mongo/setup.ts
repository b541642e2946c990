// Opens the database of the suite `mongo` once for all of its files.
import type { TestProject } from 'vitest/node'
import { openMongoServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the feature suites keep their stores; absent where they run over the embedded engine. */
    readonly mongodb?: string
  }
}

export default async function setup(project: TestProject) {
  const server = await openMongoServer()
  console.log(`The suite mongo runs on ${server.name}.`)
  project.provide('mongodb', server.uri)
  return server.close
}
