import { mkdir, opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { StartFault } from '../config.ts'
import { openStorage } from '../storage/tenant-storage.ts'

/** The documents' bytes under their keys, for a backup to read and a restore to write. */
export type Files = {
  /** All of them, or those of one tenant. */
  list(tenant?: string): AsyncIterable<string>
  read(key: string): Promise<Readable>
  write(key: string, content: Readable): Promise<void>
}

/** Documents in S3 are backed up by that service and are not listed; a backup made from disk can be restored into S3. */
export function filesOf(storageUrl: string): Files {
  const storage = openStorage(storageUrl)
  return {
    list: (tenant = '') => (storageUrl.startsWith('file:') ? keysIn(fileURLToPath(storageUrl), tenant) : nothing()),
    read: (key) => storage.get(key),
    write: async (key, content) => storage.put(sound(key), content, 'application/octet-stream'),
  }
}

async function* nothing() {}

/** Files that are still being written have no name yet. */
async function* keysIn(folder: string, tenant: string) {
  const top = join(folder, tenant)
  await mkdir(top, { recursive: true })
  for await (const entry of await opendir(top, { recursive: true }))
    if (entry.isFile() && !entry.name.endsWith('.part')) yield relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
}

/** A key from a backup that climbs out of the storage is refused. */
function sound(key: string) {
  if (key !== '' && !key.split(/[/\\]/).some((part) => part === '' || part === '.' || part === '..')) return key
  throw new StartFault([`备份中的文件名无效：${key}`, `Invalid file name in the backup: ${key}`])
}
