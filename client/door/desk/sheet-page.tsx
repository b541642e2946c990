// Passes on paper: those of everybody who comes (/event/:eventId/passes), and ten that count nowhere, to try the doors with (/event/:eventId/practice).
import { Printer } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { BrandMark } from '#client/brand/brand-mark.tsx'
import { call, errorText } from '#client/lib/call.ts'
import { CanceledState } from '#client/lib/event/canceled.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import type { BrandFace } from '#protocol/people/brand/brand.ts'
import { tonesOf } from '#protocol/people/brand/tones.ts'
import { type PrintedPass, passApi } from '#protocol/seats/door/pass.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { isFinal, type Sheet, type SheetOf, useSheet } from './use-sheet.ts'

const looks = [
  { value: 'labels', label: 'Labels' },
  { value: 'pages', label: 'One on each page' },
] as const
type Look = (typeof looks)[number]['value']

/** 49 modules on 34 mm of paper: read from an arm's length. */
const pixels = 147
interface Looks {
  event: string
  look: Look
  face: BrandFace | null | undefined
}
/** R216: the host's mark in the tones of paper, on the screen too. */
const Label = ({ pass: { name, roles, url }, event, look, face }: Looks & { pass: PrintedPass }) => (
  <li
    style={face ? { borderColor: tonesOf(face.accent).print.border } : undefined}
    className={cx(
      'flex min-w-0 flex-col items-center gap-2 rounded-lg border border-line bg-paper p-4 text-center text-print',
      face && 'border-2',
      look === 'pages' && 'print:break-after-page print:border-0',
    )}
  >
    {face && (
      <div style={{ color: tonesOf(face.accent).print.text }} className="max-w-full scheme-light">
        <BrandMark face={face} />
      </div>
    )}
    <QrCode text={url} label={`Pass of ${name || 'a guest'}`} size={look === 'pages' ? pixels * 2 : pixels} />
    <span dir="auto" className="max-w-full font-semibold wrap-anywhere">
      {name || 'A guest'}
    </span>
    <span dir="auto" className="max-w-full text-13 wrap-anywhere">
      {[...roles, event].join(' · ')}
    </span>
  </li>
)

const Labels = ({ passes, ...looks }: Looks & { passes: readonly PrintedPass[] }) => (
  <ul
    aria-label="Passes"
    className={looks.look === 'pages' ? 'flex flex-col gap-4' : 'grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-3 print:grid-cols-3'}
  >
    {passes.map((pass) => (
      <Label key={pass.url} pass={pass} {...looks} />
    ))}
  </ul>
)

interface SheetPageProps extends SheetOf {
  title: string
  lead: string
  nobody: string
  again?: string
  /** Above the sheet, by what it says of its event. */
  choice?: (groups: Sheet['groups']) => ReactNode
}

function SheetPage({ title, lead, nobody, again, choice, ...of }: SheetPageProps) {
  const { state, load } = useSheet(of)
  const [look, setLook] = useState<Look>('labels')
  if (state.is === 'ended')
    return state.canceled ? (
      <Page>
        <CanceledState canceled={state.canceled} />
      </Page>
    ) : (
      <AccessRequiredPage />
    )
  const sheet = state.is === 'ready' ? state.sheet : undefined
  const next = sheet?.nextCursor
  return (
    <Page width="wide">
      <title>{`${title} · Rolecall`}</title>
      <div className="flex flex-col gap-4 print:hidden">
        <PageHeader title={title} lead={lead} back={{ href: `/event/${of.eventId}`, label: 'Back to the event' }} />
        {sheet && choice?.(sheet.groups)}
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Segmented label="On paper" name="sheet-look" options={looks} value={look} onValue={setLook} />
          <div className="flex flex-wrap gap-3">
            {again && <Button onClick={() => load()}>{again}</Button>}
            {next && <Button onClick={() => load(next)}>Next passes</Button>}
            <Button
              variant="primary"
              icon={<Printer aria-hidden="true" />}
              disabled={!sheet || sheet.passes.length === 0}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </div>
        </div>
        {next && <Text tone="muted">Print these {sheet?.passes.length} first; then go on to the next ones.</Text>}
      </div>
      {state.is === 'failed' && <ErrorState title={errorText(state.error, 'The passes could not be loaded')} onRetry={() => load()} />}
      {state.is === 'loading' && (
        <Loading label="Loading the passes...">
          <Skeleton className="h-96 w-full rounded-lg" />
        </Loading>
      )}
      {sheet?.passes.length === 0 && <EmptyState title={nobody} />}
      {sheet && sheet.passes.length > 0 && <Labels passes={sheet.passes} event={sheet.event.name} look={look} face={sheet.brand?.face} />}
    </Page>
  )
}

export function PassesPage() {
  const { eventId } = useParams<{ eventId: string }>()
  const [groupId, setGroupId] = useState('')
  const read = useCallback(
    (cursor: string | undefined) =>
      call(passApi.sheet, { eventId, ...(groupId && { groupId }), ...(cursor && { cursor }) }).catch((error: unknown) => {
        if (isFinal(error)) setGroupId('') // it may be this group alone that is no more
        throw error
      }),
    [eventId, groupId],
  )
  return (
    <SheetPage
      title="Passes to print"
      lead="For guests who bring no phone. Each lets one person in, once; a newer pass of theirs makes it void."
      nobody="No one is coming yet"
      eventId={eventId}
      groupId={groupId}
      read={read}
      choice={(groups) =>
        groups.length > 1 && (
          <Field label="Group" className="sm:max-w-md">
            <Select
              value={groupId || (groups[0]?._id ?? '')}
              onValue={setGroupId}
              options={groups.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          </Field>
        )
      }
    />
  )
}

export function PracticePage() {
  const { eventId } = useParams<{ eventId: string }>()
  const read = useCallback(() => call(passApi.practice, { eventId }), [eventId])
  // Read again, it would bring other passes than those on paper.
  const refresh = useCallback(
    async (shown: Sheet) => ({ ...shown, event: { name: (await call(eventApi.read, { id: eventId })).event.name } }),
    [eventId],
  )
  return (
    <SheetPage
      title="Passes to practice with"
      lead="Try every phone at the door with these. They say “Practice”, let no one in, and count nowhere; they work for two days."
      nobody="There are none"
      eventId={eventId}
      groupId=""
      read={read}
      refresh={refresh}
      again="Make ten new ones"
    />
  )
}
