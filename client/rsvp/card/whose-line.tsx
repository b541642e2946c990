// One line, the same for one group and for several: the name on an answer, and the way for who shares its address (R239).
import { useState } from 'react'
import { NotYou } from '#client/rsvp/proof/not-you.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'

const once = 'One email address answers once. Anyone else answers with their own email, through the same invitation.'

interface WhoseLineProps {
  whose: string
  isOpen: boolean
  /** Leads to where they are added as a companion; null where nobody can be brought. */
  bring: (() => void) | null
  /** Somebody else goes on. */
  onGone?: () => (() => void) | null
}

export function WhoseLine({ whose, isOpen, bring, onGone }: WhoseLineProps) {
  const [isTold, setTold] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-6">
          <Text size={13} tone="muted" className="wrap-anywhere">
            {`This is ${whose}’s answer.`}
          </Text>
          {isOpen && <NotYou name={whose} onGone={onGone} />}
        </div>
        {isOpen && (
          <Button
            variant="ghost"
            size="sm"
            className="-mx-2"
            aria-expanded={bring ? undefined : isTold}
            onClick={bring ?? (() => setTold(!isTold))}
          >
            Answer for someone else too
          </Button>
        )}
      </div>
      <div role="status">{isTold && <Text size={13}>{once}</Text>}</div>
    </div>
  )
}
