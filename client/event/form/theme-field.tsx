// R85: the cover of an event, chosen from eight themes while one looks at it.
import { type Control, useController } from 'react-hook-form'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { Swatch } from '#client/ui/fields/swatch.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import { themeNames, themes } from '#protocol/theme.ts'
import type { EventFields } from './event-fields.ts'

/** What the preview shows of a hall that begins to fill. */
const preview = { seats: 60, taken: 24, mine: 1 }

/** Draws the preview and the themes under it. */
export function ThemeField({ control, seed }: { control: Control<EventFields>; seed: string }) {
  const { field } = useController({ control, name: 'theme' })
  return (
    <FieldGroup label="Cover" hint={`${themes[field.value].label}. The seats fill as people answer.`}>
      <Cover theme={field.value} seed={seed} {...preview} />
      <div className="mt-3 grid w-fit grid-cols-4 gap-1 sm:grid-cols-8">
        {themeNames.map((name) => (
          <Swatch
            key={name}
            name={field.name}
            value={name}
            theme={name}
            label={themes[name].label}
            checked={name === field.value}
            onValue={() => field.onChange(name)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
