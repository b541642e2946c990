// One of every command that writes, in an order in which each finds what it needs.
import { ada, type Call, type Command, email, type Made, mailed, post } from './command.ts'
import { eventCommands } from './commands-events.ts'
import { orgCommands } from './commands-orgs.ts'
import { ownerEmail } from './seed.ts'

const access: readonly Command[] = [
  {
    name: 'sign up',
    on: 'tokens',
    again: 'more',
    call: () => post('/auth/signup', { email, username: 'ada_one', password: 'a password of hers' }),
  },
  { name: 'ask for the letter again', on: 'tokens', again: 'more', call: () => post('/auth/resendVerificationEmail', { email }) },
  {
    name: 'prove the email',
    on: 'users',
    again: 'nothing',
    call: async (made) =>
      post('/auth/verify-email', { token: await mailed(made, email, /verify-email\S*token=([\w-]+)/), password: 'a password of hers' }),
  },
  { name: 'ask for a new password', on: 'tokens', again: 'more', call: () => post('/auth/request-password-reset', { email }) },
  {
    name: 'set a new password',
    on: 'users',
    again: 400,
    call: async (made) =>
      post('/auth/reset-password', { token: await mailed(made, email, /reset\S*token=([\w-]+)/), newPassword: 'another password' }),
  },
  { name: 'ask for a link', on: 'tokens', again: 'more', call: () => post('/token-access/request', { email }) },
  {
    name: 'begin the session of the link',
    on: 'tokens',
    again: 'nothing',
    call: async (made) => post('/token-access/open', { token: await mailed(made, email, /token\?token=([\w-]+)/) }),
  },
  {
    name: 'log in',
    on: 'tokens',
    again: 'more',
    call: () => post('/auth/login', { email, password: 'another password' }),
    keep: ({ token }) => ({ token }),
  },
  {
    name: 'choose when to be emailed',
    on: 'users',
    again: 'nothing',
    call: (made) => post('/user/update-news', { news: 'off' }, ada(made)),
  },
  { name: 'change the name', on: 'users', again: 'nothing', call: (made) => post('/user/update-name', { name: 'Ada' }, ada(made)) },
  {
    name: 'change the username',
    on: 'usernames',
    again: 'nothing',
    call: (made) => post('/user/update-username', { username: 'ada_two' }, ada(made)),
  },
  { name: 'log out everywhere else', on: 'users', again: 'more', call: (made) => post('/user/sessions/revoke-others', {}, ada(made)) },
]

const paid = (session = ''): Call => ({
  method: 'POST',
  path: `/sandbox/checkout/${session}`,
  body: 'do=pay',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
/** R47: a look at the session takes in what was paid, however late the provider's message is. */
async function lookAtSession(made: Made) {
  const asked = `/api/user/subscription/session?session_id=${made.ids.upgrade}`
  await fetch(made.url + asked, { headers: { ...ada(made) } })
}
/** R49: of a group whose owner has no plan. */
const upgrades: readonly Command[] = [
  {
    name: 'create a group to lift',
    on: 'groups',
    again: 'nothing',
    call: (made) => post('/group', {}, ada(made)),
    keep: ({ groupId }) => ({ lifted: groupId }),
  },
  {
    name: 'open a checkout for a group',
    on: 'checkouts',
    again: 'more',
    call: (made) => post('/payment/checkout', { groupId: made.ids.lifted, mode: 'subscription' }, ada(made)),
    keep: ({ sessionId }) => ({ upgrade: sessionId }),
  },
  { name: 'pay for the group', on: 'sandbox', again: 'nothing', call: ({ ids }) => paid(ids.upgrade) },
  {
    name: 'cancel the upgrade',
    on: 'sandbox',
    again: 'nothing',
    call: async (made) => {
      await lookAtSession(made)
      return post(`/payment/group/${made.ids.lifted}/cancel`, {}, ada(made))
    },
  },
  {
    name: 'keep the upgrade after all',
    on: 'sandbox',
    again: 409,
    call: (made) => post(`/payment/group/${made.ids.lifted}/reactivate`, {}, ada(made)),
  },
]

const plans: readonly Command[] = [
  { name: 'open a checkout', on: 'checkouts', again: 'more', call: (made) => post('/user/subscription', { plan: 'pro' }, ada(made)) },
  {
    name: 'open another one in its place',
    on: 'checkouts',
    nth: 2,
    again: 'nothing',
    call: (made) => post('/user/subscription', { plan: 'team' }, ada(made)),
    keep: ({ sessionId }) => ({ session: sessionId }),
  },
  {
    name: 'pay',
    on: 'sandbox',
    again: 'nothing',
    call: ({ ids }) => paid(ids.session),
  },
  { name: 'cancel the plan', on: 'sandbox', again: 'nothing', call: (made) => post('/user/subscription/cancel', {}, ada(made)) },
  { name: 'keep it after all', on: 'sandbox', again: 409, call: (made) => post('/user/subscription/reactivate', {}, ada(made)) },
  {
    name: 'change the plan',
    on: 'sandbox',
    again: 409,
    call: (made) => post('/user/subscription/change-plan', { plan: 'pro' }, ada(made)),
  },
]

const logOut: Command = { name: 'log out', on: 'tokens', again: 'nothing', call: (made) => post('/auth/logout', {}, ada(made)) }

/** R114: as the operator that ADMIN_EMAILS names, on the account of the owner of the seed. */
async function ofOwner(made: Made, path: string, body: object): Promise<Call> {
  const found = await fetch(`${made.url}/api/operator/people?find=${ownerEmail}`, { headers: { ...ada(made) } })
  const { people }: { people?: readonly { _id: string }[] } = JSON.parse(await found.text())
  return post(`/operator/people/${people?.[0]?._id}/${path}`, body, ada(made))
}
const operating: readonly Command[] = [
  { name: 'give a plan', on: 'operator_acts', again: 'nothing', call: (made) => ofOwner(made, 'plan', { plan: 'pro' }) },
  { name: 'suspend somebody', on: 'operator_acts', again: 'nothing', call: (made) => ofOwner(made, 'suspension', { isSuspended: true }) },
]

/** Every command, in order. */
export const commands: readonly Command[] = [...access, ...upgrades, ...plans, ...eventCommands, ...orgCommands, ...operating, logOut]
