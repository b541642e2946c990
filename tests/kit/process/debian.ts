// Programs of Debian's that a test runs where they are installed, or can be had from the packages; nothing is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const patienceMs = 120_000

/** Where a program is; undefined where it can't be had. */
export function programOf(name: string, args: readonly string[]): string | undefined {
  if (spawnSync(name, args).status === 0) return name
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-debian-'))
  const unpacked = join(folder, 'root')
  mkdirSync(unpacked)
  if (spawnSync('apt-get', ['download', name], { cwd: folder, timeout: patienceMs }).status !== 0) return undefined
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb'))) spawnSync('dpkg-deb', ['-x', join(folder, file), unpacked])
  const paths = ['usr/bin', 'usr/sbin'].map((at) => join(unpacked, at, name))
  return paths.find((path) => existsSync(path) && spawnSync(path, args).status === 0)
}
