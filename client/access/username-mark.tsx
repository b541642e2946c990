// Inside a username's box: whether the name is being checked, or free.
import { Check } from 'lucide-react'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { VisuallyHidden } from '#client/ui/layout/visually-hidden.tsx'
import type { UsernameCheck } from './use-username-check.ts'

/** The mark says only that a username is free; what is wrong with it stands under the box. */
export const UsernameMark = ({ check }: { check: UsernameCheck }) => (
  <span role="status" className="mr-2.5 flex items-center gap-1.5">
    {check.state === 'loading' && (
      <>
        <Spinner />
        <VisuallyHidden>Checking username</VisuallyHidden>
      </>
    )}
    {check.state === 'available' && (
      <span className="flex items-center gap-1.5 text-success">
        <Check aria-hidden="true" className="size-4" />
        <VisuallyHidden>{check.sentence}</VisuallyHidden>
        <span aria-hidden="true">Available</span>
      </span>
    )}
  </span>
)
