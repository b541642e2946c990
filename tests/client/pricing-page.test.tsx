// The pricing page and what leads to it: prices, limits, and the plan somebody came for.
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LandingPage } from '#client/home/landing-page.tsx'
import { CallFailed } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { upgradeLinkFor } from '#client/lib/upgrade-link.tsx'
import { PricingPage } from '#client/plan/pricing-page.tsx'
import { roleLimitReached } from '#client/role/role-rules.ts'
import { ada } from './access-fixtures.ts'
import { heading, serve, show, text } from './page-kit.tsx'

const cards = () => screen.queryAllByRole('article')
const nameOf = (card: HTMLElement) => within(card).getByRole('heading', { level: 3 }).textContent
const card = (name: string) => cards().find((one) => nameOf(one) === name) ?? document.body
const wordsOf = (name: string) => card(name).textContent ?? ''
const links = (name: string) =>
  within(card(name))
    .queryAllByRole('link')
    .map((one) => [one.textContent, one.getAttribute('href')])
const row = (head: string) => {
  const found = screen.getByRole('rowheader', { name: (name) => name.startsWith(head) }).closest('tr') ?? document.body
  return within(found)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}
const highlighted = () => cards().flatMap((one) => (one.className.includes('ring-ink') ? nameOf(one) : []))

beforeEach(() => {
  useSession.setState({ token: null, organizerToken: null, user: null, checking: false })
  serve(() => undefined)
})

describe('the plans', () => {
  it('are shown with title, price and limits', async () => {
    await show(<PricingPage />)
    expect(heading(1)).toBe('Choose Your Plan')
    const shown = {
      Free: ['$0', 'forever', '2 active events (2 per month)', '3 roles per event', 'Unlimited invitees'],
      Pro: ['$12.99', '/month', '30 active events', '10 roles per event'],
      Team: ['$39.99', '/month', '60 active events', '30 roles per event', 'Ask for Trial'],
      Enterprise: ['Coming Soon', 'Contact us', '100+ active events', '50 roles per event'],
    }
    for (const [name, parts] of Object.entries(shown)) expect(parts.filter((part) => !wordsOf(name).includes(part))).toEqual([])
  })

  it('R75 lead to what one can do: start free, subscribe, ask for a trial, write', async () => {
    document.documentElement.dataset.supportEmail = 'help@rolecall.test'
    await show(<PricingPage />)
    expect(links('Free')).toEqual([['Start Your Free Event', '/create']])
    expect(links('Pro')).toEqual([])
    expect(links('Team')).toEqual([['Ask for Trial', 'mailto:help@rolecall.test?subject=Trial%20of%20the%20Team%20plan']])
    expect(links('Enterprise')[0]?.[1]).toMatch(/^mailto:/)
    expect(
      cards()
        .filter((one) => within(one).queryByRole('button'))
        .map(nameOf),
    ).toEqual(['Pro', 'Team'])
  })

  it('are compared feature by feature, all plans in sight on a phone too', async () => {
    await show(<PricingPage />)
    expect(row('Price')).toEqual(['$0 forever', '$12.99/month', '$39.99/month', 'Coming Soon'])
    expect(row('Active events')).toEqual(['2', '30', '60', '100+'])
    expect(row('New events per month')).toEqual(['2', 'Unlimited', 'Unlimited', 'Unlimited'])
    expect(row('Roles per event')).toEqual(['3', '10', '30', '50'])
    expect(row('Role assignment')).toEqual(['Not included', 'Not included', 'Included', 'Included'])
    expect(row('Multi-group events')).toEqual(['Not included', 'Included', 'Included', 'Included']) // R140
    expect(row('Audit logs')).toEqual(['Included', 'Included', 'Included', 'Included']) // R105
    expect(document.body.textContent).not.toContain('Coming soon')
    expect(document.querySelector('table')?.className).toContain('max-sm:block')
  })

  it.each([
    ['/pricing?plan=team', ['Team']],
    ['/pricing?plan=pro', ['Pro']],
    ['/pricing?plan=nonsense', []],
    ['/pricing', []],
  ])('%s highlights %j', async (path, names) => {
    await show(<PricingPage />, path)
    expect(highlighted()).toEqual(names)
  })

  it('say which one is whose', async () => {
    useSession.setState({ token: 't', user: { ...ada, tier: 'pro' } })
    await show(<PricingPage />)
    expect(cards().filter((one) => one.textContent?.includes('Your plan'))).toEqual([card('Pro')])
  })
})

describe('the landing page', () => {
  it('has both buttons and the teaser', async () => {
    await show(<LandingPage />)
    const found = [...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])
    expect(found).toContainEqual(['Start Your Free Event', '/create'])
    expect(found).toContainEqual(['View Plans & Pricing', '/pricing'])
    for (const part of ['$0 forever', '$12.99 /month', '$39.99 /month']) expect(text()).toContain(part)
  })
})

describe('R74 where nothing is sold', () => {
  afterEach(() => document.documentElement.removeAttribute('data-payments'))

  it('the page says just that, and shows no price', async () => {
    document.documentElement.dataset.payments = 'off'
    await show(<PricingPage />)
    expect(text()).toContain('Plans can’t be bought on this site.')
    expect(text()).not.toMatch(/\$|Subscribe/)
  })

  it('no sentence advises to upgrade, and no link offers it; control: where plans are sold both are there', () => {
    const sentence = 'Your plan allows 2 active events. Upgrade your plan for more.'
    const refused = () => new CallFailed(403, { error: sentence, code: 'active-events-reached' }).message
    expect([refused(), roleLimitReached(3)]).toEqual([sentence, 'Role limit reached (3 roles allowed). Upgrade your plan for more roles.'])
    expect(upgradeLinkFor(sentence)).not.toBeNull()
    document.documentElement.dataset.payments = 'off'
    expect([refused(), roleLimitReached(3)]).toEqual(['Your plan allows 2 active events.', 'Role limit reached (3 roles allowed).'])
    expect(upgradeLinkFor(refused())).toBeNull()
  })
})
