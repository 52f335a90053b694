/** The app's version as its users see it, from the one place that states it. */
import manifest from '../../package.json' with { type: 'json' }

const [major = 0, minor = 0, patch = 0] = manifest.version.split('.').map(Number)

/** 1.0.0 has code 100. */
export const VERSION = { version: manifest.version, versionCode: major * 100 + minor * 10 + patch }
