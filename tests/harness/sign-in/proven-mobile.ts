import type { Tenant } from '../../../server/records/context.ts'

/** As if whoever has this number had proven it. */
export const proveMobile = ({ db }: Pick<Tenant, 'db'>, mobile: string) =>
  db
    .updateTable('user')
    .set({ mobile_proven: mobile })
    .where('user_info_sid', 'in', db.selectFrom('user_info').select('sid').where('mobile', '=', mobile))
    .execute()
