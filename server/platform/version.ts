/** The app's version, read from package.json. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })
const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
const { version } = manifest.parse(JSON.parse(text))
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)

/** The version and its numeric code: 1.0.0 has code 100. */
export const VERSION = { version, versionCode: major * 100 + minor * 10 + patch }
