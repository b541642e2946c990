// Says what isn't set up yet, to whoever can do something about it.
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import type { SetupGap } from '#protocol/app/operator.ts'

const remedies: Readonly<Record<SetupGap, readonly [what: string, how: string]>> = {
  url: ['Public address', 'set PUBLIC_URL, or links in emails lead to the server’s own machine only.'],
  mail: ['Emails', 'set SMTP_URL or SENDGRID_API_KEY. Until then they reach no one.'],
  payments: ['Payments', 'set Stripe’s keys, or PAYMENTS=off to sell nothing. The sandbox moves no money.'],
  backups: ['Backups', 'set BACKUP_DIR, and copies are made and checked automatically.'],
  admin: ['Operators', 'set ADMIN_EMAILS.'],
}

interface Props {
  gaps: readonly SetupGap[]
}

export const SetupNotice = ({ gaps }: Props) =>
  gaps.length > 0 && (
    <Notice tone="warn" title="Not set up yet">
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {gaps.map((gap) => (
          <li key={gap}>{remedies[gap].join(': ')}</li>
        ))}
      </ul>
    </Notice>
  )

/** One line of it, where something else is looked at. */
export const SetupLine = ({ gaps, onMore }: Props & { onMore: () => void }) =>
  gaps.length > 0 && (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={onMore}>
          Show how
        </Button>
      }
    >
      {`Not set up yet: ${gaps.map((gap) => remedies[gap][0].toLowerCase()).join(', ')}.`}
    </Notice>
  )
