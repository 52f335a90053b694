/** Creates a zip archive while its files are read. Only the current piece is in memory. */
import { Zip, ZipDeflate } from 'fflate'
import type { ExportFile } from '#server/records/export-files.ts'

/** Yields the archive's bytes in order. Stops reading when its reader stops. */
export async function* zipOf(
  files: readonly ExportFile[],
  madeAt: Date,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const utf8 = new TextEncoder()
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  for (const { name, text } of files) {
    const entry = new ZipDeflate(name, { level: 6 })
    entry.mtime = madeAt
    zip.add(entry)
    for await (const piece of text) {
      entry.push(utf8.encode(piece))
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* ready
}
