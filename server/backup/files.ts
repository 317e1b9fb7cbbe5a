import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, rename } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartFault } from '../config.ts'

/** The documents' bytes under their keys, for a backup to read and a restore to write. */
export type Files = {
  list(): AsyncIterable<string>
  read(key: string): Promise<Readable>
  write(key: string, content: Readable): Promise<void>
}

export function filesIn(folder: string): Files {
  return {
    list: () => keysIn(folder),
    read: async (key) => createReadStream(placeOf(folder, key)),
    write: (key, content) => write(placeOf(folder, key), content),
  }
}

async function* keysIn(folder: string) {
  await mkdir(folder, { recursive: true })
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
}

async function write(place: string, content: Readable) {
  const fresh = `${place}.part`
  await mkdir(dirname(place), { recursive: true })
  await pipeline(content, createWriteStream(fresh))
  await rename(fresh, place)
}

/** A key from a backup that climbs out of the folder is refused. */
function placeOf(folder: string, key: string) {
  const place = resolve(folder, key)
  if (place.startsWith(resolve(folder) + sep)) return place
  throw new StartFault([`备份中的文件名无效：${key}`, `A file name in the backup is not valid: ${key}`])
}
