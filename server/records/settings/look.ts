import { lineOf } from '../../../model/kit/tree.ts'
import type { Context } from '../context.ts'
import { readSetting } from './settings.ts'

export type Look = Record<string, unknown>
type Handle = Pick<Context, 'db'>

/** The settings that keep the branding of the system, or of a company, and one of its pictures. */
export const keyOfLook = (company: string | null) => (company === null ? 'tenant.look' : `tenant.look.of.${company}`)
export const keyOfPicture = (company: string | null, picture: string) => `${keyOfLook(company)}.${picture}`

/** What was changed for the system, or for this company alone. */
export const ownLook = async (handle: Handle, company: string | null): Promise<Look> =>
  ((await readSetting(handle, keyOfLook(company))) ?? {}) as Look // an object, as the branding is written

/** The company whose branding this person sees: the selected one, or their own. */
export const companyOfLook = ({ actor }: Context): string | null => actor.selected?.[0] ?? actor.company_sid

/** The branding of the system and, over it, that of each company from the highest down to this one; a logo comes with its own for the dark theme. */
export async function lookAt({ db }: Handle, company: string | null): Promise<Look> {
  const kept = await keptAlong({ db }, company, keyOfLook)
  return (kept as Look[]).reduce((above, own) => ({ ...above, ...('head_logo' in own && { head_logo_dark: undefined }), ...own }), {}) // objects, as the branding is written
}

/** The picture of the nearest of them that has one, in base64. */
export async function pictureAt({ db }: Handle, company: string | null, picture: string): Promise<string | undefined> {
  const kept = (await keptAlong({ db }, company, (one) => keyOfPicture(one, picture))) as { png?: string }[] // as the branding is written
  return kept.findLast(({ png }) => png)?.png
}

async function keptAlong({ db }: Handle, company: string | null, keyOf: (company: string | null) => string): Promise<unknown[]> {
  const keys = [null, ...(await lineTo({ db }, company))].map(keyOf)
  const rows = await db.selectFrom('setting').select(['key', 'value']).where('key', 'in', keys).execute()
  return keys.flatMap((key) => rows.find((row) => row.key === key)?.value ?? [])
}

async function lineTo({ db }: Handle, company: string | null): Promise<string[]> {
  if (company === null) return []
  const branded = await db
    .selectFrom('setting')
    .select('key')
    .where('key', 'like', `${keyOfLook('')}%`)
    .limit(1)
    .executeTakeFirst()
  if (!branded) return []
  const rows = await db.selectFrom('company').select(['sid', 'parent_sid']).where('deleted_at', 'is', null).execute()
  const above = new Map(rows.map(({ sid, parent_sid }) => [sid, parent_sid]))
  return lineOf(company, (sid) => above.get(sid)) ?? [company]
}
