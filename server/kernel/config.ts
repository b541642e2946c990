// The only reader of the environment. Refuses to start on a bad value and says which one (R65).
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { isEmail, normalEmail, urlOf } from '#protocol/kernel/texts.ts'

/** The sentence names the variable and what it may be. */
export class ConfigRefused extends Error {
  override name = 'ConfigRefused'
}

const port = z.coerce
  .number('must be a port, 0 to 65535')
  .int('must be a port, 0 to 65535')
  .min(0, 'must be a port, 0 to 65535')
  .max(65_535, 'must be a port, 0 to 65535')
/** Links are made by appending to it. */
const isBare = (address: string) => urlOf(address) !== undefined && /^https?:\/\/[^@?#]+$/.test(address)
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine(isBare, 'must be an address without a user, a query or a fragment')

/** R254: pages, files and cookies are at the root. */
const isRoot = (address: string) => /^\/*$/.test(urlOf(address)?.pathname ?? '?')

function isWebhookKey(text: string): boolean {
  try {
    return (
      createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyDetails?.namedCurve === 'prime256v1'
    )
  } catch {
    return false
  }
}

/** R114: the addresses, written as accounts keep theirs. */
const addressesOf = (text = '') =>
  text
    .split(',')
    .map(normalEmail)
    .filter((one) => one !== '')

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1, 'must be an address to listen on').optional(),
  PUBLIC_URL: webUrl.refine(isRoot, 'must be an address without a path: Rolecall needs a host name of its own').optional(),
  DATA_DIR: z.string().min(1, 'must be a folder').default('./data'),
  MONGODB_URI: z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/[^/?#]+(\/[^?#]*)?(\?[^#]*)?$/,
      'must be an address like mongodb://host1,host2,host3/rolecall?replicaSet=rs0',
    )
    .optional(),
  TOKEN_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => new Set(secret).size >= 10, 'must be random: openssl rand -hex 32 makes one')
    .optional(),
  TOKEN_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  SENDGRID_API_KEY: z.string().startsWith('SG.', 'must start with SG.').optional(),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .refine(isWebhookKey, 'must be the verification key that SendGrid shows for the event webhook')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@host:465' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n@]*@[^\r\n]+$/, 'must be an email address, or a name with one')
    .default('Rolecall <rolecall@localhost>'),
  SUPPORT_EMAIL: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an email address')
    .optional(),
  ADMIN_EMAILS: z
    .string()
    .refine((text) => addressesOf(text).length > 0 && addressesOf(text).every(isEmail), 'must be email addresses, with commas between them')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,}$/, 'must start with whsec_')
    .optional(),
  STRIPE_API_BASE: webUrl.optional(),
  PAYMENTS: z.enum(['off', 'sandbox'], 'must be off or sandbox, or absent with STRIPE_SECRET_KEY').optional(),
  DEV_OUTBOX: z.enum(['public'], 'must be public, or absent').optional(),
  TRUST_PROXY: z.coerce
    .number('must be the number of proxies in front')
    .int()
    .min(0)
    .max(10, 'must be the number of proxies in front')
    .default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w~+/.=-]{16,500}$/, 'must have 16 or more letters, digits or _~+/.=-')
    .optional(),
  RETENTION_DAYS: z.coerce
    .number('must be a number of days, 1 to 3650')
    .int('must be a number of days, 1 to 3650')
    .min(1, 'must be a number of days, 1 to 3650')
    .max(3650, 'must be a number of days, 1 to 3650')
    .default(90),
  BACKUP_DIR: z.string().min(1, 'must be a folder').optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a time like 30m, 24h or 7d')
    .default('24h'),
  BACKUP_KEEP: z.coerce
    .number('must be a number of backups, 1 to 1000')
    .int('must be a number of backups, 1 to 1000')
    .min(1, 'must be a number of backups, 1 to 1000')
    .max(1_000, 'must be a number of backups, 1 to 1000')
    .default(14),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino').optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
})

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string | undefined
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** Absent: the embedded store. */
  readonly mongodbUri: string | undefined
  readonly tokenSecret: string | undefined
  /** R80: verifies links that were signed before the secret was changed. */
  readonly previousSecret: string | undefined
  readonly sendgridKey: string | undefined
  /** R102: the public key that delivery events are signed with; without it none are taken. */
  readonly sendgridWebhookKey: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** R75: where help, trials and Enterprise are asked for. */
  readonly supportEmail: string
  /** R114: whose people run this installation; empty for nobody. */
  readonly adminEmails: readonly string[]
  /** R74: who takes the payments: nobody, the built-in sandbox (R52), or Stripe. */
  readonly payments: 'off' | 'sandbox' | 'stripe'
  /** R121: who may open `/dev/*` and the outbox. */
  readonly devPages: 'nobody' | 'this-machine' | 'everyone'
  /** Present where Stripe takes the payments. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string; readonly apiBase: string | undefined } | undefined
  readonly trustProxy: number
  /** O2: the token that opens the figures; without one only this machine may read them. */
  readonly metricsToken: string | undefined
  /** R96: how long after the end of an event its guests are known by name. */
  readonly retentionDays: number
  /** R112: where backups are made by themselves, how often and how many stay; absent where they aren't. */
  readonly backups: { readonly folder: string; readonly everyMs: number; readonly keep: number } | undefined
  /** Absent: info, or warn where a person reads along in a terminal. */
  readonly logLevel: string | undefined
  readonly rateLimits: boolean
}

type Environment = z.infer<typeof Environment>

/** R52: all of Stripe's settings, or none. */
function stripeOf(read: Environment, production: boolean): Config['stripe'] {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishable,
    STRIPE_API_BASE: apiBase,
  } = read
  if (!secretKey) {
    const stray = Object.entries(read).find(([name, value]) => name.startsWith('STRIPE_') && value !== undefined)
    if (stray) throw new ConfigRefused(`${stray[0]} must not be set without STRIPE_SECRET_KEY.`)
    return undefined
  }
  if (!webhookSecret) {
    throw new ConfigRefused('STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY: without it anybody could send payment events.')
  }
  if (publishable && /_live_/.test(publishable) !== /_live_/.test(secretKey)) {
    throw new ConfigRefused('STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY, test or live.')
  }
  if (apiBase && production) throw new ConfigRefused('STRIPE_API_BASE must not be set in production: it is for tests.')
  return { secretKey, webhookSecret, apiBase }
}

/** The address in 'Name <address>'. */
const addressOf = (sender: string) => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim()

/** R74: in production the sandbox, or no payments at all, must be chosen explicitly. */
function paymentsOf({ PAYMENTS: wanted, STRIPE_SECRET_KEY: key }: Environment, production: boolean): Config['payments'] {
  if (key && wanted) throw new ConfigRefused(`PAYMENTS must not be set with STRIPE_SECRET_KEY: Stripe takes the payments then.`)
  if (!key && !wanted && production) {
    throw new ConfigRefused(
      'PAYMENTS must be off or sandbox in production without STRIPE_SECRET_KEY: sell no plans, or give them away as a demonstration.',
    )
  }
  return key ? 'stripe' : (wanted ?? 'sandbox')
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
function backupsOf({ BACKUP_DIR: folder, BACKUP_EVERY: every, BACKUP_KEEP: keep }: Environment): Config['backups'] {
  return folder === undefined ? undefined : { folder, everyMs: Number.parseInt(every, 10) * (unitMs[every.slice(-1)] ?? 0), keep }
}

const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/
/** R121: emails hold codes and links, so they are shown only in development, to this machine, or to everyone if DEV_OUTBOX says so. */
function devPagesOf({ PUBLIC_URL: url, DEV_OUTBOX: wanted }: Environment, production: boolean): Config['devPages'] {
  if (production || (url && !localHost.test(new URL(url).hostname))) return 'nobody'
  return wanted === 'public' ? 'everyone' : 'this-machine'
}

/** Refuses settings that are each allowed, but not together, or not in production. */
function checkSafe(read: Environment, production: boolean) {
  if (production && read.RATE_LIMITS === 'off') throw new ConfigRefused('RATE_LIMITS must not be off in production.')
  if (production && !read.PUBLIC_URL) throw new ConfigRefused('PUBLIC_URL must be set in production: every emailed link starts with it.')
  if (production && read.MONGODB_URI && !read.TOKEN_SECRET) {
    throw new ConfigRefused('TOKEN_SECRET must be set in production with MONGODB_URI: every server process needs the same one.')
  }
  if (read.SENDGRID_API_KEY && read.SMTP_URL) throw new ConfigRefused('SENDGRID_API_KEY and SMTP_URL must not both be set.')
}

/** Reads `env`; an empty value counts as absent. Throws ConfigRefused. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigRefused(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const read = parsed.data
  const production = read.NODE_ENV === 'production'
  checkSafe(read, production)
  return {
    production,
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    dataDir: read.DATA_DIR,
    mongodbUri: read.MONGODB_URI,
    tokenSecret: read.TOKEN_SECRET,
    previousSecret: read.TOKEN_SECRET_PREVIOUS,
    sendgridKey: read.SENDGRID_API_KEY,
    sendgridWebhookKey: read.SENDGRID_WEBHOOK_KEY,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    supportEmail: read.SUPPORT_EMAIL ?? addressOf(read.MAIL_FROM),
    adminEmails: addressesOf(read.ADMIN_EMAILS),
    stripe: stripeOf(read, production),
    payments: paymentsOf(read, production),
    devPages: devPagesOf(read, production),
    trustProxy: read.TRUST_PROXY,
    metricsToken: read.METRICS_TOKEN,
    retentionDays: read.RETENTION_DAYS,
    backups: backupsOf(read),
    logLevel: read.LOG_LEVEL,
    rateLimits: read.RATE_LIMITS === 'on',
  }
}
