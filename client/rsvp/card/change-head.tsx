// Stands over the form of somebody who has answered: what it is, and the way back (R123).
import { Button } from '#client/ui/actions/button.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { closeChange } from './open-change.ts'

export const ChangeHead = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-6">
    <Heading level={2} size={20} id="change" tabIndex={-1} className="scroll-mt-4 focus:outline-none">
      Your answer
    </Heading>
    <Button size="sm" onClick={closeChange}>
      Keep it as it is
    </Button>
  </div>
)
