import type { SpawnOptions } from 'node:child_process'

export interface ProgressOptions extends SpawnOptions {
  progress(): string
  everyMs?: number
  print?(line: string): void
}
export function runWithProgress(
  command: string,
  args: readonly string[],
  options: ProgressOptions,
): Promise<number | null>
