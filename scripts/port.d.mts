export function settingOf(
  name: 'host' | 'port',
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string
export function portFault(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null>
