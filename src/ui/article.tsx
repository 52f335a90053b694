import { useId } from 'react'

export type ArticleBlock =
  | { kind: 'text'; text: string }
  | { kind: 'list' | 'steps'; items: readonly string[] }
  | { kind: 'pairs'; pairs: readonly { terms: readonly string[]; code: boolean; text: string }[] }

export interface ArticleSection {
  id: string
  title: string
  blocks: readonly ArticleBlock[]
}

interface Props {
  sections: readonly ArticleSection[]
  /** The heading of the table of contents; null when the text is short enough without one. */
  contents: string | null
}

/** A long text: titled sections at a readable width, with a table of contents whose entries scroll to the sections. */
export function Article({ sections, contents }: Props) {
  const base = useId()
  const idOf = ({ id }: ArticleSection): string => `${base}-${id}`
  return (
    <div className="flex max-w-prose flex-col gap-7">
      {contents !== null && <Contents {...{ contents, sections, idOf }} />}
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={idOf(section)} className="flex flex-col gap-3">
          <h2
            id={idOf(section)}
            tabIndex={-1}
            className="scroll-mt-[calc(var(--spacing-header)+0.75rem)] text-lg font-bold outline-none"
          >
            {section.title}
          </h2>
          {section.blocks.map((block, i) => (
            <Block key={i} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

interface ContentsProps {
  contents: string
  sections: readonly ArticleSection[]
  idOf: (section: ArticleSection) => string
}

/** Buttons instead of links, because the part of the address after the `#` names the page in this app. */
function Contents({ contents, sections, idOf }: ContentsProps) {
  const id = useId()
  const jump = (section: ArticleSection): void => {
    const heading = document.getElementById(idOf(section))
    heading?.scrollIntoView({ block: 'start' })
    // Keyboard and screen reader users continue reading from there.
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav aria-labelledby={id} className="rounded-card border border-line/60 bg-surface py-2">
      <p id={id} className="px-4 py-1 text-sm font-medium text-ink-2">
        {contents}
      </p>
      <ol>
        {sections.map((section, i) => (
          <li key={section.id}>
            <button
              type="button"
              onClick={() => jump(section)}
              className="flex min-h-touch w-full items-center gap-3 px-4 py-1.5 text-start -outline-offset-2 active:bg-sunken"
            >
              <span aria-hidden className="figures w-5 shrink-0 text-sm text-ink-3">
                {i + 1}
              </span>
              <span className="min-w-0 font-medium text-brand-strong">{section.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const READING = 'leading-7 break-words hyphens-auto text-ink-2'

function Block({ block }: { block: ArticleBlock }) {
  switch (block.kind) {
    case 'text':
      return <p className={READING}>{block.text}</p>
    case 'list':
      return (
        <ul className={`${READING} flex list-disc flex-col gap-2 ps-5 marker:text-brand`}>
          <Items items={block.items} />
        </ul>
      )
    case 'steps':
      return (
        <ol className={`${READING} flex list-decimal flex-col gap-2 ps-5 marker:text-brand-strong`}>
          <Items items={block.items} />
        </ol>
      )
    case 'pairs':
      return (
        <dl className="divide-y divide-line/60 rounded-card border border-line/60 bg-surface px-4 py-1">
          {block.pairs.map(({ terms, code, text }) => (
            <div key={terms.join()} className="flex flex-col gap-0.5 py-2.5">
              <dt className="font-medium break-words">
                {code ? <CodeTerms terms={terms} /> : terms.join(', ')}
              </dt>
              <dd className="text-sm leading-6 break-words hyphens-auto text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

function Items({ items }: { items: readonly string[] }) {
  return items.map((item) => (
    <li key={item} className="ps-1">
      {item}
    </li>
  ))
}

function CodeTerms({ terms }: { terms: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-2 gap-y-1">
      {terms.map((term) => (
        <code key={term} className="rounded bg-sunken px-1.5 font-mono text-sm break-all">
          {term}
        </code>
      ))}
    </span>
  )
}
