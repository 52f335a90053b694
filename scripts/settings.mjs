/**
 * Reads the settings in the file `.env` when it is imported, if there is one. The environment wins over the file. Tests
 * set ENV_FILE to nothing, so that a developer's file never changes a test. Runs on plain Node ≥ 20.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const file = process.env.ENV_FILE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), '.env')

if (file !== '' && existsSync(file)) {
  if (process.loadEnvFile === undefined) {
    console.error(`Node ${process.version} cannot read ${file}: Node 20.12 or newer can.`)
    process.exit(1)
  }
  process.loadEnvFile(file)
}
