// A large damaged store under a real server: what it serves until it finds that, and what it has written by then.
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { momentBytes } from '#server/kernel/store/sqlite/damage.ts'
import { harm } from '../kit/process/harm.ts'
import { installed } from '../kit/process/installed.ts'
import { newFolder, run, startServer } from '../kit/process/process.ts'
import { openStore, tokenSecret } from '../kit/process/seed.ts'
import { beyondHead, filled } from './damage-kit.ts'

test('R113a a large damaged store: the server serves, finds it, ends, and has written nothing over it; the next start refuses, until it is sound', async () => {
  const { folder, file } = await filled(momentBytes)
  const { server } = await installed()
  const sound = join(newFolder(), 'sound')
  copyFileSync(file, sound)
  const env = { DATA_DIR: folder, TOKEN_SECRET: tokenSecret, LOG_LEVEL: 'info', NODE_ENV: 'development', PORT: '0' }
  harm(file, 'index leaf')
  const before = beyondHead(file)
  const first = run(env, server)
  expect(await first.exit).toBe(1)
  expect(first.output()).toContain('Rolecall is ready')
  expect(first.output()).toContain('the store is damaged: ending, before anything is written over it')
  expect(beyondHead(file).equals(before)).toBe(true)
  const again = run(env, server)
  expect(await again.exit).toBe(1)
  expect(again.output()).toMatch(/^Rolecall can't start: .+rolecall\.sqlite is damaged \(.+\): put it aside and restore the last backup/)
  copyFileSync(sound, file)
  for (const name of ['-wal', '-shm']) if (existsSync(file + name)) copyFileSync('/dev/null', file + name)
  const third = await startServer(folder, {}, server)
  third.signal('SIGTERM')
  expect([await third.exit, readdirSync(folder).filter((name) => name.endsWith('-damaged'))]).toEqual([0, []])
  await (await openStore(folder)).close()
})
