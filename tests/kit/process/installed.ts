// A server with what lies beside it where it is installed: the commands, which it runs as processes of their own, and the thread that writes.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'
import { bundled, newFolder } from './process.ts'

/** Gives the entries of the server and of its commands. */
export async function installed(): Promise<{ readonly server: string; readonly commands: string }> {
  const home = newFolder()
  const beside = (name: string) => join(home, 'dist/server', name)
  mkdirSync(join(home, 'dist/server'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  copyFileSync(await bundled('server/app/main.ts'), beside('main.js'))
  copyFileSync(await bundled('server/app/backup/main.ts'), beside('backup.js'))
  copyFileSync(join(inject('bundles'), 'writer.js'), beside('writer.js'))
  return { server: beside('main.js'), commands: beside('backup.js') }
}
