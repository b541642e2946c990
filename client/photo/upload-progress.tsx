// How far a picture is on its way: sent, and then written anew.
import { Progress } from '#client/ui/feedback/progress.tsx'

/** `share` from 0 to 1; null where nothing is on its way. */
export const UploadProgress = ({ share }: { share: number | null }) =>
  share === null ? null : <Progress percent={share * 100} label={share < 1 ? 'Sending the picture...' : 'Preparing the picture...'} />
