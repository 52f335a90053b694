/** Every setting of the server, in the order of `--help`. */
import { PEOPLE } from '#server/platform/settings/people.ts'
import { PRICES } from '#server/platform/settings/prices.ts'
import { STORAGE } from '#server/platform/settings/storage.ts'
import { WEB } from '#server/platform/settings/web.ts'
import type { z } from 'zod'

export const SETTINGS = { ...PRICES, ...STORAGE, ...PEOPLE, ...WEB }

export type SettingName = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The settings, each by itself. One that is not given has its default, or is null. Paths are as they were given. */
export type Given = { [N in SettingName]: z.output<(typeof SETTINGS)[N]['form']> }
