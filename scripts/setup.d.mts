/** Types of what TypeScript uses from setup.mjs, which is JavaScript because it runs before Node 24 is installed. */
export const root: string
export const COMPILE_CACHE: string
export function ensureBrowser(): string
export function ensureTools(): void
export function toolPath(name: string): string
export function isOwnNode(version: string, path: string): boolean
