// Text for screen readers only.
import type { ReactNode } from 'react'

/** Shows its children to assistive technology alone. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
