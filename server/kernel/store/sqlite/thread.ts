// The thread that writes the embedded store and waits for its disk: the main one goes on reading and answering meanwhile (R113).
import { parentPort, workerData } from 'node:worker_threads'
import { openWriting } from './schema.ts'
import { SqliteWriter, type Step } from './writer.ts'

const db = openWriting(String(workerData))
const writer = new SqliteWriter(db)

parentPort?.on('message', (commits: readonly (readonly Step[])[] | 'close') => {
  if (commits !== 'close') return parentPort?.postMessage(writer.write(commits))
  writer.forget()
  db.close()
  parentPort?.close()
})
