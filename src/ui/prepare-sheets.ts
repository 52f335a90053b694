const LENGTHS = [
  '--drawer-swipe-movement-x',
  '--drawer-swipe-movement-y',
  '--drawer-snap-point-offset',
] as const
const NUMBERS = { '--drawer-swipe-progress': '0', '--drawer-swipe-strength': '1' } as const

function register(name: string, syntax: string, initialValue: string): void {
  try {
    CSS.registerProperty({ name, syntax, inherits: false, initialValue })
  } catch {
    // Already registered, or the browser cannot.
  }
}

/**
 * Registers the CSS properties that the library otherwise registers while the first sheet opens. The browser then
 * computes the styles of the whole page again, which it should not do after a tap.
 */
export function prepareSheets(): void {
  for (const name of LENGTHS) register(name, '<length>', '0px')
  for (const [name, initial] of Object.entries(NUMBERS)) register(name, '<number>', initial)
}
