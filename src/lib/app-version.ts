/** This build's version, as the settings show it; a test holds it equal to the package's. */
export const APP_VERSION = { version: '1.0.0', versionCode: 100 } as const
