/** The app's name. The server or the service worker writes it into the page where it is not that of the build. */
export const brandName = (): string => document.documentElement.dataset['brand'] ?? 'Fairtick'
