// What is shipped, as far as it can be checked without an engine that runs containers. Each check is shown to find what is planted.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/kernel/config.ts'
import { newFolder } from '../kit/process/process.ts'
import { readSource } from '../structure/source.ts'

type Json = ReturnType<typeof JSON.parse>
const read = (file: string) => readFileSync(file, 'utf8')

interface Step {
  readonly name: string
  readonly words: string
}
interface Stage {
  readonly from: string
  readonly name: string
  readonly steps: readonly Step[]
}
/** The stages of a Dockerfile with their steps. */
function stagesOf(text: string): Stage[] {
  const lines = text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const stages: { from: string; name: string; steps: Step[] }[] = []
  for (const line of lines) {
    const [, name = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    const [, from = '', as = 'last'] = name === 'FROM' ? (/^(\S+)(?:\s+AS\s+(\S+))?$/.exec(words) ?? []) : []
    if (name === 'FROM') stages.push({ from, name: as, steps: [] })
    else stages.at(-1)?.steps.push({ name, words })
  }
  return stages
}
const wordsOf = ({ steps }: Stage, named: string) => steps.filter(({ name }) => name === named).map(({ words }) => words)

/** Whether .dockerignore, which leaves out all but what it names, lets a file through: the last line that matches says. */
function isSent(ignore: string, file: string): boolean {
  const lines = ignore.split('\n').filter((line) => line && !line.startsWith('#'))
  const matches = (pattern: string) =>
    new RegExp(
      `^${pattern
        .replace(/\./g, '\\.')
        .replace(/\*\*\//g, '(?:.*/)?')
        .replace(/(?<!\.)\*/g, '[^/]*')}(/.*)?$`,
    ).test(file)
  return lines.reduce((sent, line) => (matches(line.replace(/^!/, '')) ? line.startsWith('!') : sent), true)
}

function imageFaults(dockerfile: string, ignore: string): string[] {
  const faults: string[] = []
  const must = (is: unknown, fault: string) => void (is || faults.push(fault))
  const stages = stagesOf(dockerfile)
  for (const stage of stages) {
    const from = stage.name === 'last' ? 'gcr.io/distroless/cc-debian12' : 'node:24-bookworm-slim'
    must(stage.from === from, `${stage.name} is of ${stage.from}`)
    for (const words of wordsOf(stage, 'COPY')) {
      const [, source] = /^--from=(\S+)/.exec(words) ?? []
      const files = words
        .split(/\s+/)
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1)
      if (source)
        must(
          stages.some(({ name }) => name === source),
          `${stage.name} copies from ${source}, which is no stage`,
        )
      else for (const file of files) must(existsSync(file) && isSent(ignore, file), `${stage.name} copies ${file}, which isn't there`)
    }
    for (const words of wordsOf(stage, 'RUN').filter((one) => one.includes('npm') && !one.includes('run build')))
      must(/^npm ci .*--ignore-scripts/.test(words), `${stage.name} runs ${words}`)
  }
  const last = stages.at(-1) as Stage
  must(wordsOf(last, 'RUN').length === 0, 'it runs something where there is no shell')
  must(wordsOf(last, 'COPY').includes('--from=build /usr/local/bin/node /usr/local/bin/node'), 'it has no Node')
  const packages = stages.find(({ name }) => name === /--from=(\S+) \/app\/node_modules/.exec(wordsOf(last, 'COPY').join('\n'))?.[1])
  must(packages && wordsOf(packages, 'RUN').some((words) => words.includes('--omit=dev')), 'it holds packages of the development')
  const user = last.steps.findIndex(({ name, words }) => name === 'USER' && !/^(root|0)\b/.test(words))
  must(user >= 0 && user < last.steps.findIndex(({ name }) => name === 'CMD'), 'it runs as root')
  must(
    wordsOf(last, 'HEALTHCHECK').some((words) => words.includes('/api/health')),
    'nobody asks for its health',
  )
  must(wordsOf(last, 'VOLUME')[0] === '/data' && /DATA_DIR=\/data/.test(wordsOf(last, 'ENV').join()), 'its data lie in the image')
  must(/"node", "dist\/server\/main.js"/.test(wordsOf(last, 'CMD')[0] ?? ''), 'it starts something else, and no signal reaches the server')
  for (const secret of [
    '.env',
    'server/.env.local',
    'data/token-secret',
    '.git/config',
    'node_modules/hono/package.json',
    'client/node_modules/x',
  ])
    must(!isSent(ignore, secret), `${secret} gets into it`)
  return faults
}

test('O5 every file the image is made of is there, it keeps production packages only, is not root, and is asked for its health', () => {
  expect(stagesOf(read('Dockerfile')).map(({ name }) => name)).toEqual(['build', 'packages', 'last'])
  expect(imageFaults(read('Dockerfile'), read('.dockerignore'))).toEqual([])
})

test('O5 control: a missing file, root, packages of the development, a script of a package and a leaking secret are found', () => {
  const planted = (from: string, to: string) => imageFaults(read('Dockerfile').replace(from, to), read('.dockerignore'))
  expect(planted('COPY protocol', 'COPY protocols')).toEqual(["build copies protocols, which isn't there"])
  expect(planted('COPY protocol', 'COPY tests')).toEqual(["build copies tests, which isn't there"])
  expect(planted('USER 1000:1000', 'USER root')).toEqual(['it runs as root'])
  expect(planted('USER 1000:1000', 'RUN mkdir /more\nUSER 1000:1000')).toEqual(['it runs something where there is no shell'])
  expect(planted('/usr/local/bin/node /usr/local', '/usr/local/bin/npm /usr/local')).toEqual(['it has no Node'])
  expect(planted('--from=packages', '--from=build')).toEqual(['it holds packages of the development'])
  expect(planted('--omit=dev --ignore-scripts', '--omit=dev')).toHaveLength(1)
  expect(planted('CMD ["node", "dist', 'CMD ["npm", "start", "dist')).toHaveLength(1)
  expect(imageFaults(read('Dockerfile'), read('.dockerignore').replace('**/.env*\n', ''))).toEqual(['server/.env.local gets into it'])
})

test('O5 the image’s health check is a program that says yes and no', () => {
  const [check = ''] = wordsOf(stagesOf(read('Dockerfile')).at(-1) as Stage, 'HEALTHCHECK')
  const [program = '', ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[]
  expect([program, args[0]]).toEqual(['node', '-e'])
  // Nobody listens on port 9 of this machine.
  expect(spawnSync(process.execPath, args, { env: { PORT: '9' } }).status).toBe(1)
  const answering = `require('node:http').createServer((_, response) => response.end('{}')).listen(0, function () { process.env.PORT = this.address().port; ${args[1]} })`
  expect(spawnSync(process.execPath, ['-e', answering]).status).toBe(0)
})

test('O5 a server is installed with what it asks for by name while it runs, and with nothing that it never imports; controls', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const files = ['server', 'protocol'].flatMap((top) =>
    readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`),
  )
  const sources = files.filter((file) => file.endsWith('.ts')).map((file) => readSource(file, read(file)))
  const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name
  // No build can put these into the server's own files.
  const asked = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:\.resolve|\(import\.meta\.url\))\('([^']+)'\)/g)].map(([, name = '']) => packageOf(name)),
  )
  const imported = sources.flatMap(({ imports }) => imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ to }) => packageOf(to)))
  const lacking = (installed: object) => asked.filter((name) => !Object.hasOwn(installed, name))
  const idle = (installed: object) => Object.keys(installed).filter((name) => ![...asked, ...imported].includes(name))
  expect(asked).toEqual(['mongodb'])
  expect([lacking(dependencies), idle(dependencies)]).toEqual([[], []])
  expect([lacking({}), idle({ ...dependencies, vite: '' })]).toEqual([['mongodb'], ['vite']])
})

/** The compose file with what it takes from the environment filled in, as `docker compose` does. */
const compose = (given: Readonly<Record<string, string>>): Json => {
  const fill = (text: string) => text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, other = '') => given[name] ?? other)
  const parsed: Json = parse(read('compose.yaml'), { merge: true })
  return JSON.parse(JSON.stringify(parsed), (_, value: unknown) => (typeof value === 'string' ? fill(value) : value))
}
const secret = 'a secret of more than thirty-two characters'
const given = { PUBLIC_URL: 'https://rolecall.example.org', TOKEN_SECRET: secret, PAYMENTS: 'off' }
const membersIn = (script: string) => [...(/\[([^\]]*)\]/.exec(script)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)

function composeFaults(doc: Json, nginx: string): string[] {
  const faults: string[] = []
  const must = (is: unknown, fault: string) => void (is || faults.push(fault))
  const services = Object.entries<Json>(doc.services)
  const named = (image: RegExp, that: (one: Json) => boolean = () => true) =>
    services.filter(([, one]) => image.test(one.image) && that(one)).map(([name]) => name)
  const [mongos, apps, proxies] = [named(/^mongo:8$/, (one) => one.command.includes('--replSet')), named(/^rolecall$/), named(/^nginx:/)]
  must([mongos.length, apps.length, proxies.length].join() === '3,2,1', 'it is not three, two and one')
  must(JSON.stringify(membersIn(read('deploy/replica-set.mongodb'))) === JSON.stringify(mongos), 'the replica set is of others')
  for (const [name, one] of services) {
    for (const other of Object.keys(one.depends_on ?? {})) must(doc.services[other], `${name} waits for ${other}, which is nobody`)
    for (const volume of one.volumes ?? []) {
      const [source] = volume.split(':')
      must(source.startsWith('.') ? existsSync(source) : source in doc.volumes, `${name} mounts ${source}, which isn't there`)
    }
    must(!one.ports || proxies.includes(name), `${name} can be reached from outside`)
    for (const network of one.networks) must(network in doc.networks, `${name} is on ${network}, which isn't there`)
  }
  must(doc.networks.store.internal === true && proxies.every((name) => !doc.services[name].networks.includes('store')), 'the store is open')
  for (const name of apps) {
    const { environment } = doc.services[name]
    const uri = new URL(environment.MONGODB_URI.replace(/^mongodb:\/\/[^/]*/, `http://${mongos[0]}`))
    must(
      environment.MONGODB_URI.includes(`//${mongos.join(',')}/`) && uri.searchParams.get('replicaSet') === 'rs0',
      `${name} has another store`,
    )
    must(nginx.includes(`server ${name}:3000 `), `the proxy doesn't know ${name}`)
  }
  must(/hash \$remote_addr consistent;/.test(nginx), 'a polling socket changes its process')
  must(
    /proxy_set_header Upgrade \$http_upgrade;[\s\S]*proxy_set_header Connection \$connection_upgrade;/.test(nginx),
    'no websocket gets through',
  )
  must(/proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;/.test(nginx), "the caller's address is lost")
  must(/location = \/api\/metrics \{ return 404; \}/.test(nginx), 'anybody may ask for the figures')
  return faults
}

test('O6 three members, two processes and a proxy fit together, and only the proxy is open', () => {
  expect(composeFaults(compose(given), read('deploy/nginx.conf'))).toEqual([])
})

test('O6 control: an open store, a process the proxy does not know, a lost address and a stray dependency are found', () => {
  const planted = (change: (doc: Json) => void, nginx = read('deploy/nginx.conf')) => {
    const doc = structuredClone(compose(given))
    change(doc)
    return composeFaults(doc, nginx)
  }
  expect(planted((doc) => (doc.services.mongo2.ports = ['27017:27017']))).toEqual(['mongo2 can be reached from outside'])
  expect(planted((doc) => (doc.networks.store = {}))).toEqual(['the store is open'])
  expect(planted((doc) => (doc.services.proxy.depends_on = { app3: {} }))).toEqual(['proxy waits for app3, which is nobody'])
  expect(planted(() => {}, read('deploy/nginx.conf').replace('server app2:3000', 'server app3:3000'))).toEqual([
    "the proxy doesn't know app2",
  ])
  expect(planted(() => {}, read('deploy/nginx.conf').replace('$proxy_add_x_forwarded_for', 'unknown'))).toEqual([
    "the caller's address is lost",
  ])
})

test('O6 the settings of its processes are ones the server takes, and without a secret there is none', () => {
  const { environment } = compose(given).services.app1
  const image = { NODE_ENV: 'production', PORT: '3000', DATA_DIR: '/data' }
  expect(readConfig({ ...image, ...environment })).toMatchObject({
    production: true,
    trustProxy: 1,
    publicUrl: given.PUBLIC_URL,
    tokenSecret: given.TOKEN_SECRET,
  })
  const known = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
  expect(read('compose.yaml')).toMatch(/TOKEN_SECRET: \$\{TOKEN_SECRET:\?/)
  expect(() => readConfig({ ...image, ...environment, TOKEN_SECRET: 'short' })).toThrow('TOKEN_SECRET')
})

const hasNginx = spawnSync('nginx', ['-v']).status === 0
test.skipIf(!hasNginx)('O6 nginx takes the proxy’s configuration; control: not with a typing error', () => {
  const folder = newFolder()
  const takes = (text: string) => {
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, text.replace(/app(\d):3000/g, '127.0.0.1:300$1').replaceAll('/tmp/nginx.pid', join(folder, 'pid')))
    return spawnSync('nginx', ['-t', '-q', '-c', file], { stdio: 'ignore' }).status === 0
  }
  expect([takes(read('deploy/nginx.conf')), takes(read('deploy/nginx.conf').replace('upstream app', 'upstreams app'))]).toEqual([
    true,
    false,
  ])
})
