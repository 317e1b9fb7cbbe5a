import type { Tenant } from '../records/context.ts'
import { storageOf } from './tenant-storage.ts'

/** Documents whose bytes are not in the storage or not all of them; the newest so many, or all. */
export async function lostFiles(tenant: Tenant, most?: number) {
  const storage = storageOf(tenant)
  const query = tenant.db
    .selectFrom('document')
    .select(['sid', 'file_name', 'file_key', 'size'])
    .where('file_key', 'is not', null)
    .orderBy('created_at', 'desc')
  const rows = await (most ? query.limit(most) : query).execute()
  const lost: string[] = []
  for (const { sid, file_name, file_key, size } of rows)
    if (file_key !== null && (await storage.size(file_key)) !== size) lost.push(`${sid} ${file_name}`)
  return { looked: rows.length, lost }
}
