// Puts what the server said no with where it belongs: beside the fields it names, else above the form.
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallFailed, errorText } from '#client/lib/call.ts'

/** Sets one error per named field and moves the focus to the first, or sets the form's own error; `fallback` where the server has no word. */
export function sayRefusal<T extends FieldValues>({ setError, getValues }: UseFormReturn<T>, error: unknown, fallback: string) {
  const messages = error instanceof CallFailed ? error.fields : {}
  const fields = Object.keys(getValues()).filter((name) => messages[name]) as Path<T>[]
  for (const [place, name] of fields.entries()) setError(name, { message: messages[name] }, { shouldFocus: place === 0 })
  if (fields.length === 0) setError('root', { message: errorText(error, fallback) })
}
