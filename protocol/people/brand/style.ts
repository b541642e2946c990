// R216: a brand as the custom properties that pages of guests are drawn with (client/style.css), in light, in dark and on paper.
import { brandCover, coverShades, type ToneSet, tonesOf } from './tones.ts'

/** A button that is pointed at goes away from its words. */
const hovered = ({ button, onButton }: ToneSet) => `color-mix(in srgb,${button} 86%,${onButton === '#ffffff' ? '#000' : '#fff'})`

/** Gives the rules for a cover in the brand's color. */
export function coverStyleOf(accent: string): string {
  const cover = { light: brandCover(accent, 'light'), dark: brandCover(accent, 'dark') }
  const shades = coverShades.map((shade) => `--cover-${shade}:light-dark(${cover.light[shade]},${cover.dark[shade]})`)
  return `[data-cover=brand]{${shades.join(';')}}`
}

/** Gives the rules for all that stands in `scope`; there is nothing in them but colors. */
export function styleOf(accent: string, scope = ':root'): string {
  const { light, dark, print } = tonesOf(accent)
  const both = (of: (tones: ToneSet) => string) => `light-dark(${of(light)},${of(dark)})`
  const screen = [
    `--color-action:${both(({ button }) => button)}`,
    `--color-action-hover:${both(hovered)}`,
    `--color-on-action:${both(({ onButton }) => onButton)}`,
    `--color-accent:${both(({ text }) => text)}`,
    `--color-accent-hover:${both(({ text }) => text)}`,
    `--color-accent-soft:${both(({ surface }) => surface)}`,
    `--color-on-accent:${both(({ surface }) => surface)}`,
    `--color-focus:${both(({ border }) => border)}`,
  ]
  const paper = `--color-action:${print.button};--color-on-action:${print.onButton};--color-accent:${print.text};--color-focus:${print.border}`
  return `${scope}{${screen.join(';')}}${coverStyleOf(accent)}@media print{${scope}{${paper}}}`
}
