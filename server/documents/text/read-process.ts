import { setPriority } from 'node:os'
import { DAMAGED, FileFault } from './limits.ts'
import { drawFilePage, readText } from './read-file.ts'
import type { Answer, Wish } from './text.ts'

// Started by text.ts for one file. It answers once, and ends.
setPriority(10)
process.once('disconnect', () => process.exit(0))
process.once('message', (wish: Wish) => void answer(wish))

async function answer({ path, mediaType, embedded, draw }: Wish) {
  const reply = await (draw ? drawFilePage(path, mediaType, draw.page, draw.side) : readText(path, mediaType, embedded)).then(
    (found): Answer => ({ found }),
    (error: unknown): Answer => ({ words: error instanceof FileFault ? error.words : DAMAGED }),
  )
  process.send?.(reply, () => process.exit(0))
}
