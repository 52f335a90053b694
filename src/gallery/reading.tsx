import { Article } from '#ui/article.tsx'
import { Card } from '#ui/card.tsx'
import { ChartCredit } from '#ui/chart-credit.tsx'
import { Fold, FoldLine } from '#ui/fold.tsx'
import { Folded, WithHelp } from '#ui/help.tsx'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { UserText, UserWords } from '#ui/user-text.tsx'
import { Show } from './show.tsx'

const LINES = ['The first of a few', 'The second of them']

export function Reading() {
  return (
    <>
      <Show name="Card">
        <Card>
          A card, and{' '}
          <a href="#card" className={inlineLinkLook}>
            a link below what it explains
          </a>
        </Card>
      </Show>
      <Show name="Article">
        <Article
          contents="On this page"
          sections={[
            {
              id: 'one',
              title: 'A section to read',
              blocks: [
                { kind: 'text', text: 'A paragraph at a comfortable measure, over a few lines.' },
                { kind: 'list', items: LINES },
                { kind: 'steps', items: LINES },
                {
                  kind: 'pairs',
                  pairs: [
                    { terms: ['A term'], code: false, text: 'What it means' },
                    { terms: ['code', 'more'], code: true, text: 'Shown as it is' },
                  ],
                },
              ],
            },
          ]}
        />
      </Show>
      <Show name="WithHelp">
        <WithHelp help={<p>What few people need to know, in a paragraph or two.</p>}>
          <p>The one sentence that everyone reads.</p>
        </WithHelp>
      </Show>
      <Show name="Folded">
        <Folded>
          <p>A hash, an interval or a calendar.</p>
        </Folded>
      </Show>
      <Show name="Fold, FoldLine">
        <Fold summary="A line that opens what is below it">
          <FoldLine open={false} controls="" onToggle={() => {}}>
            The line alone
          </FoldLine>
        </Fold>
      </Show>
      <Show name="ChartCredit">
        <ChartCredit />
      </Show>
      <Show name="UserText">
        <p>
          A name, <UserText>{'Mallory \u05d0\u05d1'}</UserText>, and what comes after it
        </p>
      </Show>
      <Show name="UserWords">
        <UserWords>{'Two lines\nas they were written'}</UserWords>
      </Show>
    </>
  )
}
