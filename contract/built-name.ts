/** The app's name in the build. */
export const BUILT_NAME = 'Fairtick'
