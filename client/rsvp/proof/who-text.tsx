// Who answers, once that is proven.
import { Button } from '#client/ui/actions/button.tsx'

interface WhoTextProps {
  email: string
  name: string
  onEdit: (() => void) | null
}
export const WhoText = ({ email, name, onEdit }: WhoTextProps) => (
  <div className="flex items-center gap-3">
    <div className="min-w-0 grow text-muted">
      <span dir="auto" className="block truncate">
        {name}
      </span>
      <span dir="auto" className="block truncate">
        {email}
      </span>
    </div>
    {onEdit && (
      <Button variant="ghost" size="sm" className="-mr-3.5" onClick={onEdit}>
        Edit email or name
      </Button>
    )}
  </div>
)
