import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import type { Said } from './register-answer.ts'

type Handle = Pick<Context, 'db'>
/** What the register said of a number and on which day; null: it does not know the number. */
export type Answer = { said: Said | null; day: string }

const PREFIX = 'epo.answer.'
const KEPT_MS = 86_400_000

/** The office is not asked for the same number again within a day. */
export async function keptAnswer(handle: Handle, number: string): Promise<Answer | undefined> {
  const kept = (await readSetting(handle, PREFIX + number)) as (Answer & { at: string }) | undefined // as written below
  // An answer that an earlier version kept has no events.
  return kept?.said !== undefined && Date.parse(kept.at) > Date.now() - KEPT_MS ? kept : undefined
}

export const keepAnswer = (handle: Handle, number: string, answer: Answer) =>
  keepSetting(handle, PREFIX + number, { ...answer, at: new Date().toISOString() })

export const dropAnswers = async ({ db }: Handle, before = new Date()) => {
  await db.deleteFrom('setting').where('key', 'like', 'epo.answer.%').where('updated_at', '<=', before.toISOString()).execute()
}

/** Each night. */
export const dropOldAnswers = (handle: Handle) => dropAnswers(handle, new Date(Date.now() - KEPT_MS))
