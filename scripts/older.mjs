// The product as it was at an older commit, built in a folder of its own: what `npm run bench -- --against <commit>` measures this one beside.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root, run } from './run.mjs'

const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30 })
const lockIn = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

/** Has `measure` look at a build of `commit`, and leaves nothing of it behind. Throws where there is no such commit, or it can't be built. */
export async function withOlder(commit, measure) {
  const hash = git('rev-parse', '--verify', '--short', `${commit}^{commit}`).toString().trim()
  const folder = mkdtempSync(join(tmpdir(), `rolecall-${hash}-`))
  try {
    execFileSync('tar', ['--extract', '--directory', folder], { input: git('archive', hash) })
    if (lockIn(folder) === lockIn(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
    const code = await run(process.execPath, [join(folder, 'scripts/build.mjs')], { cwd: folder, env })
    if (code !== 0) throw new Error(`${hash} can't be built.`)
    return await measure({ folder, hash })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
