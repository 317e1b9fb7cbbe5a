import type { Lang } from '../../model/kit/fields.ts'
import { openPool } from '../../server/database/pool.ts'
import { declaredModels } from '../../server/records/registry.ts'
import { type Plan, planTenants } from '../../server/tenants/tenants.ts'
import type { Command } from './command.ts'
import { withDatabase, withServer } from './with-server.ts'

export const migrate: Command = {
  words: [
    '执行迁移，并按模型更新数据库结构；启动时也会自动执行',
    'Run migrations and update the database schema to the models; the start does this as well',
  ],
  options: { plan: { words: ['只列出将执行的迁移与语句', 'Only list the migrations and statements that would run'] } },
  async run({ lang, values, say }) {
    if (values['plan']) return listPlans(lang)
    await withServer(async ({ tenants: { all, away } }) => {
      say([`${all.size} 个租户已是最新`, `${all.size} tenants are up to date`])
      const names = [...away]
      if (away.size > 0)
        say([`租户 ${names.join('、')} 现无法访问，恢复后再更新`, `The tenants ${names.join(', ')} are away, and are updated when they are back`])
    })
  },
}

async function listPlans(lang: Lang) {
  await withDatabase(async (url) => {
    const pool = openPool(url, 2)
    try {
      for (const plan of await planTenants({ pool, declared: await declaredModels() })) for (const line of linesOf(plan, lang)) console.log(line)
    } finally {
      await pool.end()
    }
  })
}

/** A migration is a program: it is named, and the statements after it are those for the tables as they are before it. */
export function linesOf({ tenant, migrations, steps, differing }: Plan, lang: Lang): string[] {
  const at = lang === 'zh' ? 0 : 1
  return [
    `-- ${tenant}: ${migrations.length + steps.length}`,
    ...migrations.map((name) => `-- ${lang === 'zh' ? '迁移' : 'migration'} ${name}`),
    ...differing.map((words) => `-- ${words[at]}`),
    ...steps.map(({ statement, why }) => `${statement}; -- ${why}`),
  ]
}
