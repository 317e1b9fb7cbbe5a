import type { Tenant } from '../records/context.ts'
import type { Server } from '../server.ts'
import { openDisk } from './disk-storage.ts'
import { openS3 } from './s3-storage.ts'
import type { Storage } from './storage.ts'

// By the handle for reading, which a tenant shares with the one that only reads (server/http/context.ts).
const kept = new WeakMap<Tenant['reading'], Storage>()

export function openStorage(url: string): Storage {
  return url.startsWith('s3:') ? openS3(url) : openDisk(url)
}

/** Gives every tenant of the server its storage. */
export function bindStorage({ config, tenants }: Pick<Server, 'config' | 'tenants'>) {
  const storage = openStorage(config.storageUrl)
  tenants.each((tenant) => kept.set(tenant.reading, withPrefix(storage, `${tenant.name}/`)))
}

export function storageOf(tenant: Tenant): Storage {
  const storage = kept.get(tenant.reading)
  if (!storage) throw new Error(`tenant ${tenant.name} has no storage`)
  return storage
}

/** No tenant can name another's file. */
function withPrefix(storage: Storage, prefix: string): Storage {
  return {
    put: (key, content, type) => storage.put(prefix + safe(key), content, type),
    get: (key, range) => storage.get(prefix + safe(key), range),
    size: (key) => storage.size(prefix + safe(key)),
    remove: (key) => storage.remove(prefix + safe(key)),
    list: async (folder) => (await storage.list(prefix + safe(folder))).map(({ key, at }) => ({ key: key.slice(prefix.length), at })),
  }
}

function safe(key: string) {
  if (!/^[\w-]+(?:[./][\w-]+)*$/.test(key)) throw new Error('not a storage key')
  return key
}
