import { useRef, useState } from 'react'
import { PaneRows } from '#ui/pane-rows.tsx'
import { Splitter } from '#ui/splitter.tsx'
import { TableHead, TableRow } from '#ui/table.tsx'

const COLUMNS = [
  { id: 'product', text: 'Product' },
  { id: 'amount', text: 'Amount', className: 'text-end' },
]
const LAYOUT = 'grid-cols-2'
const ROWS = Array.from({ length: 40 }, (_, at) => at + 1)

/** Two panes with the line between them; the first one mounts its visible rows only. */
export function Panes() {
  const pane = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(240)
  const [opened, setOpened] = useState('none')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Panes</h2>
      <div className="flex h-60 overflow-hidden rounded-card border border-line">
        <div id="first-pane" ref={pane} style={{ width }} className="overflow-y-auto">
          <div role="table" aria-label="Rows">
            <TableHead columns={COLUMNS} layout={LAYOUT} />
            <div role="rowgroup">
              <PaneRows pane={pane} itemSize={45} bufferSize={45}>
                {ROWS.map((row, at) => (
                  <TableRow
                    key={row}
                    at={at}
                    columns={COLUMNS}
                    layout={LAYOUT}
                    cells={{ product: `Product ${row}`, amount: `${row}.00` }}
                    label={`Row ${row}`}
                    onOpen={() => setOpened(`row ${row}`)}
                  />
                ))}
              </PaneRows>
            </div>
          </div>
        </div>
        <Splitter
          label="Width of the rows"
          controls="first-pane"
          orientation="vertical"
          value={width}
          min={160}
          max={400}
          onValue={setWidth}
          onReset={() => setWidth(240)}
        />
        <p className="flex-1 p-4 text-ink-2">Opened: {opened}</p>
      </div>
    </section>
  )
}
