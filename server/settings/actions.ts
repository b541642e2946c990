// What anyone is told of this installation.
import type { Settings } from '#protocol/settings.ts'
import type { Services } from '../services.ts'

export const readSettings = async ({ supportEmail, payments }: Services): Promise<Settings> => ({
  supportEmail,
  payments: payments.name === 'stripe' ? 'on' : payments.name,
})
