// The theme a person chose (system, light or dark): kept in localStorage, set on <html> before the first paint.
export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'theme'
const isChoice = (value: unknown): value is ThemeChoice => value === 'system' || value === 'light' || value === 'dark'

/** Reads the kept choice; 'system' when there is none or storage is closed. */
export function readTheme(): ThemeChoice {
  try {
    const kept = localStorage.getItem(storageKey)
    return isChoice(kept) ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Sets the theme on <html>: call it first in main.tsx, with nothing to apply the kept choice. */
export function applyTheme(choice: ThemeChoice = readTheme()) {
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
}

/** Keeps a choice and applies it at once. */
export function chooseTheme(choice: ThemeChoice) {
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Storage is closed (private mode): the choice lasts for this page only.
  }
  applyTheme(choice)
}
