// One's own picture (R224): chosen, cut to its room, put there or taken off; each can be undone for a while.
import { useAction } from '#client/lib/actions/use-action.ts'
import { faceAddress } from '#client/lib/event/cover-photo.ts'
import { removeFace, setFace, undoFace } from '#client/records/user.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import type { UserView } from '#protocol/people/account.ts'
import { cropped } from './crop.ts'
import { CropPicture } from './crop-picture.tsx'
import { PickPicture } from './pick-picture.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { usePicked } from './use-picked.ts'
import { useUpload } from './use-upload.ts'

interface FaceDialogProps {
  user: UserView
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const widest = 512

function FaceForm({ user: { photo }, onClose }: { user: UserView; onClose: () => void }) {
  const { picture, failure: notRead, crop, setCrop, pick, drop } = usePicked('face')
  const said = (text: string, act: string | undefined) => {
    if (act) toastWithBack(text, act, () => undoFace(act))
    onClose()
  }
  const setting = useUpload(async (send) => {
    if (picture) said('Picture saved', await setFace(await cropped(picture, crop, 1, widest), send))
  }, 'The picture couldn’t be saved. Please try again.')
  const removing = useAction(async () => said('Picture removed', await removeFace()), 'The picture couldn’t be removed. Please try again.')
  const isBusy = setting.isBusy || removing.isBusy
  return (
    <div className="flex flex-col gap-4">
      <Failure>{notRead ?? setting.failure ?? removing.failure}</Failure>
      {picture ? (
        <CropPicture picture={picture} crop={crop} onCrop={setCrop} shape={1} className="mx-auto max-w-64" />
      ) : (
        <>
          {photo && (
            <img
              src={faceAddress(photo, 256)}
              alt="You, as guests see it now"
              width={128}
              height={128}
              className="mx-auto size-32 rounded-lg"
            />
          )}
          <PickPicture onPick={pick} isBusy={isBusy} />
        </>
      )}
      <UploadProgress share={setting.share} />
      <Text size={13} tone="muted">
        Guests of your events see it beside your name. Where and when it was taken is not kept.
      </Text>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {picture ? (
          <Button disabled={isBusy} onClick={drop}>
            Choose another
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        {photo && !picture && (
          <Button variant="danger" busy={removing.isBusy} busyLabel="Removing..." onClick={() => void removing.run()}>
            Remove picture
          </Button>
        )}
        {picture && (
          <Button variant="primary" busy={setting.isBusy} busyLabel="Saving..." onClick={() => void setting.run()}>
            Use this picture
          </Button>
        )}
      </div>
    </div>
  )
}

export const FaceDialog = ({ user, isOpen, onOpenChange }: FaceDialogProps) => (
  <Dialog open={isOpen} onOpenChange={onOpenChange} title="Your picture" description="It stands beside your name on invitations.">
    {isOpen && <FaceForm user={user} onClose={() => onOpenChange(false)} />}
  </Dialog>
)
