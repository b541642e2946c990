// The call about this installation: endpoint, guard, action.
import { settingsApi } from '#protocol/settings.ts'
import { anyone, on } from '../http/route.ts'
import { readSettings } from './actions.ts'

export const settingsRoutes = [on(settingsApi.read, anyone, readSettings)]
