// Leads to adding a group, by a button or an address that names it: what comes next depends on the plan. The dialogs come when they are first asked for.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { BoardGroup } from '#client/group/several/board.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { planLimits, type TierLimits } from '#protocol/kernel/limits.ts'
import type { EventView } from '#protocol/seats/event.ts'

const addDialog = loadPage(() => import('./add-dialog.tsx'), 'AddDialog')
const pasteDialog = loadPage(() => import('./paste-dialog.tsx'), 'PasteDialog')
const planDialog = loadPage(() => import('./plan-dialog.tsx'), 'PlanDialog')

type AddMethod = 'add' | 'paste' | 'plan'
const parts = { add: addDialog, paste: pasteDialog, plan: planDialog } as const

export interface Adding {
  /** As a copy, or from nothing but a name. */
  readonly begin: (from?: BoardGroup, name?: string) => void
  /** To be drawn beside what uses it. */
  readonly dialogs: ReactNode
}

/** Whether its file has come; where it hasn't, that is said. */
const arrived = (what: AddMethod): Promise<boolean> =>
  parts[what].ready().then(
    () => true,
    () => {
      toastNotLoaded()
      return false
    },
  )

/** R168: begins the group that the address names (`?group=`), once; it stays there until what it begins with is there. */
function useNamedByAddress(isReady: boolean, begin: (from: undefined, name: string) => Promise<boolean>) {
  const [params, setParams] = useSearchParams()
  const called = params.get('group')
  const begun = useRef<string | null>(null)
  useEffect(() => {
    if (called === null) begun.current = null
    if (called === null || !isReady || begun.current === called) return
    begun.current = called
    void begin(undefined, called).then((isThere) => {
      if (!isThere) return
      setParams(
        (now) => {
          now.delete('group')
          return now
        },
        { replace: true },
      )
    })
  }, [called, isReady, begin, setParams])
}

/** Used where the page of an event begins: its dialogs stay when an event with one group becomes one with several. `limits`: of the plan the event counts for. */
export function useAdding(managed: EventView | null, limits: TierLimits | undefined, groups: readonly BoardGroup[]): Adding {
  const [asked, setAsked] = useState<AddMethod | null>(null)
  const [loaded, setLoaded] = useState<ReadonlySet<AddMethod>>(new Set())
  const [{ from, name }, setBegun] = useState<{ readonly from?: BoardGroup | undefined; readonly name: string }>({ name: '' })
  const most = planLimits[limits?.tier ?? 'free'].groupsPerEvent
  const open = useCallback(async (what: AddMethod) => {
    const isThere = await arrived(what)
    if (isThere) {
      setLoaded((before) => new Set([...before, what]))
      setAsked(what)
    }
    return isThere
  }, [])
  const close = (isOpen: boolean) => !isOpen && setAsked(null)
  const isFull = (managed?.groupIds.length ?? 0) >= most
  const begin = useCallback(
    (copied?: BoardGroup, called = '') => {
      setBegun({ from: copied, name: called })
      return open(isFull ? 'plan' : 'add')
    },
    [isFull, open],
  )
  useNamedByAddress(managed !== null && limits !== undefined, begin)
  const common = managed && limits && { event: managed, groups, limits, onOpenChange: close }
  const dialogs = common && (
    <>
      {loaded.has('add') && (
        <addDialog.Component {...common} from={from} name={name} isOpen={asked === 'add'} onPaste={() => void open('paste')} />
      )}
      {loaded.has('paste') && <pasteDialog.Component {...common} isOpen={asked === 'paste'} />}
      {loaded.has('plan') && <planDialog.Component limit={most} isOpen={asked === 'plan'} onOpenChange={close} />}
    </>
  )
  return { begin: (...what) => void begin(...what), dialogs }
}
