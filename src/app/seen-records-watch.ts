/** Remembers what this page is shown of the price logs of open orders, to compare their receipts with it. */
import { atom } from 'jotai/vanilla'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { seenRecordsAtom } from '#device/seen-records.ts'
import { headAtom } from '#features/ticket/signing.ts'
import { topicAtom } from '#streams'

/** The symbols of the products with open orders, in one text that changes only when they do. */
const openSymbolsAtom = atom((get) => {
  const positions = get(topicAtom('positions'))
  const open = 'value' in positions ? positions.value.open : []
  return [...new Set(open.map(({ symbol }) => symbol))].sort().join(' ')
})

/** Follows the logs of the products with open orders. Draws nothing. */
export function SeenRecordsWatch(): null {
  const store = useStore()
  const symbols = useAtomValue(openSymbolsAtom)
  const seen = useAtomValue(seenRecordsAtom)
  useEffect(() => {
    const leave = symbols.split(' ').flatMap((symbol) => {
      if (symbol === '') return []
      const look = (): void => {
        const head = store.get(headAtom(symbol))
        if (head.status === 'live') seen.add(symbol, head.value)
      }
      const stop = store.sub(headAtom(symbol), look)
      look()
      return [stop]
    })
    return () => leave.forEach((stop) => stop())
  }, [store, symbols, seen])
  return null
}
