/** The key of an event; '' while an input method composes, when the key belongs to the input method alone. */
export const pressedKey = (event: {
  key: string
  keyCode: number
  isComposing?: boolean
  nativeEvent?: { isComposing: boolean }
}): string =>
  // Safari ends a composition before the key event, and says so by this code only.
  (event.nativeEvent ?? event).isComposing || event.keyCode === 229 ? '' : event.key
