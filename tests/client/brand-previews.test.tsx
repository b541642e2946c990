// What guests will see of a brand, as it is typed: invitation, email, the picture of a link, and the poster.
import { expect, test } from 'vitest'
import { type Previewed, Previews } from '#client/brand/previews.tsx'
import { sheets } from '#client/lib/event/poster.tsx'
import { show } from './page-kit.tsx'

const brand: Previewed = { name: 'Harbor Choir', accent: '#e8a020', replyName: '', hideMadeWith: false, logo: null }
const poster = () => document.querySelector<HTMLElement>('article[aria-label=Poster]')

test('R212 the poster is the very sheet that is printed, with the name as it is typed, and one’s logo in its place', async () => {
  await show(<Previews {...brand} />)
  expect(poster()?.textContent).toMatch(/^Harbor Choir.*Summer concert.*Old harbor.*Organized by Harbor Choir$/)
  expect(poster()?.style.aspectRatio).toContain(String(sheets.a4.shape))
  expect(poster()?.querySelector('[data-cover=brand]')).not.toBeNull()
  await show(<Previews {...brand} name="  " />)
  expect(poster()?.textContent).toMatch(/^Your name/)
  const logo = { url: '/brand/a.png', largeUrl: '/brand/b.png', width: 120, height: 40 }
  await show(<Previews {...brand} logo={logo} />)
  expect(poster()?.querySelector('img')?.getAttribute('src')).toBe('/brand/b.png')
})

test('R213 its cover is in the tones of the color as it is typed', async () => {
  await show(<Previews {...brand} />)
  const styles = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join()
  const before = styles()
  expect(before).toContain('[data-cover=brand]')
  await show(<Previews {...brand} accent="#0000ff" />)
  expect(styles()).not.toBe(before)
})
