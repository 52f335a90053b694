/** The products of a checkpoint as they are shown beside its text (rules/checkpoint-products.ts). */
import { z } from 'zod/mini'
import { hash, symbol } from '#contract/scalars.ts'
import { signedText } from '#contract/signed-text.ts'

/** The newest record of one product in a checkpoint. */
export const checkpointHead = z.object({
  symbol,
  seq: z.int().check(z.nonnegative()),
  hash,
  /** The ids of the product's terms in force since the checkpoint before; absent up to format 3. */
  terms: z.optional(z.array(z.string())),
})

/** A checkpoint with the heads of all its products, which the text has itself up to format 5. */
export const wholeText = z.extend(signedText, { heads: z.optional(z.array(checkpointHead)) })

/** The line of one product, and the hashes in hex that lead from it to the root in the text, from the bottom. */
export const productLine = z.object({
  line: z.string(),
  leaf: z.int().check(z.nonnegative()),
  path: z.array(hash),
})
export type ProductLine = z.infer<typeof productLine>

/** A checkpoint with the line of the product that it is shown for, which the text has itself up to format 5. */
export const provenText = z.extend(signedText, { product: z.optional(productLine) })
/** A parsed checkpoint with the line of a product. */
export type ProvenText = z.infer<typeof provenText>
