// Where a file lies in the house: its floor, its room and its noun; and what follows for its imports, of which none runs up and none goes round.
import type { Check } from './checks.ts'
import { floors, kinds, parts, roomless, rooms } from './map.ts'

interface Place {
  readonly house: string
  readonly floor: string
  /** Counted from the lowest; -1 where there is no such floor. */
  readonly level: number
  /** Round which no imports may go: a folder; in the client a feature with its sub-folders. */
  readonly room: string
}

/** Undefined for what is no code of the houses. */
function placeOf(file: string): Place | undefined {
  const [, house = '', floor = ''] = /^([a-z]+)\/(?:([a-z-]+)\/)?/.exec(file) ?? []
  const lines = floors[house]
  if (!lines || !/\.tsx?$/.test(file)) return undefined
  const named = lines.findIndex((line) => line.includes(floor))
  const level = named < 0 ? lines.findIndex((line) => line.length === 0) : named
  return { house, floor, level, room: house === 'client' && floor ? `client/${floor}` : file.slice(0, file.lastIndexOf('/')) }
}

/** The client's features are beside each other too, and may know each other. */
const mayKnow = (from: Place, to: Place) =>
  from.house !== to.house || from.floor === to.floor || to.level < from.level || (to.level === from.level && from.house === 'client')

/** A file imports only floors below its own. */
export const noArrowsUp: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const from = placeOf(file)
    if (!from) return []
    if (from.level < 0) return [`${file} lies on no floor`]
    const isUp = (to: Place | undefined) => to !== undefined && !mayKnow(from, to)
    return imports.filter(({ to }) => isUp(placeOf(to))).map(({ to }) => `${file} -> ${to} runs up`)
  })

/** Of what is said (`protocol/`) a floor of the server runs what is of its own floor and below; the lists of calls and rooms, on the top, are everybody's. */
export const saidBelow: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const from = placeOf(file)
    const isUp = (to: Place | undefined) => to?.house === 'protocol' && to.floor !== '' && from?.house === 'server' && to.level > from.level
    return imports.filter(({ to, values }) => values.length > 0 && isUp(placeOf(to))).map(({ to }) => `${file} -> ${to} runs up`)
  })

/** Groups of names that import each other in a circle, found by Tarjan's algorithm for strongly connected components. */
function circlesOf(importsByName: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (name: string) => {
    order.set(name, order.size)
    lowest.set(name, order.size - 1)
    open.push(name)
    for (const to of importsByName.get(name) ?? []) {
      if (!importsByName.has(to)) continue
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(name) !== order.get(name)) return
    const circle = open.splice(open.indexOf(name))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const name of importsByName.keys()) if (!order.has(name)) visit(name)
  return circles
}

/** No files of the product import each other in a circle: types and dynamic imports included. */
export const noCircles: Check = (sources) => {
  const ours = sources.filter(({ file }) => placeOf(file))
  const importsByFile = new Map(ours.map(({ file, imports }) => [file, imports.map(({ to }) => to)]))
  return circlesOf(importsByFile).map((circle) => `a circle: ${circle.join(', ')}`)
}

/** No rooms import each other in a circle, however long the way round. */
export const noRoomCircles: Check = (sources) => {
  const importsByRoom = new Map<string, string[]>()
  for (const { file, imports } of sources) {
    const { room } = placeOf(file) ?? {}
    if (!room) continue
    const others = imports.flatMap(({ to }) => placeOf(to)?.room ?? []).filter((other) => other !== room)
    importsByRoom.set(room, [...(importsByRoom.get(room) ?? []), ...others])
  }
  return circlesOf(importsByRoom).map((circle) => `rooms in a circle: ${circle.join(', ')}`)
}

/** What a file of the server says about itself by where it lies: its noun, and what it is of it. Undefined where it is about no noun. */
function nounOf(file: string): { readonly noun: string; readonly part: string; readonly isRight: boolean } | undefined {
  const [, floor = '', room = '', name = ''] = /^server\/([a-z]+)\/([a-z-]+)\/(.+)$/.exec(file) ?? []
  if (!name || floor === 'kernel' || floor === 'edge' || rooms[floor]?.includes(room)) return undefined
  if (!kinds.includes(room)) return { noun: room, part: name, isRight: parts.some((part) => name === `${part}.ts`) }
  const [, noun = '', subject] = /^([a-z]+)(-[a-z]+)?\.ts$/.exec(name) ?? []
  return { noun, part: `${room}.ts`, isRight: noun !== '' && (subject === undefined || room !== 'emails') }
}

/** A noun's room holds the parts that the map names and nothing else, a room by kind a file for each noun, and each noun has its file in protocol/. */
export const nounRooms: Check = (sources) => {
  const nouns = new Set(sources.flatMap(({ file }) => /^protocol\/[a-z]+\/(?:[a-z]+\/)?([a-z-]+)\.ts$/.exec(file)?.[1] ?? []))
  return sources.flatMap(({ file }) => {
    const { noun, isRight = true } = nounOf(file) ?? {}
    const stray = isRight ? [] : [`${file} is none of ${[...parts, ...kinds].join(', ')}`]
    return noun === undefined || nouns.has(noun) ? stray : [...stray, `${file} is of a noun without a file in protocol/`]
  })
}

/** In the server, and on a floor of it, lies nothing without a room but what the map names. */
export const inRooms: Check = (sources) =>
  sources
    .filter(({ file }) => /^server\/(?:[a-z]+\/)?[^/]+\.tsx?$/.test(file) && !roomless.test(file))
    .map(({ file }) => `${file} belongs into a room`)

/** The routes of a noun name the actions of that noun and of no other. */
export const ownActions: Check = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const { noun, part } = nounOf(file) ?? {}
    const strangers = imports.filter(({ to }) => to.endsWith('/actions.ts') && nounOf(to)?.noun !== noun)
    return part === 'routes.ts' ? strangers.map(({ to }) => `${file} -> ${to}`) : []
  })
