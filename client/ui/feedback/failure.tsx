// What went wrong, where somebody acted: read out at once, and gone when they try again.
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

export const Failure = ({ children }: { children: ReactNode }) =>
  children ? (
    <Notice tone="danger" live>
      {children}
    </Notice>
  ) : null
