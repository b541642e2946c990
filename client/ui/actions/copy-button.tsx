// Copies a text, and says so for two seconds.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../feedback/announcer.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** How long "Copied" stays. */
export const copiedForMs = 2000

export interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'busyLabel' | 'icon'> {
  text: string
  label?: string
  copiedLabel?: string
  /** Called when the browser refuses (no permission, no secure page). */
  onRefused?: () => void
}

/** Draws the button; its width holds both words. */
export function CopyButton({ text, label = 'Copy', copiedLabel = 'Copied', onRefused, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(copiedLabel)
    } catch {
      onRefused?.()
    }
  }
  return (
    <Button {...rest} onClick={copy} icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}>
      <span className="grid">
        <span className={`col-start-1 row-start-1 ${isCopied ? 'invisible' : ''}`}>{label}</span>
        <span className={`col-start-1 row-start-1 ${isCopied ? '' : 'invisible'}`}>{copiedLabel}</span>
      </span>
    </Button>
  )
}
