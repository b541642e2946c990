// The environment: what is read of it, and that a bad value stops the start with its name.
import { expect, test } from 'vitest'
import { ConfigRefused, readConfig } from '#server/kernel/config.ts'

const secret = '0123456789abcdef'.repeat(2)

test('R65 the defaults need nothing at all', () => {
  expect(readConfig({})).toEqual({
    production: false,
    port: 3e3,
    host: undefined,
    publicUrl: undefined,
    dataDir: './data',
    tokenSecret: undefined,
    sendgridKey: undefined,
    smtpUrl: undefined,
    mailFrom: 'Rolecall <rolecall@localhost>',
    supportEmail: 'rolecall@localhost',
    adminEmails: [],
    stripe: undefined,
    payments: 'sandbox',
    devPages: 'this-machine',
    trustProxy: 0,
    retentionDays: 90,
    logLevel: undefined,
    rateLimits: true,
  })
})

test('R75 help is asked for at SUPPORT_EMAIL, else at the address that emails come from', () => {
  const asked = (env: object) => readConfig({ ...env }).supportEmail
  expect(asked({ SUPPORT_EMAIL: 'help@rolecall.test', MAIL_FROM: 'hello@rolecall.test' })).toBe('help@rolecall.test')
  expect(asked({ MAIL_FROM: 'Rolecall <hello@rolecall.test>' })).toBe('hello@rolecall.test')
  expect(asked({ MAIL_FROM: 'hello@rolecall.test' })).toBe('hello@rolecall.test')
})

test('R114 the operators are email addresses with commas between them, as accounts are kept by them; anything else is refused', () => {
  const read = (ADMIN_EMAILS: string) => readConfig({ ADMIN_EMAILS }).adminEmails
  expect(read(' Ada@People.test ,bob@people.test,')).toEqual(['ada@people.test', 'bob@people.test'])
  expect(read('')).toEqual([])
  for (const wrong of ['ada', 'ada@people.test bob@people.test', 'ada@people.test;bob@people.test', ',', '*@people.test,x'])
    expect(() => read(wrong), wrong).toThrow('ADMIN_EMAILS must be email addresses, with commas between them.')
})

test.each([
  'https://example.org/rolecall',
  'https://example.org/a/b/',
  'http://localhost:3000/x',
  'https://example.org//x',
  'https://example.org/%20',
])('R254 a PUBLIC_URL with a path, %s, is refused by name; control: a slash at its end is none', (url) => {
  for (const NODE_ENV of ['production', 'development']) {
    const start = () => readConfig({ NODE_ENV, PAYMENTS: 'off', PUBLIC_URL: url })
    expect(start).toThrow('PUBLIC_URL must be an address without a path: Rolecall needs a host name of its own.')
  }
  expect(readConfig({ PUBLIC_URL: `${new URL(url).origin}/` }).publicUrl).toBe(new URL(url).origin)
})

test('R65 reads what is set; an empty value counts as absent', () => {
  const env = {
    PORT: '8080',
    PUBLIC_URL: 'https://rsvp.example/',
    TRUST_PROXY: '2',
    RATE_LIMITS: 'off',
    TOKEN_SECRET: secret,
    SMTP_URL: ' ',
  }
  const read = { port: 8080, publicUrl: 'https://rsvp.example', trustProxy: 2, rateLimits: false, tokenSecret: secret, smtpUrl: undefined }
  expect(readConfig(env)).toMatchObject(read)
})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'rsvp.example'],
  ['PUBLIC_URL', 'ftp://rsvp.example'],
  ['TOKEN_SECRET', 'short'],
  ['TOKEN_SECRET_PREVIOUS', 'short'],
  ['TOKEN_SECRET', 'a'.repeat(64)],
  ['TOKEN_SECRET', 'changeme'.repeat(5)],
  ['SENDGRID_API_KEY', 'key'],
  ['SENDGRID_WEBHOOK_KEY', 'no key'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'nobody'],
  ['SUPPORT_EMAIL', 'Help <help@rolecall.test>'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['MAIL_FROM', 'a@b.co\nBcc: x@y.zz'],
  ['STRIPE_SECRET_KEY', 'pk_test_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_x'],
  ['STRIPE_PUBLISHABLE_KEY', 'pk_test_x'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_12345678'],
  ['STRIPE_API_BASE', 'stripe.test'],
  ['TRUST_PROXY', '-1'],
  ['RETENTION_DAYS', '0'],
  ['RETENTION_DAYS', 'a while'],
  ['BACKUP_EVERY', 'daily'],
  ['BACKUP_EVERY', '0h'],
  ['BACKUP_KEEP', '0'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMITS', 'maybe'],
  ['NODE_ENV', 'staging'],
])('R65 %s=%j stops the start and is named', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigRefused)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `))
})

test('R65 production wants a public address and limits; and two ways of mailing are one too many', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example', PAYMENTS: 'off' }
  expect(readConfig(production).production).toBe(true)
  expect(() => readConfig({ ...production, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS must not be off in production.')
  expect(() => readConfig({ ...production, PUBLIC_URL: '' })).toThrow('PUBLIC_URL must be set in production')
  expect(() => readConfig({ SENDGRID_API_KEY: 'SG.x', SMTP_URL: 'smtp://mail' })).toThrow(
    'SENDGRID_API_KEY and SMTP_URL must not both be set.',
  )
})

test('R65, R52 Stripe is configured whole or not at all: a key without a webhook secret stops the start', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_12345678', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  expect(readConfig(keys).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_12345678', apiBase: undefined })
  for (const empty of ['', ' ']) {
    expect(() => readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: empty })).toThrow('STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY')
  }
  expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow('must be of the same mode')
  const production = { ...keys, NODE_ENV: 'production', PUBLIC_URL: 'https://rsvp.example' }
  expect(() => readConfig({ ...production, STRIPE_API_BASE: 'http://localhost:1' })).toThrow(
    'STRIPE_API_BASE must not be set in production',
  )
  expect(readConfig(production).stripe?.secretKey).toBe('sk_test_1')
})
