import { setPriority } from 'node:os'
import { DAMAGED, FileFault } from './limits.ts'
import { readPdfParts } from './pdf-parts.ts'
import { drawFilePage, readText } from './read-file.ts'
import type { Answer, Wish } from './text.ts'

// Started by text.ts for one file. It answers once, and ends.
setPriority(10)
process.once('disconnect', () => process.exit(0))
process.once('message', (wish: Wish) => void answer(wish))

async function answer(wish: Wish) {
  const reply = await read(wish).then(
    (found): Answer => ({ found }),
    (error: unknown): Answer => ({ words: error instanceof FileFault ? error.words : DAMAGED }),
  )
  process.send?.(reply, () => process.exit(0))
}

function read({ path, mediaType, embedded, draw, parts }: Wish) {
  if (draw) return drawFilePage(path, mediaType, draw.page, draw.side)
  return parts ? readPdfParts(path) : readText(path, mediaType, embedded)
}
