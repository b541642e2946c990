// The calls about one's own picture: endpoint, guard, action. R30: a magic link opens none.
import { faceApi } from '#protocol/people/face.ts'
import { account, on } from '#server/people/http/route.ts'
import { removeFace, setFace, undoFace } from './actions.ts'

export const faceRoutes = [
  on(faceApi.set, account, setFace, { limit: 'edit' }),
  on(faceApi.remove, account, removeFace, { limit: 'edit' }),
  on(faceApi.undo, account, undoFace, { limit: 'edit' }),
]
