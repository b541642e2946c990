// A description: whole when it is short; of a long one the first lines, so that what changes stays in reach.
import { useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'

const longFrom = 500

export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > longFrom || text.split('\n').length > 8
  return (
    <div className="flex max-w-[70ch] flex-col items-start gap-1">
      <p className={`w-full whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-6' : ''}`}>{text}</p>
      {isLong && (
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="-ml-3.5">
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
