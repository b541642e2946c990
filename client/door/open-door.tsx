// The door as it is worked at: the camera, the last result, the search, and the list under them.
import { useEffect, useMemo, useState } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { bottomBar } from '#client/ui/bottom-bar.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { startFinderOf } from '#protocol/kernel/finding/names.ts'
import { Camera } from './camera.tsx'
import { Connection, Settled } from './connection.tsx'
import { holdersOf } from './holder.ts'
import { lacks, useInstall } from './install.ts'
import { hasNumbers, InAllGroups, NumbersTable } from './numbers.tsx'
import { LeaveDoor } from './pair-phone.tsx'
import { passIn } from './pass-text.ts'
import { PeopleList } from './people-list.tsx'
import { chooseGroup, tryAgain } from './reading.ts'
import { ResultPanel } from './result-panel.tsx'
import { readySound } from './signals.ts'
import { peopleOf, useDoor } from './store.ts'
import { undoLast, useScanning } from './use-scanning.ts'
import { WalkIn } from './walk-in.tsx'
import { timesIn } from './words.ts'

/** Keeps the screen on while the page is in sight. */
function useAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const keep = () => {
      if (document.visibilityState === 'visible')
        void navigator.wakeLock?.request('screen').then(
          (held) => (lock = held),
          () => {},
        )
    }
    keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      void lock?.release()
    }
  }, [])
}

function Counts() {
  const { eventId, groups, groupId, mode } = useDoor()
  const counts = groups.find(({ _id }) => _id === groupId)?.counts
  return (
    <div className="flex flex-col">
      <Text className="tabular" role="status">
        <strong>{formatCount(counts?.inside ?? 0)}</strong> inside, <strong>{formatCount(counts?.came ?? 0)}</strong> came
      </Text>
      {/* Without a network this phone knows its own groups alone. */}
      {mode === 'online' && <InAllGroups eventId={eventId} />}
      {counts && hasNumbers(counts) && (
        <Disclosure summary="By role and by door">
          <NumbersTable label="Inside and came" counts={counts} />
        </Disclosure>
      )}
    </div>
  )
}

function Groups({ eventId }: { eventId: string }) {
  const { groups, groupId } = useDoor()
  if (groups.length < 2) return null
  return (
    <div className="flex flex-wrap gap-2">
      {groups.map((group) => (
        <Button
          key={group._id}
          size="sm"
          variant={group._id === groupId ? 'primary' : 'secondary'}
          aria-pressed={group._id === groupId}
          onClick={() => void chooseGroup(eventId, group._id)}
        >
          {group.name}
        </Button>
      ))}
    </div>
  )
}

function ThisBrowser({ eventId }: { eventId: string }) {
  const install = useInstall()
  const missing = lacks()
  return (
    <>
      {install && <Button onClick={install}>Install the door on this phone</Button>}
      {missing.length > 0 && (
        <Disclosure summary="What this browser can’t do">
          <ul className="flex list-disc flex-col gap-2 pl-5">
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      <LeaveDoor eventId={eventId} />
    </>
  )
}

export function OpenDoor({ eventId }: { eventId: string }) {
  const { event, door, manages, mode: net } = useDoor()
  const people = useDoor(peopleOf)
  const { shown, before, isBusy, mode, chooseMode, scan, scanPass, seePass, letIn, undo, show } = useScanning()
  const [typed, setTyped] = useState('')
  const [isCameraOn, setCamera] = useState(false)
  useAwake()
  const holders = useMemo(() => people.flatMap(holdersOf), [people])
  const found = useMemo(() => {
    const finds = startFinderOf(typed)
    return typed.trim().length < 2 ? holders : holders.filter(({ name }) => finds(name))
  }, [holders, typed])
  const { timeAt, whenAt } = timesIn(event?.timeZone ?? 'UTC')
  const openCamera = () => {
    readySound()
    setCamera(true)
  }
  const enter = () => {
    const pass = passIn(typed)
    if (!pass) return
    setTyped('')
    scanPass(pass)
  }
  return (
    <Page width="narrow" className="pb-[calc(1.5rem+var(--bottom-bar,10rem))]!">
      <title>{`Door · ${event?.name ?? ''} · Rolecall`}</title>
      <link rel="manifest" href={`/door/${eventId}/app.webmanifest`} />
      <PageHeader title={event?.name ?? ''} lead={door} />
      <Counts />
      <Connection onRetry={() => void tryAgain(eventId)} />
      <Settled timeAt={timeAt} />
      <Groups eventId={eventId} />
      {isCameraOn && <Camera onPass={seePass} onClose={() => setCamera(false)} />}
      <Segmented
        label="When a pass is scanned"
        name="door-mode"
        value={mode}
        onValue={chooseMode}
        options={[
          { value: 'fast', label: 'Let in right away' },
          { value: 'look', label: 'Show who it is' },
        ]}
      />
      <WalkIn onDone={show} timeAt={timeAt} />
      {found.length > 0 ? (
        <PeopleList
          holders={found}
          isBusy={isBusy}
          onUndo={manages && net === 'online' ? undoLast : undefined}
          onTap={({ person, companionId, door: there }) => {
            readySound()
            void scan({ rsvpId: person._id, ...(companionId && { companionId }), kind: there?.isIn ? 'out' : 'in' })
          }}
        />
      ) : (
        <EmptyState title={people.length > 0 ? 'No one with that name' : 'No one is coming yet'} />
      )}
      <ThisBrowser eventId={eventId} />
      {/* In reach of a thumb, and nothing moves when a result comes. */}
      <div
        ref={bottomBar}
        className="fixed inset-x-0 bottom-0 z-10 max-h-[50dvh] overflow-y-auto border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <div className="mx-auto flex w-full max-w-narrow flex-col gap-3">
          {shown && (
            <ResultPanel {...{ shown, before, timeAt, whenAt, isBusy }} onLetIn={(one) => void letIn(one)} onUndo={() => void undo()} />
          )}
          {!isCameraOn && (
            <Button variant="primary" size="lg" block onClick={openCamera}>
              Scan passes
            </Button>
          )}
          <form
            onSubmit={(sent) => {
              sent.preventDefault()
              enter()
            }}
          >
            <SearchInput
              aria-label="Find a guest, or scan here"
              placeholder="Name, or scan here"
              value={typed}
              onChange={(changed) => setTyped(changed.target.value)}
            />
          </form>
        </div>
      </div>
    </Page>
  )
}
