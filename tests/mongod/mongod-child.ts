// The server as a process of its own, for tests in which several processes share one: PORT says where, stdin's end stops it.
import { startMongod } from './mongod.ts'

const mongod = await startMongod({ port: Number(process.env.PORT ?? 0) })
const stop = () => void mongod.close().finally(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.stdin.on('end', stop)
process.stdin.on('close', stop)
process.stdin.resume()
process.stdout.write(`listening ${mongod.uri}\n`)
