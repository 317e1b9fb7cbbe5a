import type { RegisterOffice } from '../../model/rights/patents/registers.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings/settings.ts'
import type { Said } from './said.ts'
import { codeOf } from './settings.ts'

type Handle = Pick<Context, 'db'>
type Of = { office: RegisterOffice; number: string }
/** Answer of the register for a number, and its day; null: the register does not know the number. */
export type KeptAnswer = { said: Said | null; day: string }

const KEPT_MS = 86_400_000

const prefixOf = (office: RegisterOffice) => `${codeOf(office)}.answer.`

/** The office is not asked for the same number again within a day. */
export async function keptAnswer(handle: Handle, { office, number }: Of): Promise<KeptAnswer | undefined> {
  const kept = (await readSetting(handle, prefixOf(office) + number)) as (KeptAnswer & { at: string }) | undefined // as written below
  // An answer that an earlier version kept has no events.
  return kept?.said !== undefined && Date.parse(kept.at) > Date.now() - KEPT_MS ? kept : undefined
}

export const keepAnswer = (handle: Handle, { office, number }: Of, answer: KeptAnswer) =>
  keepSetting(handle, prefixOf(office) + number, { ...answer, at: new Date().toISOString() })

export const dropAnswers = async ({ db }: Handle, office: RegisterOffice, before = new Date()) => {
  await db
    .deleteFrom('setting')
    .where('key', 'like', `${prefixOf(office)}%`)
    .where('updated_at', '<=', before.toISOString())
    .execute()
}

/** Each night. */
export async function dropOldAnswers(handle: Handle) {
  for (const office of ['EP', 'US'] as const) await dropAnswers(handle, office, new Date(Date.now() - KEPT_MS))
}
