/**
 * The texts of code that is loaded later. A part that asked for them when it is first drawn would take the whole page
 * around it away until they are there, and with it the focus and what is typed. So they come with its code.
 */
import { getI18n } from 'react-i18next'

const needed = new Set<string>()

/**
 * The build adds a call to each module that names namespaces (scripts/build/texts.ts).
 * @public
 */
export function needTexts(...namespaces: string[]): void {
  for (const namespace of namespaces) needed.add(namespace)
}

/** Resolves when the texts of all code that has been loaded are there, or cannot be loaded. */
async function loadNeededTexts(): Promise<void> {
  // There is none where the code is loaded without the app, as a picture of the page.
  await getI18n()?.loadNamespaces([...needed])
}

/** Code with its texts. */
export async function withTexts<T>(loading: Promise<T>): Promise<T> {
  const code = await loading
  await loadNeededTexts()
  return code
}
