/** Writes pictures for the documentation, each as good as its limit allows, so that the repository stays small. */
import type { Sharp, WebpOptions } from 'sharp'

const QUALITIES = [90, 80, 72, 60, 50, 40, 30]

interface WebpWish extends WebpOptions {
  maxBytes: number
  /** The best quality to try, and the only one if it is small enough. */
  best: number
}

/** The image is encoded once per quality until it is small enough. */
export async function writeWebp(
  image: Sharp,
  path: string,
  { maxBytes, best, ...options }: WebpWish,
): Promise<void> {
  for (const quality of QUALITIES.filter((each) => each <= best)) {
    const { size } = await image
      .clone()
      .webp({ effort: 6, ...options, quality })
      .toFile(path)
    if (size <= maxBytes) return
  }
  throw new Error(`${path} is larger than ${maxBytes} bytes at every quality`)
}
