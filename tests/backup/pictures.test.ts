// Pictures in a backup (R224a): restored they are served as before, still count for who has them, and go with what shows them.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { writeBackup } from '#server/app/backup/file.ts'
import { openBackup } from '#server/app/backup/read.ts'
import { entriesOf, fillStore } from '#server/app/backup/records.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { pictureBudgets, pictures } from '#server/people/model/picture.ts'
import { jpeg, png } from '../kit/pictures/pictures.ts'
import { newFolder } from '../kit/process/process.ts'
import { openStore } from '../kit/process/seed.ts'
import { hour } from '../kit/world/clock.ts'
import { target } from '../kit/world/every-collection.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const served = async ({ app }: World, paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const response = await app.request(path)
      return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]
    }),
  )

test('R224a, O10 photo, face and logo come back from a backup byte for byte, and go with what shows them', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { eventId: id } = await world.event(ada)
  await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355' }, ada)
  const { event } = await world.ok(photoApi.set, { id, bytes: new Uint8Array(await jpeg(900, 600)) }, ada)
  const { user } = await world.ok(faceApi.set, { bytes: new Uint8Array(await jpeg(300, 300)) }, ada)
  const { brand } = await world.ok(brandApi.setLogo, { bytes: new Uint8Array(await png(400, 200)) }, ada)
  const paths = [
    ...[1600, 800].map((width) => `/photo/${event.photo?.hash}-${width}.jpg`),
    ...[256, 96].map((width) => `/photo/${user.photo}-${width}.jpg`),
    brand?.logo?.url ?? '',
    brand?.logo?.largeUrl ?? '',
  ]
  const before = await served(world, paths)
  expect(before.map(([status]) => status)).toEqual(paths.map(() => 200))

  const file = join(newFolder(), 'backup.gz')
  await writeBackup(file, entriesOf(world.store), { engine: 'sqlite', storeVersion, createdAt: '2026-12-01T09:00:00.000Z' })
  const [back, backup] = [await openStore(newFolder()), await openBackup(file, 'unsigned')]
  await fillStore(target(back), backup.entries())
  await backup.close()
  const again = await openWorld({ store: back, clock: world.clock })
  expect(await served(again, paths)).toEqual(before)
  const used = async () => (await back.get(pictureBudgets, ada.userId))?.bytes
  expect(await used()).toBe((await world.store.get(pictureBudgets, ada.userId))?.bytes)
  await again.ok(photoApi.remove, { id }, ada)
  await again.ok(faceApi.remove, {}, ada)
  await again.ok(brandApi.removeLogo, {}, ada)
  expect(await used()).toBe(0)
  again.clock.advance(2 * hour)
  await again.runJobs()
  expect(await back.find(pictures, { index: '_id', limit: 9 })).toEqual([])
})
