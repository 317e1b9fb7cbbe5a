import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createExtractorFromData, UnrarError, type FileHeader } from 'node-unrar-js'
import { SHOWN } from '../../../model/documents/preview.ts'
import { MAX_IN_MEMORY } from './limits.ts'
import type { RarAnswer } from './rar.ts'

const { path, at: asked } = workerData as { path: string; at?: number } // given by rar.ts

try {
  parentPort?.postMessage(await answer())
} catch (error) {
  const isLocked = error instanceof UnrarError && /PASSWORD/.test(error.reason)
  parentPort?.postMessage({ fault: isLocked ? 'locked' : 'damaged' } satisfies RarAnswer)
}

async function answer(): Promise<RarAnswer> {
  const bytes = readFileSync(path)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const archive = await createExtractorFromData({ data })
  const heads: (FileHeader & { at: number })[] = []
  let at = 0
  for (const head of archive.getFileList().fileHeaders) {
    if (heads.length === SHOWN.files) break
    if (!head.flags.directory) heads.push({ ...head, at })
    at++
  }
  if (asked === undefined) {
    const files = heads.map(({ at: place, name, unpSize, flags }) => ({
      at: place,
      name: name.replaceAll('\\', '/'),
      size: unpSize,
      ...(flags.encrypted && { locked: true as const }),
    }))
    return { files, cut: heads.length === SHOWN.files }
  }
  const head = heads.find((one) => one.at === asked)
  if (!head) return { fault: 'missing' }
  if (head.flags.encrypted) return { fault: 'locked' }
  if (head.unpSize > MAX_IN_MEMORY) return { fault: 'large' }
  const [file] = [...archive.extract({ files: [head.name] }).files]
  return file?.extraction ? { name: head.name.replaceAll('\\', '/'), bytes: file.extraction } : { fault: 'damaged' }
}
