// The cover photo of an event (R224): chosen, cut to its room, put there or taken off; each can be undone for a while.
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { putEvent } from '#client/records/events.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { EventView } from '#protocol/seats/event.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { cropped } from './crop.ts'
import { CropPicture } from './crop-picture.tsx'
import { PickPicture } from './pick-picture.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { usePicked } from './use-picked.ts'
import { useUpload } from './use-upload.ts'

interface PhotoDialogProps {
  event: EventView
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const shape = 16 / 9
const widest = 1600

function PhotoForm({ event, onClose }: { event: EventView; onClose: () => void }) {
  const { picture, failure: notRead, crop, setCrop, pick, drop } = usePicked(event._id)
  const setting = useUpload(async (send) => {
    if (!picture) return
    const bytes = await cropped(picture, crop, shape, widest)
    const { event: after, act } = await send(photoApi.set, { id: event._id, bytes })
    putEvent(after)
    toastUndoable('Photo added', [act])
    onClose()
  }, 'The photo couldn’t be saved. Please try again.')
  const removing = useAction(async () => {
    const { event: after, act } = await call(photoApi.remove, { id: event._id })
    putEvent(after)
    toastUndoable('Photo removed', [act])
    onClose()
  }, 'The photo couldn’t be removed. Please try again.')
  const isBusy = setting.isBusy || removing.isBusy
  const shown = coverPhoto(event.photo)
  return (
    <div className="flex flex-col gap-4">
      <Failure>{notRead ?? setting.failure ?? removing.failure}</Failure>
      {picture ? (
        <CropPicture picture={picture} crop={crop} onCrop={setCrop} shape={shape} />
      ) : (
        <>
          {shown && (
            <img src={shown.small} alt="The cover now" width={800} height={450} className="aspect-video w-full rounded-lg object-cover" />
          )}
          <PickPicture onPick={pick} isBusy={isBusy} />
        </>
      )}
      <UploadProgress share={setting.share} />
      <Text size={13} tone="muted">
        Everyone with the link sees it. Where and when it was taken is not kept.
      </Text>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {picture ? (
          <Button disabled={isBusy} onClick={drop}>
            Choose another
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        {shown && !picture && (
          <Button variant="danger" busy={removing.isBusy} busyLabel="Removing..." onClick={() => void removing.run()}>
            Remove photo
          </Button>
        )}
        {picture && (
          <Button variant="primary" busy={setting.isBusy} busyLabel="Saving..." onClick={() => void setting.run()}>
            Use this photo
          </Button>
        )}
      </div>
    </div>
  )
}

export const PhotoDialog = ({ event, isOpen, onOpenChange }: PhotoDialogProps) => (
  <Dialog
    open={isOpen}
    onOpenChange={onOpenChange}
    title="Cover photo"
    description="It stands behind the seats, in the link’s preview and in emails."
  >
    {isOpen && <PhotoForm event={event} onClose={() => onOpenChange(false)} />}
  </Dialog>
)
