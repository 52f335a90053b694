/**
 * Follows an address that changed while the app drew its first page. The first picture has links before the app runs,
 * and the router reads the address when it is first rendered, but listens for changes only once that is on the screen.
 */
import { useEffect, useRef } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router-dom'

/** Call this once, below the router. */
export function useMissedNavigation(): void {
  const navigate = useNavigate()
  const shown = createPath(useLocation())
  const isChecked = useRef(false)
  useEffect(() => {
    if (isChecked.current) return
    isChecked.current = true
    const wanted = location.hash.slice(1)
    if (wanted !== '' && wanted !== shown) void navigate(wanted, { replace: true })
  }, [navigate, shown])
}
