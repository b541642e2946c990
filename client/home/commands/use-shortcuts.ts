// Keys for those who have an account or a link: single letters, which can be switched off, and Ctrl or Cmd with K.
import { useEffect } from 'react'
import { useLocation } from 'wouter'

export type OpenDialog = 'commands' | 'keys' | null

const storageKey = 'singleKeys'
/** Whether single letters do something: people who speak to their computer may need them silent (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
export function keepSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Storage is closed (private mode): they stay as they are.
  }
}

const typedInto = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'
const withOwnKeys = '[role="dialog"], [role="alertdialog"], [role="menu"]'
/** Whether what is typed goes into a field, or into a dialog or menu that has keys of its own. */
const isTaken = (target: EventTarget | null) => target instanceof Element && target.closest(`${typedInto}, ${withOwnKeys}`) !== null

/** Listens as long as it is mounted. */
export function useShortcuts(open: (what: OpenDialog) => void) {
  const [, navigate] = useLocation()
  useEffect(() => {
    const find = () => {
      const field = document.querySelector<HTMLElement>('[data-shortcut="search"]')
      if (field) field.focus()
      else open('commands')
    }
    const single: Readonly<Record<string, () => void>> = { c: () => navigate('/create'), '/': find, '?': () => open('keys') }
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      if (event.defaultPrevented || repeat || altKey) return
      const isCommands = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      const act = isCommands ? () => open('commands') : single[key]
      if (!act || (!isCommands && (ctrlKey || metaKey || isTaken(event.target) || !hasSingleKeys()))) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate, open])
}
