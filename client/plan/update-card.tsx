// The way to the provider's own page, where one gives another card (P8).
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { Button, type ButtonProps } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'

/** Draws the button; `open` leads to the page. */
export function UpdateCard({ variant, size, open: openPage }: Pick<ButtonProps, 'variant' | 'size'> & { open: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      await openPage()
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Button variant={variant} size={size} busy={isBusy} icon={<CreditCard aria-hidden="true" />} onClick={open}>
      Update Payment Method
    </Button>
  )
}
