import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { listSheetAtom } from '#features/market/favourites.ts'
import { retryLoad } from '#lib/retry-load.ts'

const ListSheet = lazy(async () => {
  const file = await retryLoad(() => import('#features/market/list-sheet.tsx'))
  return { default: file.ListSheet }
})
const ListBar = lazy(async () => {
  const file = await retryLoad(() => import('#features/market/list-bar.tsx'))
  return { default: file.ListBar }
})

/** The sheet of lists. A page with stars needs one. */
export function ListSheets() {
  const open = useAtomValue(listSheetAtom) !== null
  const [asked, setAsked] = useState(false)
  if (open && !asked) setAsked(true)
  return (
    asked && (
      <Suspense>
        <ListSheet />
      </Suspense>
    )
  )
}

/** The choice of the shown list, in its reserved place. */
export const ListChoice = () => (
  <div className="min-h-touch">
    <Suspense>
      <ListBar />
    </Suspense>
  </div>
)
