import type { Tenant } from '../../../server/records/context.ts'

/** As if the locks of this person were over. */
export async function endLocks({ db }: Pick<Tenant, 'db'>, person: string) {
  const { sid } = await db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()
  const past = new Date(Date.now() - 1000).toISOString()
  await db.deleteFrom('attempt').where('key', 'like', `locked ${sid} %`).execute()
  await db.updateTable('user').set({ locked_until: past }).where('sid', '=', sid).where('locked_until', 'is not', null).execute()
}
