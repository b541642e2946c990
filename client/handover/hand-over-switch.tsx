// Whether guests may hand their seats over (R94): in the forms of a group, and among the settings that take effect at once.
import { Switch } from '#client/ui/fields/switch.tsx'

export const HandOverSwitch = ({ isOn, onValue }: { isOn: boolean; onValue: (isOn: boolean) => void }) => (
  <Switch
    label="Hand over seats"
    hint={
      isOn
        ? 'Guests who can’t make it can offer their seat to someone they choose.'
        : 'Guests who can’t make it give their seat back. Offers already made stay open.'
    }
    checked={isOn}
    onValue={onValue}
  />
)
