// The fail point `failCommand` of mongod's test commands: the next so many commands fail, wait, or lose their connection.
import { CommandError } from './errors.ts'
import type { Call, FailPoint, Server } from './server.ts'
import { type Doc, docAt, isDoc, isTrue, numberOf, refuseOthers } from './values.ts'

const dataFields = new Set([
  'failCommands',
  'errorCode',
  'errorLabels',
  'closeConnection',
  'blockConnection',
  'blockTimeMS',
  'writeConcernError',
])

function timesOf(mode: unknown): number {
  if (mode === 'off') return 0
  if (mode === 'alwaysOn') return Number.POSITIVE_INFINITY
  const times = isDoc(mode) ? numberOf(mode.times) : undefined
  if (times === undefined) throw new CommandError(2, "mode must be 'off', 'alwaysOn' or { times: <n> }")
  return times
}

function parse(data: Doc): FailPoint {
  refuseOthers('configureFailPoint.data', data, dataFields)
  return {
    errorCode: numberOf(data.errorCode),
    errorLabels: Array.isArray(data.errorLabels) ? data.errorLabels.map(String) : undefined,
    closeConnection: isTrue(data.closeConnection),
    blockTimeMS: isTrue(data.blockConnection) ? numberOf(data.blockTimeMS) : undefined,
    writeConcernError: isDoc(data.writeConcernError) ? data.writeConcernError : undefined,
  }
}

/** Answers `configureFailPoint`. */
export function configureFailPoint({ server, body }: Call): Doc {
  if (body.configureFailPoint !== 'failCommand') throw new CommandError(51080, `failpoint not found: ${String(body.configureFailPoint)}`)
  let times = timesOf(body.mode)
  server.failPoints.clear()
  if (times === 0) return { count: 0 }
  const data = docAt(body, 'data')
  const names = new Set<unknown>(Array.isArray(data.failCommands) ? data.failCommands : [])
  const point = parse(data)
  server.failPoints.add((name) => (names.has(name) && times-- > 0 ? point : undefined))
  return { count: 0 }
}

/** Finds the fail point that a command meets. */
export function failPointFor(server: Server, name: string): FailPoint | undefined {
  for (const meets of server.failPoints) {
    const point = meets(name)
    if (point !== undefined) return point
  }
  return undefined
}
