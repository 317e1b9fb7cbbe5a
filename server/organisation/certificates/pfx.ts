import { Worker } from 'node:worker_threads'
import type { ReadPfx } from './pfx-worker.ts'

// A file may ask for any number of rounds of its key derivation: usual ones take a fraction of a second.
const SLOWEST = 5000
const MEMORY = 128

/** Reads a .pfx file (PKCS#12) in a thread of its own, with limits of time and memory. `file`: its bytes in base64. */
export function readPfx(file: string, password: string): Promise<ReadPfx> {
  const worker = new Worker(new URL('./pfx-worker.ts', import.meta.url), {
    workerData: { file, password },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 8 },
  })
  return new Promise<ReadPfx>((resolve) => {
    const end = (found: ReadPfx) => {
      clearTimeout(timer)
      resolve(found)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('NO_FILE'), SLOWEST)
    worker.once('message', end)
    worker.once('error', () => end('NO_FILE'))
    worker.once('exit', () => end('NO_FILE'))
  })
}
