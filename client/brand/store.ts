// The brands on screen, by whose they are. Replies and broadcasts all come in here.
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { type BrandEdit, type BrandPage, brandApi } from '#protocol/people/brand/brand.ts'

/** An organization's id; null for one's own. */
export type BrandOwner = string | null
const own = 'own'
const ownerKey = (orgId: BrandOwner) => orgId ?? own

interface Brands {
  readonly pages: Readonly<Record<string, BrandPage>>
}
export const useBrands = create<Brands>(() => ({ pages: {} }))

const revOf = (page: BrandPage | undefined) => page?.brand?.rev ?? 0

/** The only way in: an older revision never overwrites a newer one, and of the same one the latest word on the plan counts. */
export function putBrandPage(page: BrandPage, isNews = true) {
  const key = ownerKey(page.orgId)
  useBrands.setState(({ pages }) => (isNews || revOf(page) >= revOf(pages[key]) ? { pages: { ...pages, [key]: page } } : {}))
}

const whose = (orgId: BrandOwner) => (orgId === null ? {} : { orgId })

export async function loadBrand(orgId: BrandOwner) {
  const page = await call(brandApi.read, whose(orgId))
  putBrandPage(page)
  return page
}

/** Gives the act by which it can be taken back. */
export async function saveBrand(orgId: BrandOwner, edit: Omit<BrandEdit, 'orgId'>) {
  const { act, ...page } = await call(brandApi.save, { ...whose(orgId), ...edit })
  putBrandPage(page)
  return act
}

type Send = typeof call
/** R214: gives the act by which it can be taken back. */
export async function setLogo(orgId: BrandOwner, bytes: Uint8Array<ArrayBuffer>, send: Send = call) {
  const { act, ...page } = await send(brandApi.setLogo, { ...whose(orgId), bytes })
  putBrandPage(page)
  return act
}

export async function removeLogo(orgId: BrandOwner) {
  const { act, ...page } = await call(brandApi.removeLogo, whose(orgId))
  putBrandPage(page)
  return act
}

export async function undoBrand(orgId: BrandOwner, act: string) {
  putBrandPage(await call(brandApi.undo, { ...whose(orgId), act }))
}

export const useBrandPage = (orgId: BrandOwner) => useBrands(({ pages }) => pages[ownerKey(orgId)])

receive('ownBrand', ({ _id: _, rev: __, ...page }) => putBrandPage(page, page.brand === null))

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token) useBrands.setState({ pages: {} })
})
