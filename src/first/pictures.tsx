/**
 * What pages show until the app's code has loaded, from the app's own components. The build renders it into templates of
 * the page, and the page's script fills in prices (first-picture.ts).
 */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PictureName } from '#contract/page-elements.ts'
import { RowFrame } from '#features/market/row-frame.tsx'
import { LIST_HEAD, ROW } from '#features/market/row-look.ts'
import { FIRST_SYMBOL, PRODUCTS_PATH, productPath } from '#lib/paths.ts'
import { HeaderFrame, headerPriceLook } from '#features/market/header-frame.tsx'
import { WelcomeFrame, type WelcomeText } from '#features/home/welcome-frame.tsx'
import { ChipFrame } from '#app/chip-frame.tsx'
import { buttonLook } from '#ui/button.tsx'

/** Texts of a locale's `identity.json`. */
export type PictureText = (
  key:
    | `welcome.${Parameters<WelcomeText>[0]}`
    | 'welcome.enter'
    | 'welcome.try'
    | 'balance.visitor',
) => string

interface Props {
  text: PictureText
}

/** In the place of what the app draws later. It is still, unlike a skeleton of the app. */
const Box = ({ className }: { className: string }) => (
  <span className={`block rounded bg-sunken ${className}`} />
)

/** The chip of the app's header. The page's script writes its word. */
const Chip = () => (
  <span data-first="chip">
    <ChipFrame mark="bg-current">
      <strong className="font-semibold" />
    </ChipFrame>
  </span>
)

/** Screen readers are notified once the app has loaded. */
function Page({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div aria-busy className="mx-auto max-w-phone two:max-w-none">
      <div className="safe-top">
        <div className="flex h-bar items-center gap-2 ps-4 pe-3">
          {bar}
          <Chip />
        </div>
      </div>
      {children}
    </div>
  )
}

/** Its title is a box, until the app has the texts. */
function PricesPage({ children }: { children: ReactNode }) {
  const bar = (
    <>
      <Box className="h-6 w-24" />
      <span data-first="asOf" className="figures ms-auto text-xs text-ink-3" />
    </>
  )
  return <Page bar={bar}>{children}</Page>
}

/** Above the rows: the balance bar, the tabs with the search, and the head of the table. */
function AboveList({ text }: Props) {
  return (
    <>
      <div className="flex min-h-touch items-center px-4">
        <p data-first="visitor" className="min-w-0 flex-1 text-xs leading-4 text-ink-2">
          {text('balance.visitor')}
        </p>
      </div>
      <div className="h-touch" />
      <div className={LIST_HEAD} />
    </>
  )
}

/** On a large screen the list is the first pane (pages/trading). Of a row, only the link is interactive. */
function List({ text }: Props) {
  return (
    <PricesPage>
      <div className="two:w-[clamp(320px,31.25vw,400px)]">
        <AboveList text={text} />
        <div data-first="rows">
          <div className={ROW.frame}>
            <div className={ROW.line}>
              <span className={ROW.star} />
              <a data-first="link" href={`#${PRODUCTS_PATH}`} className={ROW.link}>
                <RowFrame
                  name={<Box className="h-5 w-28" />}
                  symbol={<span data-first="symbol" />}
                  price={<span data-first="price" className={ROW.price} />}
                  rise={<Box className="ms-auto h-6 w-16" />}
                />
              </a>
            </div>
          </div>
        </div>
      </div>
    </PricesPage>
  )
}

function Product() {
  return (
    <PricesPage>
      <div className="flex flex-col gap-3">
        <HeaderFrame
          about={<span data-first="about" />}
          buttons={<span className="h-touch" />}
          price={<span data-first="price" className={headerPriceLook(false)} />}
          rise={null}
        />
        <div className="flex flex-col gap-3 px-4">
          <Box className="h-10" />
          <Box className="h-[clamp(24rem,calc(100svh-24rem),34rem)]" />
        </div>
      </div>
    </PricesPage>
  )
}

function Welcome({ text }: Props) {
  const bar = <span className="flex-1 text-lg leading-5 font-bold">Fairtick</span>
  return (
    <Page bar={bar}>
      <WelcomeFrame
        text={(key) => text(`welcome.${key}`)}
        example={null}
        buttons={
          <div className="flex flex-col gap-2">
            <a
              href={`#${productPath(FIRST_SYMBOL)}`}
              className={buttonLook({ size: 'lg', block: true })}
            >
              {text('welcome.try')}
            </a>
            <a
              href={`#${PRODUCTS_PATH}`}
              className={buttonLook({ variant: 'secondary', block: true })}
            >
              {text('welcome.enter')}
            </a>
          </div>
        }
      />
    </Page>
  )
}

/** The HTML of each picture. */
export const picturesIn = (text: PictureText): Record<PictureName, string> => ({
  list: renderToStaticMarkup(<List text={text} />),
  product: renderToStaticMarkup(<Product />),
  welcome: renderToStaticMarkup(<Welcome text={text} />),
})
