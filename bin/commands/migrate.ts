import { openPool } from '../../server/database/pool.ts'
import { planTenants } from '../../server/tenants.ts'
import { declaredModels } from '../../server/records/registry.ts'
import type { Command } from './command.ts'
import { withDatabase, withServer } from './with-server.ts'

export const migrate: Command = {
  words: ['按模型更新数据库结构；启动时也会自动执行', 'Bring the database up to the models; the start does so too'],
  options: { plan: { words: ['只列出将执行的语句', 'Only list the statements it would run'] } },
  async run({ values, say }) {
    if (values['plan']) return plan()
    await withServer(async ({ tenants }) => say([`${tenants.all.size} 个租户已是最新`, `${tenants.all.size} tenants are up to date`]))
  },
}

async function plan() {
  await withDatabase(async (url) => {
    const pool = openPool(url, 2)
    try {
      for (const { tenant, steps } of await planTenants({ pool, declared: await declaredModels() })) {
        console.log(`-- ${tenant}: ${steps.length}`)
        for (const { statement, why } of steps) console.log(`${statement}; -- ${why}`)
      }
    } finally {
      await pool.end()
    }
  })
}
