import type { Words } from '../../model/kit/fields.ts'
import { StartFault } from '../../server/config.ts'
import { lostFiles } from '../../server/storage/lost-files.ts'
import { lawLeftOut } from '../../server/docketing/law/law-left-out.ts'
import { runNightly } from '../../server/jobs/nightly.ts'
import type { Server } from '../../server/server.ts'

const SHOWN = 10

/** Every document record has its bytes in the storage. */
export async function documents({ tenants, config }: Server) {
  const all = await Promise.all(
    [...tenants.all.values()].map((tenant) => lostFiles(tenant, config.storageUrl.startsWith('file:') ? undefined : 1000)),
  )
  const lost = all.flatMap((one) => one.lost)
  if (lost.length > 0) throw fault('内容丢失', 'with lost content', lost)
  return `${all.reduce((sum, { looked }) => sum + looked, 0)}`
}

/** Every rule and price that comes with the product is in the tables; what somebody took out is named. */
export async function law({ tenants }: Server) {
  const left = await Promise.all([...tenants.all.values()].map(lawLeftOut))
  const missing = left.flatMap((one) => one.missing)
  if (missing.length > 0) throw fault('未载入，启动服务即载入', 'not loaded; starting the server loads them', missing)
  const deleted = left.flatMap((one) => one.deleted)
  return deleted.length > 0 ? fault('由用户删除', 'deleted by somebody', deleted).message : undefined
}

/** What the server does each night; it finds nothing wrong, or says what. */
export async function invariants(server: Server) {
  const results = await runNightly(server)
  const faults = results.flatMap(({ tenant, name, fault: why }) =>
    why ? [`${tenant} ${name}: ${why instanceof Error ? why.message : String(why)}`] : [],
  )
  if (faults.length > 0) throw new StartFault([faults.join('; '), faults.join('; ')])
  return results.map(({ tenant, name, result }) => `${tenant} ${name} ${JSON.stringify(result ?? null)}`).join('; ')
}

function fault(zh: string, en: string, which: readonly string[]): StartFault {
  const shown = which.slice(0, SHOWN).join(' ') + (which.length > SHOWN ? ' …' : '')
  const problem: Words = [`${which.length} 项${zh}：${shown}`, `${which.length} ${en}: ${shown}`]
  return new StartFault(problem)
}
