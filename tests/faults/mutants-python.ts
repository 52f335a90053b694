/** Takes out of the Python reader one check at a time: the receipts that show it for the rules must notice each. */
import { EQUIVALENT_IN_PYTHON } from '#support/equivalent-mutations.ts'
import { noticedInPython, pythonMutations } from '#support/mutated-python.ts'
import { receiptCases } from '#support/receipt-cases.ts'
import { choicesOf } from '#support/settle-choices.ts'
import type { FaultContext } from './runner.ts'

/** At the smaller scales so many are chosen by the seed, so that every run tries others. */
const TRIED = { short: 10, ci: 40, full: Infinity } as const
/** Processes at a time. */
const JOBS = { short: 1, ci: 1, full: 2 } as const

export async function run({ seed, scale, log, count, check }: FaultContext): Promise<void> {
  const cases = receiptCases()
  check(new Set(cases.map(({ name }) => name)).size === cases.length, 'two receipts have one name')
  const all = await pythonMutations()
  const known = new Set(EQUIVALENT_IN_PYTHON.map(([words]) => words))
  for (const words of known) {
    check(
      all.some((each) => each.words === words),
      `there is no such mutation any more: ${words}`,
    )
  }
  const left = [...all.keys()].filter((n) => !known.has(all[n]?.words ?? ''))
  const pick = choicesOf(seed)
  const chosen: number[] = []
  while (left.length > 0 && chosen.length < TRIED[scale]) {
    chosen.push(...(scale === 'full' ? left.splice(0) : left.splice(pick(left.length), 1)))
  }
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
  count('mutations that change nothing', known.size)
  count('receipts', cases.length)
}
