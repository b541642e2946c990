// The pictures of a person (R224): their face, and the photos of their latest events; each can be taken off.
import { useEffect, useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { call, errorText } from '#client/lib/call.ts'
import { faceAddress } from '#client/lib/event/cover-photo.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { type OperatorPerson, operatorApi, type PhotographedEvent } from '#protocol/app/operator.ts'

interface Props {
  person: OperatorPerson
  onClose: () => void
  onDone: (person: OperatorPerson) => void
}

function usePhotos(id: string) {
  const [events, setEvents] = useState<readonly PhotographedEvent[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    call(operatorApi.photos, { id }).then(
      (found) => setEvents(found.events),
      (error: unknown) => setFailure(errorText(error, 'The photos could not be loaded.')),
    )
  }, [id])
  return { events, failure, forget: (gone: string) => setEvents((all) => all?.filter(({ _id }) => _id !== gone) ?? null) }
}

/** It asks twice: what is taken off is gone. */
function TakeOff({ what, onConfirm }: { what: string; onConfirm: () => Promise<void> }) {
  const [isAsked, setAsked] = useState(false)
  return isAsked ? (
    <Button size="sm" variant="danger" aria-label={`Really take it off: ${what}`} onClick={() => void onConfirm()}>
      Really take it off
    </Button>
  ) : (
    <Button size="sm" aria-label={`Take off ${what}`} onClick={() => setAsked(true)}>
      Take off
    </Button>
  )
}

export function PhotosDialog({ person, onClose, onDone }: Props) {
  const { events, failure, forget } = usePhotos(person._id)
  const name = person.name || person.username || person.email
  const failed = 'That did not work.'
  const takeFace = () =>
    toasted(
      async () => {
        await call(operatorApi.takeOffPhoto, { id: person._id })
        const { photo: _, ...rest } = person
        onDone(rest)
      },
      { done: 'The picture is off', failed },
    )
  const takeEvent = ({ _id }: PhotographedEvent) =>
    toasted(
      async () => {
        await call(operatorApi.takeOffEventPhoto, { id: _id })
        forget(_id)
        onDone(person)
      },
      { done: 'The photo is off', failed },
    )
  const isNone = !person.photo && events?.length === 0
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Photos of ${name}`}
      description="Their own picture, and the photos of their latest 50 events."
    >
      <Failure>{failure}</Failure>
      {!events && !failure && (
        <Loading label="Loading the photos...">
          <Skeleton className="h-16 w-full" />
        </Loading>
      )}
      {isNone && <p className="text-muted">There are none.</p>}
      {!isNone && (events || person.photo) && (
        <List label="Photos">
          {person.photo && (
            <ListRow
              title="Their own picture"
              leading={<img src={faceAddress(person.photo, 96)} alt="" width={48} height={48} className="size-12 rounded object-cover" />}
              trailing={<TakeOff what="their own picture" onConfirm={takeFace} />}
            />
          )}
          {(events ?? []).map((event) => (
            <ListRow
              key={event._id}
              title={<span className="wrap-anywhere">{event.name}</span>}
              leading={
                <img src={`/photo/${event.photo.hash}-800.jpg`} alt="" width={80} height={45} className="h-12 w-20 rounded object-cover" />
              }
              trailing={<TakeOff what={`the photo of ${event.name}`} onConfirm={() => takeEvent(event)} />}
            />
          ))}
        </List>
      )}
    </Dialog>
  )
}
