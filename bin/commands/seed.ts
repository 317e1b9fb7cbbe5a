import { StartFault } from '../../server/config.ts'
import { takeFirstStart } from '../../server/seed/first-start.ts'
import { count } from '../../server/records/query/search.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { systemContext } from '../../server/records/context.ts'
import { seedTenants } from '../../server/seed/seed.ts'
import { DEFAULT_TENANT } from '../../server/tenants/tenants.ts'
import type { Command } from './command.ts'
import { withServer } from './with-server.ts'

export const seedDemo: Command = {
  words: ['在新数据库中建立演示公司，打印首次登录密码', 'Create the demo company in a new database and print the first passwords'],
  async run() {
    await withServer(async (server) => {
      const tenant = server.tenants.all.get(DEFAULT_TENANT)
      const people = tenant && (await count(systemContext(tenant), modelNamed(tenant.models, 'user'), {}))
      if (people?.total)
        throw new StartFault([
          '数据库中已有账号：演示公司只建在新数据库中',
          'The database already has accounts: the demo company is only created in a new database',
        ])
      const wished = { ...server, config: { ...server.config, demo: true } }
      const turn = await takeFirstStart(wished)
      try {
        for (const { account, password } of await seedTenants(wished)) console.log(`${account}  ${password}`)
        await turn.complete()
      } finally {
        await turn.leave()
      }
    })
  },
}
