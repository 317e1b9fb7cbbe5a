import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import Tesseract from 'tesseract.js'
import { recognisePage } from '../../server/documents/text/recognition.ts'
import { chanceFrom } from '../chance.ts'
import type { Pair } from '../compare.ts'
import { chineseTitle, englishTitle } from '../titles.ts'

export type Recognised = { pages: number; innoe: number; floor: number; made: boolean }

const LANGUAGES = ['eng', 'chi_sim']

/** Seconds for these pages by the product's reader and by tesseract.js alone, in turns page by page; both have begun before. */
export async function measureRecognition(folder: string, most: number): Promise<Recognised> {
  const pages: Buffer[] = folder ? readdirSync(folder).filter((name) => /\.(png|jpe?g)$/i.test(name)).toSorted().slice(0, most).map((name) => readFileSync(join(folder, name))) : [] // oxfmt-ignore
  const made = pages.length === 0
  if (made) for (let n = 0; n < most; n++) pages.push(await drawn(n))
  const home = mkdtempSync(join(tmpdir(), 'innoe-bench-'))
  process.env.INNOE_READING = home
  try {
    const first = pages[0] ?? Buffer.alloc(0)
    await recognisePage(first)
    const worker = await Tesseract.createWorker(LANGUAGES, 1, { langPath: home, cacheMethod: 'none' })
    await worker.recognize(first)
    const spent: Pair<number> = { innoe: 0, floor: 0 }
    const timed = async (side: keyof Pair<number>, work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      spent[side] += (performance.now() - begun) / 1000
    }
    for (const page of pages) {
      await timed('innoe', () => recognisePage(page))
      await timed('floor', () => worker.recognize(page))
    }
    await worker.terminate()
    return { pages: pages.length, ...spent, made }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** A page of thirty lines at 200 dpi. */
async function drawn(n: number): Promise<Buffer> {
  const chance = chanceFrom(n)
  const lines = Array.from(
    { length: 30 },
    (_, at) => `<text x="120" y="${160 + at * 68}" font-size="34">${at % 4 === 3 ? englishTitle(chance).slice(0, 70) : chineseTitle(chance)}</text>`,
  )
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1654" height="2339"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()
}
