// R237: what stands behind a link is out of the address bar before any page reads its token there.
import { expect, test } from 'vitest'
import { forgetLinkToken, linkToken, takeLinkToken } from '#client/access/links/link-token.ts'
import { mendAddress } from '#client/home/own-address.ts'
import { forgetToken, takeFragment, takeToken } from '#client/lib/link-token.ts'
import { guestToken, takeGuestToken } from '#client/rsvp/guest-link.ts'
import { pagePaths } from '#protocol/kernel/pages.ts'
import { marks } from '../kit/hostile/marks.ts'

const token = 'eyJh.eyJz.x-_Q_'
/** Opens an address as the product starts, and gives what its page reads of it. */
function opened(address: string) {
  window.happyDOM.setURL(`http://localhost:3000${address}`)
  forgetLinkToken()
  mendAddress()
  forgetToken(location.pathname)
  const whole = `${location.pathname}${location.search}${location.hash}`
  takeLinkToken()
  takeGuestToken()
  return { whole, tokens: [linkToken(), guestToken(), takeToken(), takeFragment()].filter(Boolean) }
}

test('R237a every page has the path and the token of its link, whatever stands behind it', () => {
  const paths = pagePaths.filter((path) => path !== '/dashboard').map((path) => path.replace(/:\w+/g, '0123456789abcdef01234567'))
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths)
    for (const address of [path, `${path}?token=${token}`, `${path}?eventId=0f&guest=${token}`, `${path}#${token}`]) {
      const plain = opened(address)
      for (const mark of marks) expect(opened(address + mark)).toEqual(plain)
    }
  expect(opened(`/unsubscribe?token=${token}).`).tokens).toContain(token)
})

test('R237a what somebody looks for on a dashboard stays as it was typed', () => {
  expect(opened('/dashboard?search=Dr.').whole).toBe('/dashboard?search=Dr.')
})
