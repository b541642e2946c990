// Copies a text, and says so for two seconds.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from '../feedback/announcer.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { copyText } from './copy-text.ts'

/** How long "Copied" stays. */
export const copiedForMs = 2000

export interface CopyButtonProps extends Omit<ButtonProps, 'children' | 'onClick' | 'busyLabel' | 'icon'> {
  text: string
  label?: string
  /** Called when the browser refuses. */
  onRefused?: () => void
}

/** Its width holds both words. */
export function CopyButton({ text, label = 'Copy', onRefused, ...rest }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (!(await copyText(text))) return onRefused?.()
    setCopied(true)
    announce('Copied')
  }
  return (
    <Button
      {...rest}
      aria-label={isCopied ? undefined : rest['aria-label']}
      onClick={copy}
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    >
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={isCopied ? 'invisible' : ''}>{label}</span>
        <span className={isCopied ? '' : 'invisible'}>Copied</span>
      </span>
    </Button>
  )
}
