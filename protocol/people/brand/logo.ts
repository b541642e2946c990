// R222: how large a logo is shown, before it has come.
interface Size {
  readonly width: number
  readonly height: number
}

/** As large as it fits into the room, and no larger than it is. */
export function sizeWithin({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
