/** Takes out of the Python reader one check at a time: the receipts that show it for the rules must notice each. */
import { chosenMutations } from '#support/chosen-mutations.ts'
import { EQUIVALENT_IN_PYTHON } from '#support/equivalent-mutations.ts'
import { noticedInPython, pythonMutations } from '#support/mutated-python.ts'
import { receiptCases } from '#support/receipt-cases.ts'
import type { FaultContext } from './runner.ts'

/** At the smaller scales so many are chosen by the seed, so that every run tries others. */
const TRIED = { short: 10, ci: 24, full: Infinity } as const
/** Processes at a time. */
const JOBS = { short: 1, ci: 1, full: 2 } as const

export async function run({ seed, scale, log, count, check }: FaultContext): Promise<void> {
  const cases = receiptCases()
  check(new Set(cases.map(({ name }) => name)).size === cases.length, 'two receipts have one name')
  const all = await pythonMutations()
  const known = EQUIVALENT_IN_PYTHON.map(([words]) => words)
  const nameOf = (number: number): string => all[number]?.words ?? ''
  const choice = { known, tried: TRIED[scale], seed, check }
  const chosen = chosenMutations([...all.keys()], nameOf, choice)
  const jobs = Array.from({ length: JOBS[scale] }, (_, job) =>
    chosen.filter((_number, n) => n % JOBS[scale] === job),
  )
  const answers = await Promise.all(jobs.map((numbers) => noticedInPython(numbers, cases)))
  const noticed = new Map(answers.flatMap((each) => [...each]))
  for (const number of chosen) {
    const { file, line, words } = all[number] ?? { file: '', line: 0, words: '' }
    const where = `${file}:${line}: ${words}`
    check(noticed.get(number) != null, `nothing notices ${where}`)
    log(`${where}: ${noticed.get(number) ?? 'NOT NOTICED'}`)
    count('mutations tried')
  }
  count('mutations in all', all.length)
  count('mutations that change nothing', known.length)
  count('receipts', cases.length)
}
