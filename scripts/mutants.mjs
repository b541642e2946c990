// `npm run test:mutants`: plants one fault after the other in a copy of the project; each must turn the suite red. Names after `--` run only those.
import process from 'node:process'
import { install } from './install.mjs'
import { run } from './run.mjs'

const code = `const { runPlanted } = await import('./tests/mutants/run.ts')
  process.exitCode = await runPlanted(process.argv.slice(1))`

await install()
const args = ['--import', 'tsx', '--input-type=module', '--eval', code, '--', ...process.argv.slice(2)]
process.exitCode = await run(process.execPath, args, { env: { ...process.env, TZ: 'Asia/Kathmandu' } })
