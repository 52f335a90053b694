/** SHA-256 as lower-case hex, as the archive's blocks and manifests name it. */
import { hash } from 'node:crypto'

/** The hash of a text's UTF-8 bytes, or of bytes. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content)
