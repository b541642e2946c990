// Plans in the sandbox, as somebody with a browser buys them: subscribe, change, cancel, reactivate, a promo code, a group's upgrade; two windows follow.
import { expect, test } from 'vitest'
import { button, heading } from './acts.ts'
import { gone, openStage, type Person, seen, soonMs } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

const pay = async ({ page }: Person, what: string, price: string) => {
  await seen(page.getByText('Test mode'))
  await seen(page.getByText(what))
  await seen(page.getByText(price, { exact: true }))
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

test('R48 R52 somebody subscribes in the sandbox, and their other window follows', async () => {
  const olivia = await host()
  const buyer = await stage.newPerson({ token: olivia.token })
  const { page } = buyer
  await buyer.open('/profile')
  await seen(heading(page, 'Plan & Billing'))
  await seen(page.getByText('Cancel anytime • 30% off for early adopters with referrals'))
  await buyer.shoot('50-profile-free')
  const other = await buyer.openAnother('/profile')
  await seen(other.getByText('Free Plan'))

  await page.getByRole('link', { name: 'View Plans' }).click()
  await seen(heading(page, 'Choose Your Plan'))
  await buyer.shoot('51-pricing')
  await button(page, 'Subscribe to Pro').click()
  await seen(page.getByText('Test mode'))
  await buyer.shoot('52-sandbox')
  await button(page, 'Have the card declined').click()
  await seen(page.getByText('The test card was declined. Nothing was charged.'))
  await pay(buyer, 'Pro plan', '$12.99/month')
  await seen(heading(page, 'Welcome to Pro!').or(page.getByText('Welcome to Pro!')))
  await seen(page.getByText('Your subscription is now active. You can create up to 30 groups with enhanced features.'))
  await buyer.shoot('53-success')
  await seen(other.getByText('Pro Plan'), soonMs)
  await seen(heading(other, 'Subscription Details'), soonMs)

  await page.getByRole('link', { name: 'View Profile' }).click()
  await seen(page.getByText('Next Billing Date'))
  await buyer.shoot('54-profile-pro')
  await button(page, 'Change Plan').click()
  await seen(page.getByText('Team ($39.99/month)'))
  await buyer.shoot('55-change-plan')
  await button(page, 'Switch to Team').click()
  await seen(page.getByText('Team Plan'))
  await seen(page.getByText('Team, $39.99/month'))
  await seen(other.getByText('Team Plan'), soonMs)

  await button(page, 'Cancel Subscription').click()
  await seen(page.getByText('Access Expires'))
  await seen(page.getByText('Cancelled', { exact: true }))
  await buyer.shoot('56-cancelled')
  await seen(button(other, 'Reactivate Subscription'), soonMs)
  await button(other, 'Reactivate Subscription').click()
  await seen(page.getByText('Next Billing Date'), soonMs)
  await seen(button(page, 'Cancel Subscription'))
})

test('R50 a promo code is checked before anybody leaves, and lowers the price', async () => {
  const olivia = await host()
  const buyer = await stage.newPerson({ token: olivia.token, width: 390, height: 844 })
  const { page } = buyer
  await buyer.open('/pricing?plan=team')
  await button(page, 'Have a promo code?').click()
  await page.getByLabel('Promo code').fill('nonsense')
  buyer.expects(/status of 400/)
  await button(page, 'Subscribe to Team').click()
  await seen(page.getByText('This promo code is not valid or has expired.'))
  await buyer.shoot('57-promo-wrong')
  await page.getByLabel('Promo code').fill('early30')
  await button(page, 'Subscribe to Team').click()
  await pay(buyer, 'Team plan', '$27.99/month')
  await seen(page.getByText('Welcome to Team!'))
  await seen(page.getByText('Your subscription is now active. You can create up to 300 groups with team collaboration.'))
})

test('P3 a visitor who subscribes is sent to the login and comes back; a session that is none is said to be so', async () => {
  const visitor = await stage.newPerson()
  const { page } = visitor
  await visitor.open('/pricing')
  await gone(button(page, 'Have a promo code?'))
  await button(page, 'Subscribe to Pro').click()
  await page.waitForURL('**/login?from=**')
  expect(new URL(page.url()).searchParams.get('from')).toBe('/pricing?plan=pro')
  const olivia = await host()
  const buyer = await stage.newPerson({ token: olivia.token })
  await buyer.open('/subscription/success')
  await seen(buyer.page.getByText('No session ID found'))
  buyer.expects(/status of 404/)
  await buyer.open('/subscription/success?session_id=cs_test_unknown')
  await seen(buyer.page.getByText('This payment session was not found.'))
  await seen(buyer.page.getByRole('link', { name: 'Go to Profile' }))
  await buyer.shoot('58-success-failed')
})

test('R49 a group is upgraded once and for good', async () => {
  const olivia = await host()
  const roles = ['Speaker', 'Host', 'Guest'].map((name) => ({ name, max: 2 }))
  const { groupId } = await event(olivia, roles)
  const buyer = await stage.newPerson({ token: olivia.token })
  const { page } = buyer
  await buyer.open(`/payment?groupId=${groupId}`)
  await seen(heading(page, 'Upgrade Group'))
  expect(await page.getByRole('radio', { name: /One-Time \(\$4\.99\)/ }).isChecked()).toBe(true)
  await seen(page.getByText('Subscription ($9.99/month)'))
  await buyer.shoot('59-upgrade-group')
  await button(page, 'Proceed to Checkout').click()
  await pay(buyer, 'Group upgrade, One-Time', '$4.99')
  await seen(page.getByText('Your group is upgraded!'))
  await page.getByRole('link', { name: 'Go to the group' }).click()
  await seen(heading(page, /Summer school/))
})
