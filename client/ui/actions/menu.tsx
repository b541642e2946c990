// A dropdown of things to do or places to go. Its list comes once the page rests, or when it is opened; until then its button stands there alone.
import { cloneElement, createElement, useRef, useState } from 'react'
import { toastNotLoaded } from '../feedback/not-loaded.tsx'
import { type LatePart, latePart, useLatePart } from '../late.ts'
import type { MenuOpening, MenuProps, MenuTrigger } from './menu-list.tsx'

export const menuList = latePart(async () => (await import('./menu-list.tsx')).MenuList)

interface LateMenuProps<Props> {
  trigger: MenuTrigger
  /** Draws the button again, with its list. */
  part: LatePart<Props & MenuOpening>
  props: Props
}

/** A menu whose items come late as well, as they are many or need much. */
export function LateMenu<Props extends object>({ trigger, part, props }: LateMenuProps<Props>) {
  const [isOpened, setOpened] = useState(false)
  const hasFocus = useRef(false)
  const list = useLatePart(part, isOpened, () => {
    toastNotLoaded()
    setOpened(false)
  })
  if (list) return createElement(list, { ...props, trigger, isOpened, hasFocus: hasFocus.current })
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isOpened || undefined,
    // Down already, as the menu itself has it: the button may be another by the time that the finger leaves it.
    onPointerDown: (press) => {
      if (press.button !== 0 || press.ctrlKey) return
      press.preventDefault()
      setOpened(true)
    },
    onClick: () => setOpened(true),
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  })
}

/** Arrow keys and first letters move in it. */
export const Menu = ({ trigger, ...props }: MenuProps) => <LateMenu trigger={trigger} part={menuList} props={props} />
