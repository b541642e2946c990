// A sentence as the server or a form says it; the reference of a fault is set apart, and one press copies it for support.
import { type ReactNode, useState } from 'react'
import { copyText } from '../actions/copy-text.ts'
import { announce } from './announcer.tsx'
import { splitReference } from './reference.ts'

export function Reference({ children }: { children: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(children))) return
    setCopied(true)
    announce('Reference copied')
  }
  return (
    <button
      type="button"
      title="Copy the reference"
      onClick={copy}
      className="hit pointer-events-auto cursor-copy rounded-xs text-left text-13 wrap-anywhere underline decoration-dotted underline-offset-3 select-text"
    >
      Reference: <span className="font-mono">{children}</span>
      {isCopied && ' (copied)'}
    </button>
  )
}

export function Sentence({ children }: { children: ReactNode }) {
  const [said, reference] = splitReference(children)
  if (!reference) return children
  return (
    <>
      {said}
      <span className="block">
        <Reference>{reference}</Reference>
      </span>
    </>
  )
}
