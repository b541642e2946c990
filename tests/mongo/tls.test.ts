// TLS and SRV addresses, as a hosted MongoDB gives them, on the stand-in: certificates that are checked in both directions, and names that lead to it.
// Not shown here: a user and a password, which the stand-in doesn't ask for.
import { spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { type Stored, StoreRefused } from '#server/kernel/store/store.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { newFolder } from '../kit/process/process.ts'

const member = 'm1.rolecall.test'
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Makes a certificate that vouches for itself, for some names. */
function certify(name: string, names: string) {
  const folder = newFolder()
  const [key, cert, both] = ['key', 'cert', 'both'].map((one) => join(folder, `${name}-${one}.pem`)) as [string, string, string]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`, '-days', '2']
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ])
  expect(made.status, made.stderr.toString()).toBe(0)
  spawnSync('sh', ['-c', `cat "${key}" "${cert}" > "${both}"`])
  return { key: readFileSync(key), cert: readFileSync(cert), certFile: cert, bothFile: both }
}

async function setUp({ asksClients = false, names = `IP:127.0.0.1,DNS:${member}`, host = '127.0.0.1' } = {}) {
  const [server, client] = [certify('server', names), certify('client', 'DNS:client')]
  const tls = { key: server.key, cert: server.cert, ...(asksClients && { requestCert: true, rejectUnauthorized: true, ca: client.cert }) }
  const mongod = await ownStandIn({ tls, host })
  const at = (options: string) => `mongodb://127.0.0.1:${mongod.port}/tls?replicaSet=rs0&${options}`
  return { mongod, server, client, at, trusting: `tls=true&tlsCAFile=${encodeURIComponent(server.certFile)}` }
}

const letter = { _id: 'a', rev: 1, to: 'x@y.zz', createdAt: 'now', state: 'sent', dueAt: 'now', expiresAt: 'later' } as Stored
/** Opens a store there, writes and reads. */
async function works(uri: string) {
  const store = await openMongo({ uri, collections })
  onTestFinished(() => store.close())
  const twin = { ...letter, _id: 'b' }
  await store.commit([letter, twin].map((put) => ({ collection: emails, put, expectedRev: 0 })))
  expect(await store.get(emails, 'b')).toEqual(twin)
  return store
}
const refused = (uri: string) => expect(openMongo({ uri, collections })).rejects.toBeInstanceOf(StoreRefused)

test.runIf(hasOpenssl)(
  'S9 (stand-in) over TLS the store works with a certificate that is trusted, and is refused without one',
  async () => {
    const { at, trusting } = await setUp()
    await works(at(trusting))
    await refused(at('tls=true'))
    await refused(at('tls=false'))
    const { certFile } = certify('stranger', 'DNS:stranger')
    await refused(at(`tls=true&tlsCAFile=${encodeURIComponent(certFile)}`))
  },
)

test.runIf(hasOpenssl)('S9 (stand-in) a certificate for another name is refused, and so is a server without TLS', async () => {
  const { at, trusting } = await setUp({ names: 'DNS:elsewhere.test' })
  await refused(at(trusting))
  const { uri } = await ownStandIn()
  await refused(`${uri}&tls=true`)
})

test.runIf(hasOpenssl)('S9 (stand-in) a server that asks for certificates lets in who has one', async () => {
  const { at, trusting, client } = await setUp({ asksClients: true })
  await works(at(`${trusting}&tlsCertificateKeyFile=${encodeURIComponent(client.bothFile)}`))
  await refused(at(trusting))
})

test.runIf(hasOpenssl)(
  'S17 (stand-in) an SRV address with a hosted database’s options leads to its members, over TLS, and again after a crash',
  async () => {
    const { mongod, server } = await setUp({ host: member })
    const records = [{ name: member, port: mongod.port, priority: 0, weight: 0 }]
    const { lookup } = dns
    const spies = [
      vi.spyOn(dns.promises, 'resolve').mockImplementation(async (name: string, type?: string) => {
        if (type === 'TXT') return [['replicaSet=rs0']]
        return name === '_mongodb._tcp.db.rolecall.test' ? records : []
      }),
      vi
        .spyOn(dns, 'lookup')
        .mockImplementation(((name: string, ...rest: unknown[]) =>
          Reflect.apply(lookup, dns, [name === member ? '127.0.0.1' : name, ...rest])) as typeof lookup),
    ]
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore()
    })
    const options = `retryWrites=true&w=majority&appName=Cluster0&tlsCAFile=${encodeURIComponent(server.certFile)}`
    const store = await works(`mongodb+srv://db.rolecall.test/hosted?${options}`)
    expect(store.scratch.databaseName).toBe('hosted')
    await mongod.pause('crash')
    await mongod.resume()
    await expect.poll(() => store.get(emails, 'a').catch(() => undefined)).toEqual(letter)
  },
)
