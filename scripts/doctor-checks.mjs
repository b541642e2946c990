// What the doctor looks at. Each check answers its state (ok, warn or FAIL) and a sentence; where something is wrong, with what to do.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ask, fail, figuresOf, noFigures, ok, timeoutMs, warn, why } from './doctor-ask.mjs'
import { payments } from './doctor-payments.mjs'

const dayMs = 86_400_000

const isHttps = (url) => url.startsWith('https:')
const isHere = (url) => /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(new URL(url).hostname)

async function reach({ url }) {
  const answer = await ask(`${url}/api/health`)
  if (answer.status === 200 && (await answer.json().catch(() => ({}))).status === 'ok') return ok(`${url} answers.`)
  if (answer.status === 0)
    return fail(`${url} can't be reached (${answer.why}). Does the server run, and do name, port and firewall lead to it?`)
  return fail(`${url}/api/health answers ${answer.status}, and not as Rolecall does. Does the proxy pass everything on to the server?`)
}

/** The certificate that the other side shows, and whether it is trusted. */
const certificateOf = (url) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const servername = /^[\d.]+$|:/.test(hostname) ? {} : { servername: hostname }
    const socket = connectTls({ host: hostname, port: Number(port) || 443, rejectUnauthorized: false, ...servername }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      resolve({ end: Date.parse(end), problem: socket.authorized ? undefined : String(socket.authorizationError) })
      socket.end()
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })

async function tls({ url }) {
  if (!isHttps(url)) {
    if (isHere(url)) return warn('There is no TLS. That will do on this machine, and nowhere else.')
    return fail(`${url} is not https: what is typed can be read on the way. Put a proxy with a certificate in front (docs/deploy.md).`)
  }
  const { end, problem } = await certificateOf(url)
  const days = Math.floor((end - Date.now()) / dayMs)
  if (days < 0) return fail('The certificate has ended. Have the proxy get a new one.')
  if (problem) return fail(`The certificate is not trusted (${problem}). Have the proxy get one from a known authority, with its chain.`)
  const words = `The certificate ends in ${days} days.`
  if (days < 3) return fail(`${words} Its renewal has failed: look into the log of the proxy.`)
  return days < 14 ? warn(`${words} Does the proxy renew it?`) : ok(words)
}

/** The status with which a websocket is answered: 101 if it is opened. */
const upgradeOf = (url) =>
  new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      host,
      origin: url,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'cm9sZWNhbGwgZG9jdG9yIQ==',
    }
    const request = (isHttps(url) ? requestHttps : requestHttp)(`${url}/socket.io/?EIO=4&transport=websocket`, {
      headers,
      timeout: timeoutMs,
    })
    request.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    request.once('response', ({ statusCode }) => {
      request.destroy()
      resolve(statusCode)
    })
    request.once('timeout', () => request.destroy(new Error('no answer')))
    request.once('error', reject)
    request.end()
  })

async function websocket({ url }) {
  const status = await upgradeOf(url).catch((error) => why(error))
  if (status === 101) return ok('Websockets pass.')
  return fail(`A websocket is answered ${status}. Have the proxy pass the headers Upgrade and Connection on for /socket.io/ (deploy/).`)
}

const polling = '/socket.io/?EIO=4&transport=polling'
const refused = ({ status, why: said }) => new Error(String(status || said))

/** Holds a conversation by polling, each of its requests over a connection of its own as browsers may send them, with the cookies that a proxy sets. */
async function converse(url) {
  const opened = await ask(`${url}${polling}`, { connection: 'close' })
  const sid = opened.status === 200 ? /"sid":"([^"]+)"/.exec(await opened.text())?.[1] : undefined
  if (!sid) throw refused(opened)
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { connection: 'close', ...(cookie && { cookie }) }
  for (const body of ['40', undefined, '41']) {
    const answer = await ask(`${url}${polling}&sid=${sid}`, headers, body)
    if (answer.status !== 200) throw refused(answer)
    await answer.text()
  }
}

const conversations = 4
async function longPolling({ url }) {
  for (let nth = 0; nth < conversations; nth++) {
    const problem = await converse(url).then(() => undefined, why)
    if (problem === undefined) continue
    const remedy = 'With several processes, have the proxy keep an address at its process (deploy/).'
    return fail(`Polling, which is live where websockets are blocked, is answered ${problem}. ${remedy}`)
  }
  return ok('Polling passes, and stays at its process.')
}

async function cookies({ url }) {
  const answer = await ask(`${url}/api/health/cookie`)
  const [cookie = ''] = answer.headers?.getSetCookie() ?? []
  if (!cookie) return fail(`No cookie came (${answer.status || answer.why}). Does the proxy pass Set-Cookie on?`)
  const wanted = ['HttpOnly', 'SameSite=Lax', ...(isHttps(url) ? ['Secure'] : [])]
  const missing = wanted.filter((flag) => !cookie.toLowerCase().includes(`; ${flag.toLowerCase()}`))
  if (missing.length === 0) return ok(`Cookies are ${wanted.join(', ')}.`)
  const remedy = missing.includes('Secure') ? 'Set PUBLIC_URL to the https address.' : 'Does the proxy change Set-Cookie?'
  return fail(`Cookies lack ${missing.join(', ')}. ${remedy}`)
}

const wantedHeaders = {
  'content-security-policy': /frame-ancestors 'none'/,
  'strict-transport-security': /max-age=\d{7,}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
}
async function headers({ url }) {
  const answer = await ask(`${url}/`)
  if (!answer.headers) return fail(`No page came (${answer.why}).`)
  const missing = Object.keys(wantedHeaders).filter((name) => !wantedHeaders[name].test(answer.headers.get(name) ?? ''))
  if (missing.length === 0) return ok('The security headers are all there.')
  return fail(`Missing or changed: ${missing.join(', ')}. Rolecall sends them; have the proxy leave them as they are.`)
}

async function outbox({ url }) {
  const { status } = await ask(`${url}/api/dev/outbox`)
  if (status !== 200) return ok('Nobody reads emails at /dev/outbox.')
  const words = '/dev/outbox shows every email, codes and links too.'
  return isHere(url) ? warn(`${words} That will do on this machine alone.`) : fail(`${words} Set NODE_ENV=production.`)
}

async function clock({ url }) {
  const before = Date.now()
  const answer = await ask(`${url}/api/health`)
  const answeredAt = Date.parse(answer.headers?.get('date') ?? '')
  if (Number.isNaN(answeredAt)) return fail('The answer says no date. Does the proxy take the header Date away?')
  // The header Date has whole seconds.
  const seconds = Math.round((answeredAt + 500 - (before + Date.now()) / 2) / 1_000)
  const words = `The server's clock differs from this one by ${Math.abs(seconds)} s.`
  if (Math.abs(seconds) > 60) return fail(`${words} Codes and links end at the wrong time: switch on NTP (timedatectl set-ntp true).`)
  return Math.abs(seconds) > 5 ? warn(`${words} Is NTP switched on for both?`) : ok(words)
}

async function store(setting) {
  const { direct } = setting
  const answer = await ask(`${direct}/api/ready`)
  if (answer.status === 200) {
    const { rolecall_store_frees_locks: frees } = await figuresOf(setting)
    const words = 'The store takes writes.'
    if (frees !== 0) return ok(words)
    return warn(
      `${words} But killSessions is not allowed there: what a killed process has locked stays so for up to 60 s. Is it a small hosted cluster?`,
    )
  }
  if (answer.status === 503)
    return fail('The store takes no writes. Is the disk full, or the database away? The log of the server says more.')
  return warn(
    `The server itself was not found at ${direct} (${answer.status || answer.why}). Run this on its machine, or tell where it is with --direct.`,
  )
}

const unitMs = { m: 60_000, h: 3_600_000, d: dayMs }
const everyMs = ({ BACKUP_EVERY: every = '24h' }) => Number.parseInt(every, 10) * (unitMs[every.slice(-1)] ?? dayMs)
const ageText = (ms) => (ms < 2 * unitMs.h ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / unitMs.h)} hours`)

async function backup(setting) {
  const figures = await figuresOf(setting)
  if ('refused' in figures) return warn(noFigures(figures.refused))
  const age = figures.rolecall_backup_age_seconds * 1_000
  if (figures.rolecall_backup_failed === 1) return fail('The latest backup failed. /admin and the log say why.')
  if (!figures.rolecall_backup_age_seconds) {
    return setting.env.MONGODB_URI
      ? warn('No backup was made here. Are there others, of the database?')
      : warn('No backup was made yet. Set BACKUP_DIR, and they are made by themselves.')
  }
  const words = `The last backup is ${ageText(age)} old.`
  return age > 2 * everyMs(setting.env) ? fail(`${words} Backups have stopped: is BACKUP_DIR still set, and can it be written?`) : ok(words)
}

async function zones(setting) {
  const figures = await figuresOf(setting)
  if ('refused' in figures) return warn(noFigures(figures.refused))
  const [, release, node] = Object.keys(figures)
    .map((name) => /^rolecall_zone_data\{release="(\w*)",node="(\w*)"\}$/.exec(name))
    .find(Boolean)
  if (figures.rolecall_zone_doubts > 0)
    return warn(
      'The browser of somebody who set a start shows another time there than this server: /admin says in which zone. Is there a newer release, or a newer Node?',
    )
  if (node >= release) return ok(`The data of time zones is that of ${node}.`)
  return warn(
    `Node's data of time zones is that of ${node || 'no known version'}. Pages, emails and reminders go by that of ${release}, which comes with Rolecall; a zone that is newer than Node is not known. A newer Node mends that.`,
  )
}

/** Says hello to a mail server as our deliveries do, and good-bye; rejects with what it answered instead. */
const greet = (smtpUrl) =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(smtpUrl)
    const isTls = protocol === 'smtps:'
    const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isTls ? 465 : 587) }
    const socket = isTls ? connectTls({ ...place, servername: place.host }) : connectPlain(place)
    const steps = [
      [220, 'EHLO localhost\r\n'],
      [250, 'QUIT\r\n'],
    ]
    let heard = ''
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('it hung up')))
    socket.on('data', (part) => {
      heard += part
      const last = /^(\d{3}) .*\r?\n$/m.exec(heard)
      if (!last) return
      const [code, next] = steps.shift() ?? []
      if (Number(last[1]) !== code) return void socket.destroy(new Error(last[0].trim()))
      heard = ''
      socket.write(next)
      if (steps.length === 0) resolve(`${place.host}:${place.port}`)
    })
  })

async function mail(setting) {
  const { SMTP_URL: smtp, SENDGRID_API_KEY: sendgrid } = setting.env
  if (!smtp && !sendgrid) return warn('Emails reach nobody: set SMTP_URL or SENDGRID_API_KEY.')
  if (smtp) {
    const place = await greet(smtp).catch((error) => ({ problem: why(error) }))
    if (place.problem)
      return fail(`The mail server of SMTP_URL does not greet us (${place.problem}). Do host and port lead to it, through the firewall?`)
  }
  const figures = await figuresOf(setting)
  if ('refused' in figures) return smtp ? ok('The mail server greets us.') : warn(noFigures(figures.refused))
  const count = (outcome) => figures[`rolecall_emails_total{outcome="${outcome}"}`] ?? 0
  const bad = count('failed') + count('retry')
  if (bad > count('sent'))
    return fail(`Since the start ${bad} deliveries of emails failed and ${count('sent')} succeeded. /admin says why.`)
  return ok(`${smtp ? 'The mail server greets us. ' : ''}Since the start ${count('sent')} emails went out, and ${bad} deliveries failed.`)
}

/** S11: what a proxy says of callers counts, so nobody else may be able to say it. */
async function callers({ env: { TRUST_PROXY: hops = '0', HOST: host = '' } }) {
  if (hops === '0') return ok('Callers are counted by the address that they call from.')
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host))
    return ok('Callers are counted by the address that the proxy tells, and only it can call.')
  return warn(
    `TRUST_PROXY is ${hops} and HOST isn't this machine alone: whoever reaches the server past the proxy chooses the address that limits count. Set HOST=127.0.0.1, or let a firewall or a network of containers keep others away.`,
  )
}

/** In the order in which they are made; later ones mean little where the first fails. */
export const checks = {
  reach,
  tls,
  websocket,
  polling: longPolling,
  cookies,
  headers,
  callers,
  outbox,
  clock,
  zones,
  store,
  mail,
  payments,
  backup,
}
