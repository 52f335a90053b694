/**
 * A control that has just appeared under a finger ignores taps for half a second (`animate-untouched` in theme.css).
 * This function restarts that time with each tap during it, so that a series of taps has no effect until it stops. Call
 * it once per page.
 */
export function keepUntouched(): void {
  const begin = (): void => {
    for (const animation of document.getAnimations()) {
      const isOurs = animation instanceof CSSAnimation && animation.animationName === 'untouched'
      if (isOurs && animation.playState === 'running') animation.currentTime = 0
    }
  }
  document.addEventListener('pointerdown', begin, { capture: true, passive: true })
}
