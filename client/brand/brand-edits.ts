// What the form of a brand holds, and mine and theirs brought together where two edit it (R107).
import { type Choices, type Comparison, isConflict, settled, type Versions } from '#client/lib/conflict/conflict.ts'
import type { Saving } from '#client/lib/conflict/save.ts'
import { type BrandPage, firstAccent } from '#protocol/people/brand/brand.ts'
import { type BrandOwner, loadBrand, saveBrand } from './store.ts'

export interface BrandEdits {
  name: string
  accent: string
  replyName: string
  hideMadeWith: boolean
}
const fields = ['name', 'accent', 'replyName', 'hideMadeWith'] as const
type BrandField = (typeof fields)[number]

const labels: Readonly<Record<BrandField, string>> = {
  name: 'Name',
  accent: 'Color',
  replyName: 'Sender of emails',
  hideMadeWith: '“Made with Rolecall”',
}

export const editsOf = ({ brand }: BrandPage): BrandEdits => ({
  name: brand?.name ?? '',
  accent: brand?.accent ?? firstAccent,
  replyName: brand?.replyName ?? '',
  hideMadeWith: brand?.hideMadeWith ?? false,
})

const asSent = (edits: BrandEdits): BrandEdits => ({ ...edits, name: edits.name.trim(), replyName: edits.replyName.trim() })
const valueText = (value: string | boolean) => (typeof value === 'boolean' ? (value ? 'Hidden' : 'Shown') : value || 'Empty')

/** Mine and theirs over what both started from, field by field. */
export function compareBrands({ base, mine, theirs }: Versions<BrandEdits>): Comparison<BrandEdits> {
  const of = (field: BrandField) => ({ base: base[field], mine: asSent(mine)[field], theirs: theirs[field] })
  const conflicts = fields
    .filter((field) => isConflict<unknown>(of(field)))
    .map((field) => ({ key: field, label: labels[field], mine: valueText(of(field).mine), theirs: valueText(of(field).theirs) }))
  const settle = (choices: Choices) => {
    // Every field is named, each with a value of its own type.
    const all: unknown = Object.fromEntries(fields.map((field) => [field, settled<unknown>(of(field), choices[field])]))
    return all as BrandEdits
  }
  return { conflicts, settle }
}

export const brandSaving = (orgId: BrandOwner): Saving<BrandPage, BrandEdits> => ({
  isChanged: ({ opened, edits }) => opened.brand === null || fields.some((field) => asSent(edits)[field] !== editsOf(opened)[field]),
  send: ({ opened, edits }) => saveBrand(orgId, { ...asSent(edits), rev: opened.brand?.rev ?? 0 }),
  current: () => loadBrand(orgId),
  compare: ({ opened, edits }, current) => compareBrands({ base: editsOf(opened), mine: edits, theirs: editsOf(current) }),
})
