/** What can be tried with the log-in of the auditor, which stops what does not verify. */
import { actsOfEveryRole, bySql, type InsiderAct } from '#support/insider-acts.ts'
import { deskOf } from '#support/insider-desk.ts'

export const AUDITOR_ACTS: readonly InsiderAct[] = [
  ...bySql('auditor', [
    {
      what: 'freezes an order whose receipt is valid',
      sql: ({ live }) => `select refuse_receipt(${live})`,
      expected: { detected: 'receipt_signed' },
      twin: 'select receipt_text from orders',
    },
  ]),
  {
    who: 'auditor',
    what: 'freezes an operator whose second factor is valid',
    expected: { detected: 'act_proof' },
    attempt: async (scene) => {
      await deskOf(scene)
      await scene.database.pools.auditor.query('select refuse_proof(max(id)) from act_proofs')
    },
    twin: deskOf,
  },
  ...actsOfEveryRole('auditor'),
]
