import { type ComponentType, useState } from 'react'
import { later } from '#lib/later.tsx'

/** A part of a page with a file of its own. */
export type Preloadable = ComponentType & {
  /** Loads the file. What is rendered from then on appears at once, without a blank frame. */
  load: () => Promise<unknown>
}

/** Makes a part that is loaded before it is rendered, or else when it is. It needs a `Suspense` around it. */
export function preloadable(load: () => Promise<ComponentType>): Preloadable {
  let ready: ComponentType | null = null
  const loadOnce = async (): Promise<ComponentType> => (ready ??= await load())
  const Later = later(loadOnce)
  function Part() {
    // Chosen once, because a part that changed from one of the two to the other would lose its state.
    const [Chosen] = useState<ComponentType>(() => ready ?? Later)
    return <Chosen />
  }
  return Object.assign(Part, { load: loadOnce })
}
