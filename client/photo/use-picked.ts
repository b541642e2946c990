// The picture that somebody has chosen, once the browser has read it.
import { useCallback, useState } from 'react'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { wholeCrop } from './crop.ts'

export const pictureUnread = 'This picture can’t be read here. Please choose a PNG, JPEG or WebP picture.'

/** Reads a file as a picture; null where the browser can't. */
export const readPicture = (file: Blob) =>
  new Promise<HTMLImageElement | null>((done) => {
    const image = new Image()
    image.onload = () => done(image)
    image.onerror = () => done(null)
    const reader = new FileReader()
    // The page's policy lets pictures be data, and nothing be a blob.
    reader.onload = () => {
      if (typeof reader.result === 'string') image.src = reader.result
    }
    reader.onerror = () => done(null)
    reader.readAsDataURL(file)
  })

/** `of` what: closed by Back, the same picture is there again. */
export function usePicked(of: string) {
  const [picture, setPicture] = useTyped<HTMLImageElement | null>(`picture:${of}`, null)
  const [failure, setFailure] = useState<string | null>(null)
  const [crop, setCrop] = useTyped(`crop:${of}`, wholeCrop)
  const pick = useCallback(
    (file: Blob) => {
      void readPicture(file).then((image) => {
        setFailure(image ? null : pictureUnread)
        if (!image) return
        setPicture(image)
        setCrop(wholeCrop)
      })
    },
    [setPicture, setCrop],
  )
  return { picture, failure, crop, setCrop, pick, drop: () => setPicture(null) }
}
