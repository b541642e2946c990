// What the keys open, loaded when one of them is first pressed.
import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { CommandMenu } from './command-menu.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import type { OpenDialog } from './use-shortcuts.ts'

export function Commands({ opened, onOpened }: { opened: OpenDialog; onOpened: (next: OpenDialog) => void }) {
  const [, navigate] = useLocation()
  const close = useCallback(() => onOpened(null), [onOpened])
  const go = (href: string) => {
    close()
    navigate(href)
  }
  return (
    <>
      {opened === 'commands' && <CommandMenu onClose={close} onGo={go} onKeys={() => onOpened('keys')} />}
      {opened === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}
