// The built server with the packages that it is installed with, and no others: as in the image, and after `npm prune --omit=dev`.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMailbox } from './mailbox.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
}

test('O5 it needs no package of the development: it serves its API page, keeps accounts and draws covers; each of its packages can be loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-installed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const installed = Object.keys(packages).filter((path) => path !== '' && !packages[path]?.dev && !packages[path]?.devOptional)
  expect([installed.includes('node_modules/libsql'), installed.includes('node_modules/hono')]).toEqual([true, false])
  // Machine code of other systems is in the list and not here.
  for (const path of ['dist', 'package.json', ...installed.filter(existsSync)])
    cpSync(path, join(folder, path), { recursive: true, force: true })

  const server = await startServer({}, undefined, folder)
  onTestFinished(server.close)
  const { host, event } = openSeed({ server, mailbox: openMailbox(() => server.url) })
  const { groupId } = await event(await host(), [{ name: 'Speaker', max: 3 }])
  const served = await Promise.all(
    ['/api/docs/swagger-ui.css', '/api/openapi.json', `/og/${groupId}.png`].map(async (path) => {
      const { status, headers } = await fetch(server.url + path)
      return [status, headers.get('content-type')]
    }),
  )
  expect(served).toEqual([
    [200, 'text/css; charset=utf-8'],
    [200, 'application/json'],
    [200, 'image/png'],
  ])
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object }
  const load = `await Promise.all(${JSON.stringify(Object.keys(dependencies))}.map((name) => import(name)))`
  execFileSync(process.execPath, ['--input-type=module', '--eval', load], { cwd: folder })
})
