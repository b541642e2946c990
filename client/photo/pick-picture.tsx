// Where a picture is chosen: by file, drop, paste, or the camera of a phone.
import { Camera, ImagePlus } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { Text } from '#client/ui/layout/heading.tsx'

/** HEIC is what iPhones keep; where the browser can draw it, so can we. */
const types = 'image/png,image/jpeg,image/webp,image/heic'
const imageIn = (files: FileList | undefined) =>
  [...(files ?? [])].find(({ type }) => type.startsWith('image/') || type === '') ?? files?.[0]

interface PickPictureProps {
  onPick: (file: Blob) => void
  isBusy: boolean
  /** What may be chosen. */
  hint?: string
  /** Nobody takes a logo with a camera. */
  hasCamera?: boolean
}

export function PickPicture({ onPick, isBusy, hint = 'PNG, JPEG or WebP, at most 8 MB.', hasCamera = true }: PickPictureProps) {
  const [file, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = imageIn(event.clipboardData?.files)
      if (pasted) onPick(pasted)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onPick])
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (chosen) onPick(chosen)
    target.value = '' // the same file may be chosen again
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of four ways; the others are buttons and keys
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const dropped = imageIn(event.dataTransfer.files)
        if (dropped) onPick(dropped)
      }}
      className={cx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon={<ImagePlus aria-hidden="true" />} disabled={isBusy} onClick={() => file.current?.click()}>
          Choose a picture
        </Button>
        {hasCamera && (
          <span className="pointer-fine:hidden">
            <Button icon={<Camera aria-hidden="true" />} disabled={isBusy} onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
          </span>
        )}
      </div>
      <Text size={13} tone="muted">
        Or drop one here, or paste it. {hint}
      </Text>
      <input ref={file} type="file" accept={types} hidden aria-label="Picture file" onChange={take} />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden aria-label="Photo from the camera" onChange={take} />
    </div>
  )
}
