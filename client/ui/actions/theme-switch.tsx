// System, light or dark.
import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Segmented } from '../fields/segmented.tsx'
import { chooseTheme, readTheme } from './theme.ts'

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const

/** The choice is kept in this browser. */
export function ThemeSwitch() {
  const [choice, setChoice] = useState(readTheme)
  return (
    <Segmented
      name="theme"
      label="Theme"
      hideLabel
      iconsOnly
      options={options}
      value={choice}
      onValue={(next) => {
        setChoice(next)
        chooseTheme(next)
      }}
    />
  )
}
