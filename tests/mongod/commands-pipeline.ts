// The stages of a pipeline that the stand-in knows. Any other is refused.
import { CommandError, unsupported } from './errors.ts'
import { parseProjection } from './projection.ts'
import { parseFilter } from './query.ts'
import { type Doc, isDoc, isNumeric, show } from './values.ts'

interface Row {
  readonly doc: Doc
}

function group(rows: readonly Row[], stage: unknown): Row[] {
  if (!isDoc(stage)) throw new CommandError(15947, "a group's fields must be specified in an object")
  const { _id, ...sums } = stage
  const isCount = (value: unknown) => isDoc(value) && show(value) === '{ $sum: 1 }'
  if (!(_id === null || isNumeric(_id)) || !Object.values(sums).every(isCount))
    throw unsupported('A $group other than { _id: null or a number, n: { $sum: 1 } }')
  if (rows.length === 0) return []
  return [{ doc: { _id, ...Object.fromEntries(Object.keys(sums).map((name) => [name, rows.length])) } }]
}

const asDoc = (stage: string, value: unknown): Doc => {
  if (isDoc(value)) return value
  throw new CommandError(15959, `the ${stage} specification must be an object`)
}

/** Runs one stage of a pipeline over documents. */
export function runStage(rows: readonly Row[], stage: Doc): Row[] {
  const [[name, value] = ['', undefined], other] = Object.entries(stage)
  if (other !== undefined || name === '')
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.')
  if (name === '$match') {
    const { test } = parseFilter(asDoc(name, value))
    return rows.filter(({ doc }) => test(doc))
  }
  if (name === '$group') return group(rows, value)
  if (name === '$project') {
    const project = parseProjection(asDoc(name, value))
    return project === undefined ? [...rows] : rows.map(({ doc }) => ({ doc: project(doc) }))
  }
  throw new CommandError(
    40324,
    `Unrecognized pipeline stage name: '${name}' (the stand-in of tests/mongod knows $match, $group, $project and $changeStream)`,
  )
}
