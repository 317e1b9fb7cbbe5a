import type { Words } from '../../../model/kit/fields.ts'
import type { Context } from '../../records/context.ts'
import { isOwnPlace } from '../person-places.ts'

// What the HR system does not change about the owner of its token.

/** Nobody moves themselves, and so the owner of the token does not by the HR system. */
export async function movesOwner(ctx: Context, person: string | undefined, department: string | null): Promise<boolean> {
  if (person === undefined || !(await isOwnPlace(ctx, person))) return false
  const row = await ctx.db.selectFrom('user_info').select('department_sid').where('sid', '=', person).executeTakeFirst()
  return row?.department_sid !== department
}

export const ownDepartment = (name: string): Words => [
  `部门“${name}”未采纳：令牌持有人本人的部门须由他人修改`,
  `department “${name}” was not taken: somebody else changes the department of the owner of the token`,
]

const ADDRESSES = ['email', 'mobile'] as const

/** Sign-in codes and links for a forgotten password go there: with its token alone, nobody takes over the account of its owner. */
export async function ownAddressesChanged({ db, actor }: Context, person: string | undefined, values: Readonly<Record<string, unknown>>) {
  if (person === undefined || person !== actor.sid || !ADDRESSES.some((code) => code in values)) return []
  const row = await db.selectFrom('user_info').select(ADDRESSES).where('sid', '=', person).executeTakeFirst()
  return ADDRESSES.filter((code) => code in values && comparable(values[code]) !== comparable(row?.[code]))
}

const comparable = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')

export const OWN_ADDRESS: Readonly<Record<(typeof ADDRESSES)[number], Words>> = {
  email: [
    '邮箱未采纳：令牌持有人须登录后自行修改本人的邮箱',
    'the e-mail address was not taken: the owner of the token signs in to change their own',
  ],
  mobile: [
    '手机未采纳：令牌持有人须登录后自行修改本人的手机',
    'the mobile number was not taken: the owner of the token signs in to change their own',
  ],
}
