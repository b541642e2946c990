// What the form of a group holds, without the form: step 1 of event creation keeps it before any of its fields is drawn (R81).
import { groupSettings, having, initial, type StoredSettings } from '#protocol/seats/settings.ts'

/** The settings that this form has. */
export const groupFormSettings = having(groupSettings, 'label')
export type GroupFieldsValue = StoredSettings<typeof groupFormSettings>

/** R26: without an organization the form preselects Open Event. */
export const newGroupFields = (): GroupFieldsValue => ({ ...initial(groupFormSettings), name: '', limitToMembers: false })
