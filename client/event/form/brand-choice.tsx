// The brand that an event may use, beside the eight themes: it comes late, since few have one.
import { useEffect } from 'react'
import { loadBrand, useBrandPage } from '#client/brand/store.ts'
import { firstAccent } from '#protocol/people/brand/brand.ts'
import { styleOf } from '#protocol/people/brand/style.ts'

/** R212: whose brand the event may use: an organization's id, null for one's own. */
export type BrandOwner = string | null

export interface BrandChoiceProps {
  readonly brandOf: BrandOwner
  /** One that is chosen already stays to be seen. */
  readonly isChosen: boolean
  /** Told its name where there is one that guests would see; undefined where there is none. */
  readonly onName: (name: string | undefined) => void
}

/** Reads the brand and colors what wears it. */
export function BrandChoice({ brandOf, isChosen, onName }: BrandChoiceProps) {
  const brand = useBrandPage(brandOf)?.brand ?? null
  const isOffered = brand?.isShown || isChosen
  const name = isOffered ? (brand?.name ?? '') : undefined
  useEffect(() => {
    loadBrand(brandOf).catch(() => {}) // then the eight themes are there
  }, [brandOf])
  useEffect(() => onName(name), [name, onName])
  return isOffered ? <style>{styleOf(brand?.accent ?? firstAccent, '.brand-cover')}</style> : null
}
