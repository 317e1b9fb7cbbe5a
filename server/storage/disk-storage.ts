import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import type { Storage } from './storage.ts'

/** Files in a folder. A file appears under its name only when all of it is on the disk. */
export function openDisk(url: string): Storage {
  const folder = fileURLToPath(url)
  return {
    async put(key, content) {
      const path = join(folder, key)
      const part = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }))
        await rename(part, path)
        await flushFolder(dirname(path))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const file = await open(join(folder, key), 'r')
      return createReadStream('', { fd: file, ...range })
    },
    size: async (key) => (await stat(join(folder, key)).catch(() => undefined))?.size,
    remove: (key) => rm(join(folder, key), { force: true }),
    async list(within) {
      const names = await readdir(join(folder, within)).catch(() => [])
      const found = await Promise.all(
        names.map(async (name) => ({ key: `${within}/${name}`, at: (await stat(join(folder, within, name)).catch(() => undefined))?.mtime })),
      )
      return found.flatMap(({ key, at }) => (at ? [{ key, at }] : [])) // what was removed meanwhile has no time
    },
  }
}

/** The new name outlives a loss of power too. */
async function flushFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {}) // not every file system can
  await handle.close()
}
