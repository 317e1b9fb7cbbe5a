import { sql } from 'kysely'
import type { Context } from '../../records/context.ts'

/** How many people each of these roles has. */
export async function countRoles({ db }: Context, sids: readonly string[]) {
  for (const sid of [...new Set(sids)].sort()) {
    const { n } = await db
      .selectFrom('user_info')
      .select((of) => of.fn.countAll().as('n'))
      .where('role_sids', '@>', sql.val([sid]))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('role')
      .set({ user_num: Number(n) })
      .where('sid', '=', sid)
      .execute()
  }
}
