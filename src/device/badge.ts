/** The number on the icon of the installed app. */

interface Badges {
  setAppBadge(count: number): Promise<void>
}

const hasBadges = (navigator: object): navigator is Badges => 'setAppBadge' in navigator

/** 0 removes it. `navigator`: that of the page or of the service worker. Does nothing where icons have no badges. */
export function showBadge(navigator: object, count: number): void {
  if (!hasBadges(navigator)) return
  // Refused where the app is not installed, for example.
  void navigator.setAppBadge(count).catch(() => undefined)
}
