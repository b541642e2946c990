// A description: whole when it is short; of a long one the first lines, so that what changes stays in reach.
import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'

const longFrom = 500

/** Draws the text, or `children` in its place: the same text with links in it. */
export function LongText({ text, children = text }: { text: string; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > longFrom || text.split('\n').length > 8
  return (
    <div className="flex max-w-[70ch] flex-col items-start gap-1">
      <p dir="auto" className={`w-full whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-6' : ''}`}>
        {children}
      </p>
      {isLong && (
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="-ml-3.5">
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
