// The way to the provider's own page, where one gives another card or address (P8, R253).
import { CreditCard } from 'lucide-react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button, type ButtonProps } from '#client/ui/actions/button.tsx'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  label?: string
  /** Leads to the page. */
  open: () => Promise<void>
}

export function UpdateCard({ variant, size, label = 'Update Payment Method', open: openPage }: Props) {
  const { run, isBusy } = useAction(() => toasted(openPage))
  return (
    <Button variant={variant} size={size} busy={isBusy} icon={<CreditCard aria-hidden="true" />} onClick={() => void run()}>
      {label}
    </Button>
  )
}
