// The calls of brands: endpoint, guard, action. R30: a magic link opens none.
import { brandApi } from '#protocol/people/brand/brand.ts'
import { account, on } from '#server/people/http/route.ts'
import { removeLogo, saveBrand, setLogo, undoBrand } from './actions.ts'
import { readBrand } from './queries.ts'

export const brandRoutes = [
  on(brandApi.read, account, readBrand),
  on(brandApi.save, account, saveBrand, { limit: 'edit' }),
  on(brandApi.setLogo, account, setLogo, { limit: 'edit' }),
  on(brandApi.removeLogo, account, removeLogo, { limit: 'edit' }),
  on(brandApi.undo, account, undoBrand, { limit: 'edit' }),
]
