// What one deploys by hand: the systemd unit, its settings, Caddy, the small compose file and the page that leads through it, as far as they can be checked here.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { pictureLimits } from '#protocol/kernel/limits.ts'
import { readConfig } from '#server/kernel/config.ts'
import { newFolder } from '../kit/process/process.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const known = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))
const secret = 'a secret of more than thirty-two characters'

/** The settings in a file as systemd reads it. */
const settingsIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]))

test('O15a the settings of the example are ones the server takes in production, all but the secrets that are made', () => {
  const settings = settingsIn(read('deploy/env.example'))
  expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])
  const config = readConfig({ NODE_ENV: 'production', ...settings, TOKEN_SECRET: secret })
  expect(config).toMatchObject({ production: true, trustProxy: 1, host: '127.0.0.1', port: 3_000, adminEmails: ['you@example.org'] })
  expect(config.backups?.folder).toBe('/var/lib/rolecall/backups')
  expect(settings.TOKEN_SECRET).toBe('')
})

/** What the unit must say, and doesn't. */
function unitFaults(unit: string): string[] {
  const wanted = [
    /^EnvironmentFile=\/etc\/rolecall\/env$/m,
    /^ExecStart=\/usr\/bin\/node dist\/server\/main\.js$/m,
    /^ExecReload=\/bin\/kill -TERM \$MAINPID$/m,
    /^Restart=always$/m,
    /^User=rolecall$/m,
    /^StateDirectory=rolecall$/m,
    /^NoNewPrivileges=true$/m,
    /^ProtectSystem=strict$/m,
    /^CapabilityBoundingSet=$/m,
    /^SystemCallFilter=@system-service$/m,
  ]
  return wanted.filter((line) => !line.test(unit)).map(({ source }) => source)
}

test('O15a the unit restarts, reloads by SIGTERM, and is kept from the rest of the machine; control', () => {
  const unit = read('deploy/rolecall.service')
  expect(unitFaults(unit)).toEqual([])
  expect(unitFaults(unit.replace('User=rolecall', 'User=root').replace('Restart=always', 'Restart=no'))).toHaveLength(2)
  // V8 makes code while it runs.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!hasSystemd)('O15 systemd takes the unit; control: not with a typing error', () => {
  const complaints = (text: string) => {
    const file = join(newFolder(), 'rolecall.service')
    writeFileSync(file, text.replace('/usr/bin/node', process.execPath))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    return stderr.split('\n').filter((line) => line.includes('rolecall.service'))
  }
  const unit = read('deploy/rolecall.service')
  expect(complaints(unit)).toEqual([])
  expect(complaints(unit.replace('ProtectHome=', 'ProtectHomes=')).length).toBeGreaterThan(0)
})

/** What Caddy must do, and isn't told. */
function caddyFaults(text: string): string[] {
  const wanted = {
    'the process is another one': /reverse_proxy 127\.0\.0\.1:3000 \{/,
    'a process that ends is still asked': /health_uri \/api\/ready\s+health_interval 200ms/,
    'what comes in while one starts fails': /lb_try_duration 10s/,
    'a polling socket changes its process': /lb_policy ip_hash/,
    'anybody may ask for the figures': /path \/api\/metrics \/api\/ready\s+respond @own 404/,
    'a feed is compressed (R237)': /@packed not path \/api\/calendar\/\* \/api\/rsvp\/calendar\/\*[^\n]*\s+encode @packed zstd gzip/,
    'the log holds tokens': /replace token redacted[\s\S]*request>headers delete/,
  }
  const open = [...text.matchAll(/[{}]/g)].reduce((depth, [sign]) => depth + (sign === '{' ? 1 : -1), 0)
  const missing = Object.entries(wanted).filter(([, line]) => !line.test(text))
  return [...missing.map(([fault]) => fault), ...(open === 0 ? [] : ['a brace is open'])]
}
const hasCaddy = spawnSync('caddy', ['version']).status === 0

test('R237b both proxies let through as much as the server takes of a picture or of delivery events, and Caddy packs no calendar', () => {
  const [caddy, nginx] = [read('deploy/Caddyfile'), read('deploy/nginx.conf')]
  const sizes = [/max_size (\d+)MB/.exec(caddy)?.[1], /client_max_body_size (\d+)m;/.exec(nginx)?.[1]].map(Number)
  for (const size of sizes) expect(size * 1_000_000).toBeGreaterThanOrEqual(Math.max(pictureLimits.photo.bytes, 1_048_576))
  expect(caddy).toMatch(/@packed not path \/api\/calendar\/\*[^\n]*\n\s*encode @packed/)
  expect(nginx).not.toMatch(/\bgzip\b/)
})

test('O15, R237 Caddy asks who is ready, holds requests back, compresses no feed, and shows nobody the figures; control', () => {
  const text = read('deploy/Caddyfile')
  expect(caddyFaults(text)).toEqual([])
  expect(caddyFaults(text.replace('lb_try_duration', 'try_duration').replace('health_uri', 'uri'))).toHaveLength(2)
  expect(Number(settingsIn(read('deploy/env.example')).PORT)).toBe(3_000)
})

test.skipIf(!hasCaddy)('O15 Caddy takes its configuration', () => {
  expect(spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']).status).toBe(0)
})

test('O15a, O6 the small compose file: one process with settings the server takes, its data in volumes, and only the proxy open', () => {
  const given: Record<string, string> = {
    PUBLIC_URL: 'https://rolecall.example.org',
    TOKEN_SECRET: secret,
    PAYMENTS: 'off',
    SITE: 'rolecall.test',
  }
  const fill = (text: string) => text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, other = '') => given[name] ?? other)
  const doc = JSON.parse(JSON.stringify(parse(read('compose.small.yaml'))), (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  )
  const { app, proxy } = doc.services
  expect(Object.keys(app.environment).filter((name) => !known.has(name))).toEqual([])
  const image = { NODE_ENV: 'production', PORT: '3000', DATA_DIR: '/data' }
  expect(readConfig({ ...image, ...app.environment })).toMatchObject({ production: true, trustProxy: 1, backups: { folder: '/backups' } })
  expect([app.ports, proxy.ports]).toEqual([undefined, ['80:80', '443:443']])
  const sources = [...app.volumes, ...proxy.volumes].map((one: string) => one.split(':')[0] ?? '')
  expect(sources.filter((one) => (one.startsWith('.') ? !existsSync(one) : !(one in doc.volumes)))).toEqual([])
  // Both folders belong to the user that the server runs as.
  const [, user = ''] = /^USER (\S+)$/m.exec(read('Dockerfile')) ?? []
  for (const folder of ['/data', '/backups']) expect(read('Dockerfile')).toContain(`--chown=${user} ${folder} ${folder}\n`)
  expect(read('compose.small.yaml')).toMatch(/TOKEN_SECRET: \$\{TOKEN_SECRET:\?/)
  // The command turns the Caddyfile into one for the containers.
  const [, , script = ''] = proxy.command as string[]
  const made = spawnSync('sh', ['-c', script.replaceAll('$$', '$').replace('/Caddyfile >', 'deploy/Caddyfile >').replace(/ > .*/, '')], {
    env: { PATH: process.env.PATH, SITE: 'rolecall.test' },
    encoding: 'utf8',
  }).stdout
  expect([made.includes('rolecall.test {'), made.includes('reverse_proxy app:3000 {'), /example\.org|127\.0\.0\.1/.test(made)]).toEqual([
    true,
    true,
    false,
  ])
})

/** What the page names that isn't there. */
function pageFaults(page: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const links = [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to = '']) => join('docs', to)).filter((file) => !existsSync(file))
  const files = [...page.matchAll(/(?<=\s)(deploy\/[\w.]+|compose[\w.]*\.yaml|\.env\.example|scripts\/[\w.-]+)/g)].map(
    ([, file = '']) => file,
  )
  const commands = [...page.matchAll(/^ {4}npm run (\S+)/gm)].map(([, name = '']) => name)
  const units = [...page.matchAll(/systemctl \w+ (?:--now )?(\w+)$/gm)].map(([, name]) => name)
  return [
    ...links,
    ...files.filter((file) => !existsSync(file)),
    ...commands.filter((name) => !(name in scripts)),
    ...units.filter((name) => name !== 'rolecall' && name !== 'caddy').map(String),
  ]
}

test('O15a the page on deploying names only files, commands and units that are there, and puts each where the unit looks for it; control', () => {
  const page = read('docs/deploy.md')
  expect(pageFaults(page)).toEqual([])
  expect(pageFaults(page.replace('npm run doctor', 'npm run surgeon').replace('deploy/env.example', 'deploy/env.sample'))).toEqual([
    'deploy/env.sample',
    'surgeon',
  ])
  const unit = read('deploy/rolecall.service')
  const at = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(unit)?.[1] ?? ''
  expect(page).toContain(`deploy/env.example ${at('EnvironmentFile')}\n`)
  expect(page).toContain(`git clone <repository> ${at('WorkingDirectory')}\n`)
  expect(page).toContain(`--group=${at('Group')} ${dirname(at('EnvironmentFile'))}\n`)
  expect(page).toContain(`useradd --system --home-dir ${at('WorkingDirectory')} --shell /usr/sbin/nologin ${at('User')}\n`)
})
