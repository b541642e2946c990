// The calls of who lets people in: endpoint, guard, action. Who stands at a door is looked at by each of them: a paired phone is nobody who is signed in.
import { doorApi } from '#protocol/seats/door/door.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { takeScans, undoScan } from './actions.ts'

export const scanRoutes = [
  on(doorApi.scan, anyone, takeScans, { general: 'door' }),
  on(doorApi.undo, anyone, undoScan, { general: 'door' }),
]
