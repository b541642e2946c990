// R213: what is made of the color, on light, on dark and on paper, as it is shown before one saves it.
import { Text } from '#client/ui/layout/heading.tsx'
import { type Ground, grounds, type ToneSet, tonesOf } from '#protocol/people/brand/tones.ts'

const names: Readonly<Record<Ground, string>> = { light: 'Light', dark: 'Dark', print: 'Paper' }

const Panel = ({ name, tones: { surface, text, button, onButton, border } }: { name: string; tones: ToneSet }) => (
  <li
    className="flex min-w-0 flex-col items-start gap-2.5 rounded border p-3.5 forced-color-adjust-none"
    style={{ background: surface, borderColor: border }}
  >
    <span className="text-13 font-medium" style={{ color: text }}>
      {name}
    </span>
    <span className="rounded-sm px-3 py-1.5 text-13 font-medium" style={{ background: button, color: onButton }}>
      Button
    </span>
    <span className="text-13 underline" style={{ color: text }}>
      A link
    </span>
  </li>
)

export function TonesShown({ accent }: { accent: string }) {
  const tones = tonesOf(accent)
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Your color where guests see it" className="grid grid-cols-3 gap-2.5">
        {grounds.map((ground) => (
          <Panel key={ground} name={names[ground]} tones={tones[ground]} />
        ))}
      </ul>
      <Text size={13} tone="muted">
        Any color will do. Where it couldn’t be read, it is made darker or lighter.
      </Text>
    </div>
  )
}
