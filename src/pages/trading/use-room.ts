import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element, measured again whenever it changes. */
export function useRoom(of: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 1_024, height: 640 })
  useLayoutEffect(() => {
    const { current } = of
    if (current === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current
      setRoom((last) => (last.width === width && last.height === height ? last : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [of])
  return room
}
