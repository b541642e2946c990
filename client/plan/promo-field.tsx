// "Have a promo code?": a toggle that opens a field.
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'

interface PromoFieldProps {
  value: string
  onValue: (code: string) => void
  error: string | undefined
}

/** What was typed stays typed when it is closed, but counts only while it is in sight. */
export function PromoField({ value, onValue, error }: PromoFieldProps) {
  const [typed, setTyped] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // The button that was pressed may be far below the field.
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  const toggle = () => {
    onValue(isOpen ? '' : typed)
    setOpen(!isOpen)
  }
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col items-center gap-3">
      <Button variant="ghost" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        Have a promo code?
      </Button>
      <div id={id} className="w-full" hidden={!isOpen}>
        <Field label="Promo code" error={error} hint="It is checked before you pay.">
          <TextInput
            ref={input}
            value={typed}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={({ target }) => {
              setTyped(target.value)
              onValue(target.value)
            }}
          />
        </Field>
      </div>
    </div>
  )
}
