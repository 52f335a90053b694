import { expect, it } from 'vitest'
import { DOCUMENTS, type DocumentKind, type DocumentStep } from '#rules/documents.ts'
import { KINDS } from '#server/documents/kinds.ts'
import { testDatabase } from '#support/postgres.ts'

it('documents move in the database by the very steps of the table, and by no others', async () => {
  const its = await testDatabase()
  const rows = await its.owner.query<{ table: string; moves: string }>(
    `select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 2) as moves
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid where p.proname = 'follow_states'`,
  )
  await its.close()
  const moves = new Map(rows.map((row) => [row.table, row.moves.split(' ').sort()]))
  const kinds = Object.keys(DOCUMENTS) as DocumentKind[]
  for (const kind of kinds) {
    const steps: DocumentStep[] = Object.values(DOCUMENTS[kind])
    const ways = steps.flatMap(({ from, to }) => from.map((status) => `${status}>${to}`))
    expect(moves.get(KINDS[kind].table), kind).toEqual(ways.sort())
  }
})
