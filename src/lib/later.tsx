/** Parts of the app with a file of their own. `lazy` of React alone takes the whole app away when a file fails to load. */
import { type ComponentType, lazy, Suspense } from 'react'
import { withTexts } from '#lib/needed-texts.ts'
import { keepLoading, retryLoad } from '#lib/retry-load.ts'

/** A part of a page. It is loaded as patiently as a page; that it cannot be loaded is said in the place of the page. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await withTexts(retryLoad(load)) }))

/** A sheet. While its file is loaded, an empty one shows that the tap was felt. */
export function laterSheet<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = later(load)
  return (props: P) => (
    <Suspense fallback={<ComingSheet />}>
      <Part {...props} />
    </Suspense>
  )
}

const ComingSheet = () => (
  <div
    aria-hidden
    className="fixed inset-0 z-40 flex animate-coming items-end justify-center bg-backdrop"
  >
    <div data-coming className="h-[40dvh] w-full max-w-phone rounded-t-sheet bg-surface pt-2">
      <div className="mx-auto h-1 w-10 rounded-full bg-line" />
    </div>
  </div>
)

/** A part of the frame around the pages. Until its file is loaded, however long that takes, it shows nothing. */
export function frameLater<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazy(async () => ({ default: await withTexts(keepLoading(load)) }))
  return (props: P) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
