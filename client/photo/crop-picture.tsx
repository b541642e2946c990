// Cuts a picture to its room: by dragging, or by three sliders that keys move as well.
import { type PointerEvent, useRef } from 'react'
import { cx } from '#client/ui/cx.ts'
import { type Crop, cutOf } from './crop.ts'

interface CropPictureProps {
  picture: HTMLImageElement
  crop: Crop
  onCrop: (crop: Crop) => void
  shape: number
  /** Of the room it is cut to. */
  className?: string
}

const within = (value: number) => Math.min(100, Math.max(0, value))

function Slider({
  label,
  value,
  from,
  to,
  step,
  onValue,
}: {
  label: string
  value: number
  from: number
  to: number
  step: number
  onValue: (value: number) => void
}) {
  return (
    <label className="text-13 text-muted">
      {label}
      <input
        type="range"
        min={from}
        max={to}
        step={step}
        value={value}
        onChange={({ target }) => onValue(Number(target.value))}
        className="h-11 w-full accent-accent"
      />
    </label>
  )
}

export function CropPicture({ picture, crop, onCrop, shape, className }: CropPictureProps) {
  const { naturalWidth: width, naturalHeight: height } = picture
  const cut = cutOf({ width, height }, crop, shape)
  const from = useRef<{ x: number; y: number; crop: Crop } | null>(null)
  const move = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const start = from.current
    if (!start) return
    const scale = cut.width / currentTarget.clientWidth
    const share = (moved: number, room: number) => (room > 0 ? (moved * scale * 100) / room : 0)
    onCrop({
      ...crop,
      across: within(start.crop.across - share(clientX - start.x, width - cut.width)),
      down: within(start.crop.down - share(clientY - start.y, height - cut.height)),
    })
  }
  return (
    <div className="flex flex-col gap-3">
      <div
        className={cx('relative w-full cursor-move touch-none overflow-hidden rounded-lg bg-fill', className)}
        style={{ aspectRatio: shape }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY, crop }
        }}
        onPointerMove={move}
        onPointerUp={() => {
          from.current = null
        }}
      >
        <img
          src={picture.src}
          alt="The part that is shown"
          draggable={false}
          className="absolute max-w-none select-none"
          style={{
            width: `${(100 * width) / cut.width}%`,
            left: `${(-100 * cut.left) / cut.width}%`,
            top: `${(-100 * cut.top) / cut.height}%`,
          }}
        />
      </div>
      <div className="grid gap-x-4 sm:grid-cols-3">
        <Slider label="Zoom" value={crop.zoom} from={1} to={4} step={0.1} onValue={(zoom) => onCrop({ ...crop, zoom })} />
        <Slider label="Left to right" value={crop.across} from={0} to={100} step={1} onValue={(across) => onCrop({ ...crop, across })} />
        <Slider label="Top to bottom" value={crop.down} from={0} to={100} step={1} onValue={(down) => onCrop({ ...crop, down })} />
      </div>
    </div>
  )
}
