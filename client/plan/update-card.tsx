// The way to the provider's own page, where one gives another card (P8).
import { CreditCard } from 'lucide-react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button, type ButtonProps } from '#client/ui/actions/button.tsx'

/** `open` leads to the page. */
export function UpdateCard({ variant, size, open: openPage }: Pick<ButtonProps, 'variant' | 'size'> & { open: () => Promise<void> }) {
  const { run, isBusy } = useAction(() => toasted(openPage))
  return (
    <Button variant={variant} size={size} busy={isBusy} icon={<CreditCard aria-hidden="true" />} onClick={() => void run()}>
      Update Payment Method
    </Button>
  )
}
