// Serves what uploaded pictures were made into (R215, R224): never what came, and nothing that a browser would take for a page.
import { answerPicture } from '#server/edge/http/headers.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Picture, pictures } from '#server/people/model/picture.ts'

const types = { jpg: 'image/jpeg', png: 'image/png' } as const

/** Serves `/photo/{hash}-{width}.jpg` and `/brand/{hash}.png`, as long as they stand anywhere: what is taken off is gone at once. */
export function mountPictures(app: HttpApp, { store }: Pick<Services, 'store'>) {
  const serve = (path: '/photo/:file' | '/brand/:file', isHere: (picture: Picture) => boolean) =>
    app.get(path, async (c) => {
      const [, name = '', type = ''] = /^([0-9a-f]{24}(?:-\d{2,4})?)\.(jpg|png)$/.exec(c.req.param('file')) ?? []
      const picture = name === '' ? undefined : await store.get(pictures, name)
      if (picture?.type !== type || picture.uses === 0 || !isHere(picture)) return c.text('Not found', 404)
      return answerPicture(c.env, Buffer.from(picture.base64, 'base64'), types[picture.type])
    })
  serve('/photo/:file', ({ kind }) => kind !== 'logo')
  serve('/brand/:file', ({ kind }) => kind === 'logo')
}
