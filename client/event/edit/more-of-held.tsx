// Beside name and start: what is changed most in sight, the rest folded away, in the order of creation.
import { HostField } from '#client/event/form/host-field.tsx'
import { MainFields, type MoreFieldsProps, RareFields } from '#client/event/form/more-fields.tsx'
import { MoreFold, rarelySet } from '#client/event/form/more-fold.tsx'

const folded = [...rarelySet, 'hostName'] as const

export const MoreOfHeld = ({ asksHost, ...props }: MoreFieldsProps & { asksHost: boolean }) => (
  <>
    <MainFields />
    <MoreFold
      seed={props.seed}
      fields={folded}
      holds={asksHost ? 'Time zone, link, dress code, doors, your name, cover' : 'Time zone, link, dress code, doors, cover'}
    >
      <RareFields {...props}>{asksHost && <HostField />}</RareFields>
    </MoreFold>
  </>
)
