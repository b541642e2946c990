// Every act of an operator: who did what, when, to whom, and what it was before.
import { call } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ListRow } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { type OperatorAct, operatorApi } from '#protocol/operator.ts'
import { PagesList } from './pages-list.tsx'
import { usePages } from './use-pages.ts'
import { whenOf } from './words.ts'

const words: Readonly<Record<OperatorAct['act'], string>> = {
  suspend: 'Suspended',
  unsuspend: 'Let in again',
  'give-plan': 'Gave a plan to',
  'retry-email': 'Sent again the email to',
}

const load = async (cursor: string | undefined) => {
  const page = await call(operatorApi.log, { cursor })
  return { rows: page.acts, cursor: page.cursor }
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

/** Draws the tab. */
export function LogTab() {
  const pages = usePages<OperatorAct>(load)
  return (
    <Section
      title="Log"
      description="What operators did on this page. Nothing here is ever changed or removed."
      actions={<Button onClick={() => pages.again()}>Reload</Button>}
    >
      <PagesList
        label="Acts of operators"
        pages={pages}
        empty={{ title: 'Nothing was done yet', text: 'What you do on this page appears here.' }}
        row={(act) => <ActRow key={act._id} act={act} />}
      />
    </Section>
  )
}
