// Every act of an operator: who did what, when, to whom, and what it was before.
import { call } from '#client/lib/call.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { type OperatorAct, operatorApi } from '#protocol/app/operator.ts'
import { listFailed, PagesList } from './pages-list.tsx'
import { whenOf } from './words.ts'

const words: Readonly<Record<OperatorAct['act'], string>> = {
  suspend: 'Suspended',
  unsuspend: 'Lift the suspension',
  'give-plan': 'Gave a plan to',
  'retry-email': 'Sent again the email to',
  'take-off-brand': 'Took off the brand of',
  'take-off-photo': 'Took off the photo of',
}

const load = async (cursor: string | undefined) => {
  const page = await call(operatorApi.log, { cursor })
  return { rows: page.acts, nextCursor: page.cursor }
}

const ActRow = ({ act }: { act: OperatorAct }) => (
  <ListRow
    title={
      <span className="wrap-anywhere">
        {words[act.act]} {act.about}
      </span>
    }
    meta={
      <span className="wrap-anywhere">
        {whenOf(act.at)} · by {act.by}
      </span>
    }
  >
    <p className="text-13 wrap-anywhere text-muted">
      {act.from} → {act.to}
    </p>
  </ListRow>
)

export function LogTab() {
  const pages = usePages<OperatorAct>(load, listFailed)
  return (
    <Section
      title="Log"
      description="What operators did on this page. Nothing here is ever changed or removed."
      actions={<Button onClick={pages.again}>Reload</Button>}
    >
      <PagesList pages={pages} empty={{ title: 'No actions yet', text: 'What you do on this page appears here.' }}>
        {(rows) => (
          <List label="Acts of operators">
            {rows.map((act) => (
              <ActRow key={act._id} act={act} />
            ))}
          </List>
        )}
      </PagesList>
    </Section>
  )
}
