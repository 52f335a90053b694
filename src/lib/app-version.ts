/** The version of this build, shown in the settings. A test checks that it matches package.json. */
export const APP_VERSION = { version: '1.0.0', versionCode: 100 } as const
