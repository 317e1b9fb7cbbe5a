import { writeFile, stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { PackedFile } from '../../../model/documents/preview.ts'
import { safePath } from '../../../model/documents/archive-name.ts'
import { refuse } from '../../errors.ts'
import { DAMAGED, LOCKED, MAX_IN_MEMORY, TOO_LARGE } from './limits.ts'

export const isRar = ({ content_type }: { content_type: string }) => content_type.includes('rar')

/** Answer of the thread of rar-worker.ts */
export type RarAnswer = { files?: PackedFile[]; cut?: boolean; name?: string; bytes?: Uint8Array; fault?: 'locked' | 'large' | 'damaged' | 'missing' }

const SLOWEST = 15_000
const MEMORY = 64

export async function listRar(path: string): Promise<{ files: PackedFile[]; cut: boolean }> {
  const { files = [], cut = false, fault } = await askRar(path)
  if (fault) refuse('rule', fault === 'locked' ? LOCKED : DAMAGED)
  return { files: files.map((file) => ({ ...file, name: safePath(file.name) })), cut }
}

export async function unpackFromRar(path: string, at: number, to: string): Promise<string | undefined> {
  const { name, bytes, fault } = await askRar(path, at)
  if (fault === 'missing') return undefined
  if (fault) refuse('rule', fault === 'locked' ? LOCKED : fault === 'large' ? TOO_LARGE : DAMAGED)
  if (!name || !bytes) return undefined
  await writeFile(to, bytes, { mode: 0o600 })
  return safePath(name).split('/').at(-1)
}

/** A malicious archive uses the time and memory of its own thread. */
async function askRar(path: string, at?: number): Promise<RarAnswer> {
  if ((await stat(path)).size > MAX_IN_MEMORY) return refuse('rule', TOO_LARGE)
  const worker = new Worker(new URL('./rar-worker.ts', import.meta.url), {
    workerData: { path, at },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 8 },
  })
  try {
    return await new Promise<RarAnswer>((resolve) => {
      const timer = setTimeout(() => resolve({ fault: 'damaged' }), SLOWEST)
      const end = (answer: RarAnswer) => (clearTimeout(timer), resolve(answer))
      worker.on('message', end)
      worker.on('error', () => end({ fault: 'damaged' }))
      worker.on('exit', () => end({ fault: 'damaged' }))
    })
  } finally {
    await worker.terminate()
  }
}
