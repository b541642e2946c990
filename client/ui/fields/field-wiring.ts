// Wires a label, a hint and an error to the control between them, so that no page has to invent ids.
import { createContext, use } from 'react'

export interface FieldWiring {
  id: string
  describedBy?: string
  isInvalid: boolean
  isRequired: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

interface WiredAttributes {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  'aria-required'?: boolean | 'true' | 'false'
}

/** Gives a control its id and aria attributes from the field around it; its own attributes win. */
export function useFieldWiring(own: WiredAttributes): WiredAttributes {
  const field = use(FieldContext)
  return {
    id: own.id ?? field?.id,
    'aria-describedby': [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
    'aria-required': own['aria-required'] ?? (field?.isRequired || undefined),
  }
}
