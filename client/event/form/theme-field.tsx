// R85: the cover of an event, chosen from eight themes, or one's brand, while one looks at it.
import { createElement, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { Swatch } from '#client/ui/fields/swatch.tsx'
import { latePart, useLatePart } from '#client/ui/late.ts'
import { Cover } from '#client/ui/seats/cover.tsx'
import { themeLabel, themeNames, themes } from '#protocol/seats/theme/theme.ts'
import type { BrandChoiceProps, BrandOwner } from './brand-choice.tsx'
import type { EventFields } from './event-fields.ts'

/** What the preview shows of a hall that begins to fill. */
const preview = { seats: 60, taken: 24, mine: 1 }

/** R212: whose brand the event may use; undefined for who has none. */
export type BrandOf = BrandOwner | undefined

const brandChoice = latePart<BrandChoiceProps>(async () => (await import('./brand-choice.tsx')).BrandChoice)

export function ThemeField({ control, seed, brandOf }: { control: Control<EventFields>; seed: string; brandOf: BrandOf }) {
  const { field } = useController({ control, name: 'theme' })
  const isChosen = field.value === 'brand'
  const [brand, setBrand] = useState<string>()
  const choice = useLatePart(brandChoice, isChosen && brandOf !== undefined, () => {})
  const label = field.value === 'brand' ? `Your brand${brand ? `, ${brand}` : ''}` : themes[field.value].label
  return (
    <FieldGroup label="Cover" hint={`${label}. Its seats fill up as people answer.`}>
      {choice && brandOf !== undefined && createElement(choice, { brandOf, isChosen, onName: setBrand })}
      <Cover theme={field.value} seed={seed} {...preview} />
      <div className="mt-3 grid w-fit grid-cols-5 gap-1 sm:grid-cols-9">
        {[...(brand !== undefined || isChosen ? (['brand'] as const) : []), ...themeNames].map((name) => (
          <Swatch
            key={name}
            name={field.name}
            value={name}
            theme={name}
            label={themeLabel(name)}
            checked={name === field.value}
            onValue={() => field.onChange(name)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
