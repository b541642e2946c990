// What `npm run test:mongo` says at its end, to be pasted into an issue: what it ran on and what became of each file. It names no address.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import process from 'node:process'
import { root } from './run.mjs'

/** Where the suite's setup notes what it runs on. */
export const noteIn = (folder) => `${folder}/mongo.json`

const driverOf = () => JSON.parse(readFileSync('node_modules/mongodb/package.json', 'utf8')).version

/** Writes the summary of a report of vitest's; nothing where the suite didn't begin. */
export function summary(report, folder) {
  if (!existsSync(noteIn(folder))) return ''
  const { name, version, set, members, tls } = JSON.parse(readFileSync(noteIn(folder), 'utf8'))
  const files = (report.testResults ?? []).map(({ name: file, assertionResults: tests }) => ({ file: relative(root, file), tests }))
  const counted = (tests, status) => tests.filter((test) => test.status === status).length
  const rows = files.map(({ file, tests }) => `${file}: ${counted(tests, 'passed')} passed, ${counted(tests, 'failed')} failed`)
  const failed = files.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'failed').map((test) => `${file}: ${test.title}`),
  )
  const where = `MongoDB ${version} (${name}, set ${set} of ${members}${tls ? ', TLS' : ''})`
  return [
    '--- from here ---',
    `npm run test:mongo on ${where}, driver ${driverOf()}, Node ${process.versions.node}, ${process.platform}`,
    'Tests W1 to W17, and those whose title says (stand-in), ran on the stand-in of tests/mongod whatever the server.',
    ...rows.toSorted(),
    ...(failed.length > 0 ? ['Failed:', ...failed] : ['None failed.']),
    '--- to here ---',
  ].join('\n')
}
