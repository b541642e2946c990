// The logo that somebody chose (R214): sent at once where there is a brand, with the brand where there is none yet, and kept until it has arrived.
import { useCallback, useState } from 'react'
import { scaled } from '#client/photo/crop.ts'
import { pictureUnread, readPicture } from '#client/photo/use-picked.ts'
import { useUpload } from '#client/photo/use-upload.ts'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { type BrandOwner, setLogo, undoBrand } from './store.ts'

/** What is kept of it: no more has to leave the device. */
const largest = { width: 512, height: 256 }

export function useLogo(orgId: BrandOwner, isThere: boolean) {
  const [chosen, setChosen] = useState<HTMLImageElement | null>(null)
  const said = useCallback((text: string, act: string | undefined) => act && toastWithBack(text, act, () => undoBrand(orgId, act)), [orgId])
  const { run, setFailure, ...sending } = useUpload(async (send, picture: HTMLImageElement) => {
    said('Logo saved', await setLogo(orgId, await scaled(picture, largest), send))
    setChosen((now) => (now === picture ? null : now))
  }, 'The logo couldn’t be saved. Please try again.')
  const choose = useCallback(
    async (file: Blob) => {
      const picture = await readPicture(file)
      setFailure(picture ? null : pictureUnread)
      if (!picture) return
      setChosen(picture)
      if (isThere) await run(picture)
    },
    [isThere, run, setFailure],
  )
  const drop = () => {
    setChosen(null)
    setFailure(null)
  }
  return {
    ...sending,
    chosen: chosen && { url: chosen.src, largeUrl: chosen.src, width: chosen.naturalWidth, height: chosen.naturalHeight },
    choose,
    drop,
    said,
    /** Sends what was chosen, if anything was. */
    send: async () => chosen && run(chosen),
  }
}
