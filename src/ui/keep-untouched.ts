/**
 * What has just come under a thumb takes no tap for half a second (`animate-untouched` in theme.css). Here that time
 * begins anew with each tap that falls into it: taps that go on reach nothing until they stop. Call once a page.
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
